package org.spamwatch.agent.config;

import static org.spamwatch.agent.config.Allowed.integers;
import static org.spamwatch.agent.config.Setting.reloaded;

import java.util.List;

/** The settings of who says who has sent a mail. */
public final class ProofSetting {
  /** Whose findings are taken. */
  public static final Setting<List<String>> AUTHSERV_IDS =
      reloaded(
          "proof.authserv-ids",
          Allowed.list("a list of server names, at most 16", 16, ValueParser::serverName),
          "none: nobody says who has sent a mail",
          "one's own mail servers as they call themselves in Authentication-Results, whose word on"
              + " who has sent a mail is taken");

  /** How far below others their findings may stand. */
  public static final Setting<Integer> HOPS =
      reloaded(
          "proof.hops",
          integers(0, 20),
          "2",
          "how many Received fields one's own servers write: below more of them their word is not"
              + " taken");

  /** Who is believed of what he passed on. */
  public static final Setting<List<String>> FORWARDERS =
      reloaded(
          "proof.forwarders",
          Allowed.list("a list of domains, at most 64", 64, ValueParser::serverName),
          "none",
          "domains whose ARC seals are believed, if one's own server says arc=pass");

  private ProofSetting() {}
}
