package org.spamwatch.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Exim from Debian's package, with a configuration and a queue of its own: takes mail at a free
 * port of loopback, asks a peer as a snippet says, and delivers to an LMTP server. Needs root, as
 * Exim changes its account.
 */
final class Exim {
  /** As which it asks. */
  static final String ACCOUNT = "Debian-exim";

  private final Scratch scratch;
  private final int smtp;

  private Exim(Scratch scratch, int lmtp, String main, String data, String rcpt) throws Exception {
    this.scratch = scratch;
    smtp = scratch.freePort();
    Path directory = scratch.directory("exim");
    Programs.run("chown", ACCOUNT, directory.toString()).well();
    Path configuration =
        scratch.fromTemplate(
            "exim.conf",
            "exim.conf",
            Map.of(
                "DIR",
                directory.toString(),
                "SMTP",
                Integer.toString(smtp),
                "LMTP",
                Integer.toString(lmtp),
                "MAIN",
                main,
                "ACL",
                data,
                "RCPT",
                rcpt));
    Daemon.start(scratch, "exim", "exim4", "-C", configuration.toString(), "-bdf", "-q10s")
        .awaitPort(smtp);
  }

  /** Starts one, which the scratch directory owns, and waits until it serves. */
  static Exim start(Scratch scratch, int lmtp, SpamdPeer peer) throws Exception {
    return start(
        scratch,
        lmtp,
        peer.snippet("exim", "In the main part"),
        peer.snippet("exim", "In the ACL"),
        "");
  }

  /** Starts one that asks for each recipient by these lines of its ACL. */
  static Exim limiting(Scratch scratch, String rcpt) throws Exception {
    return start(scratch, scratch.freePort(), "", "", rcpt);
  }

  private static Exim start(Scratch scratch, int lmtp, String main, String data, String rcpt)
      throws Exception {
    DebianPackages.installed("exim4-daemon-heavy");
    DebianPackages.needRoot("run Exim");
    return new Exim(scratch, lmtp, main, data, rcpt);
  }

  /** Where it takes mail. */
  int port() {
    return smtp;
  }

  /** What it logged. */
  String log() throws IOException {
    Path log = scratch.path("exim/mainlog");
    return Files.exists(log) ? Files.readString(log) : "";
  }
}
