package org.spamwatch.agent.config;

import static org.spamwatch.agent.config.Allowed.choice;
import static org.spamwatch.agent.config.Allowed.durations;
import static org.spamwatch.agent.config.Allowed.integers;
import static org.spamwatch.agent.config.Allowed.one;
import static org.spamwatch.agent.config.Allowed.path;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.api.CheckRange;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.node.Role;

/**
 * One thing that can be set: its key in the TOML file and behind {@code --set}, its type, default
 * and effect. {@link SettingTable} lists them all; those of the ports of mail programs are in
 * {@link PortSetting}.
 *
 * @param <T> the type of the value; immutable
 */
public final class Setting<T> {
  /** Where keys and store are kept. */
  public static final Setting<Optional<Path>> DATA_DIRECTORY =
      fixed(
          "data.directory",
          path("a directory"),
          "$STATE_DIRECTORY, /var/lib/spamwatch or ~/.local/share/spamwatch",
          "where the peer keeps its keys and its store");

  /** Where links of other peers are accepted. */
  public static final Setting<ListenAddress> OVERLAY_LISTEN =
      fixed(
          "overlay.listen",
          ListenAddress.OF_OVERLAY,
          "127.0.0.1:9460; 0.0.0.0:9460 in a closed realm or with a bootstrap peer elsewhere",
          "where other peers connect");

  /** The host that other peers are told. */
  public static final Setting<Optional<String>> OVERLAY_ADVERTISE =
      fixed(
          "overlay.advertise",
          one("a host name or address", ValueParser::host).optional(),
          "the listening address, or this host's own on the default route",
          "the address other peers are told to connect to");

  /** Peers to join through. */
  public static final Setting<List<Endpoint>> OVERLAY_BOOTSTRAP =
      fixed(
          "overlay.bootstrap",
          Allowed.list("a list of HOST:PORT, at most 16", 16, Endpoint::parse),
          "none: this peer begins a realm of its own",
          "peers through which to join a realm");

  /** Whether this peer is a member of the ring or a client of one. */
  public static final Setting<Role> OVERLAY_ROLE =
      fixed(
          "overlay.role",
          choice(Role.values()),
          "auto",
          "member: other peers can reach this one; client: they cannot, and it goes through"
              + " one that they can reach; auto: asks them at the start");

  /** Clients that this peer takes. */
  public static final Setting<Integer> OVERLAY_MAX_CLIENTS =
      fixed(
          "overlay.max-clients",
          integers(0, 1024),
          "64",
          "for how many peers that cannot be reached this one takes messages");

  /** How long a start waits for the overlay. */
  public static final Setting<Duration> OVERLAY_JOIN_WAIT =
      fixed(
          "overlay.join-wait",
          durations("1 s", "1 h"),
          "60 s",
          "how long a start waits to join before it says ready without (or, having no realm"
              + " yet, gives up)");

  /** The realm that this peer belongs to. */
  public static final Setting<Optional<Id>> REALM_ID =
      fixed(
          "realm.id",
          one("40 hexadecimal digits", ValueParser::id).optional(),
          "the one pinned at first use",
          "the realm to begin or to join; another one is refused");

  /** The authority of the closed realm that this peer belongs to. */
  public static final Setting<Optional<VerifyingKey>> REALM_AUTHORITY =
      fixed(
          "realm.authority",
          one("64 hexadecimal digits", VerifyingKey::ofHex).optional(),
          "none: an open realm, or the closed one pinned at first use",
          "the public key of the authority of a closed realm, which only its members join");

  /** Where the membership of a closed realm is. */
  public static final Setting<Optional<Path>> REALM_MEMBERSHIP =
      reloaded(
          "realm.membership",
          path("a file"),
          "none",
          "this peer's membership, a file that spamwatch authority admit wrote");

  /** Where the revocation list of a closed realm is. */
  public static final Setting<Optional<Path>> REALM_REVOCATIONS =
      reloaded(
          "realm.revocations",
          path("a file"),
          "none: what other peers tell",
          "the realm's revocation list, a file that spamwatch authority revoke wrote");

  /** The longest mail looked at. */
  public static final Setting<Integer> MAIL_MAX_BYTES =
      fixed(
          "mail.max-bytes", integers(1024, 268_435_456), "33554432", "the longest mail, in bytes");

  /** Hops a query may travel. */
  public static final Setting<Optional<Integer>> CHECK_TTL =
      reloaded(
          "check.ttl",
          integers(CheckRange.LEAST_TTL, CheckRange.MOST_TTL)
              .in(CheckRange.TTL + " hops")
              .optional(),
          "none: the full route",
          "how far a check may travel");

  /** Features that must be shared. */
  public static final Setting<Optional<Integer>> CHECK_THRESHOLD =
      reloaded(
          "check.threshold",
          integers(CheckRange.LEAST_THRES, CheckRange.MOST_THRES).optional(),
          "each scheme's own",
          "how many fingerprints a mail must share with a marked one (THRES)");

  /** Votes that make spam. */
  public static final Setting<Integer> CHECK_VOTES =
      reloaded(
          "check.votes",
          integers(CheckRange.LEAST_VOTES, CheckRange.MOST_VOTES),
          "1",
          "how many spam votes of one's own site make a mail spam");

  /** Under which schemes the peer asks. */
  public static final Setting<SchemeChoice> CHECK_SCHEMES =
      reloaded(
          "check.schemes",
          SchemeChoice.ALLOWED,
          "all",
          "under which schemes the peer asks about a mail that it fingerprints itself;"
              + " random:N: N that its key chooses; votes are published under all of them");

  /** Whether letters that look alike are the same to a check. */
  public static final Setting<Boolean> CHECK_LOOK_ALIKES =
      reloaded(
          "check.look-alikes",
          one("true or false", ValueParser::truth),
          "true",
          "whether a mail that the peer fingerprints itself is asked about with letters that"
              + " look like Latin ones as these; false: text with such letters matches nothing");

  /** How long a check waits for the network. */
  public static final Setting<Duration> CHECK_TIMEOUT =
      fixed(
          "check.timeout",
          durations("100 ms", "1 min"),
          "3 s",
          "how long a check waits for the network; then what is known so far decides");

  /** Whose votes make spam. */
  public static final Setting<Rule> CHECK_RULE =
      reloaded(
          "check.rule",
          choice(Rule.values()),
          "trust",
          "trust: votes of one's own site, and of strangers as they deserve; own: of one's own"
              + " site only; any: everybody's alike");

  /** How much of a mail others may be told. */
  public static final Setting<Privacy> CHECK_PRIVACY =
      reloaded(
          "check.privacy",
          choice(Privacy.values()),
          "summary",
          "what a check tells others: local: nothing; summary: nothing, unless some peer announces"
              + " a mail like it as spam; network: the fingerprints of every mail");

  /** Whether announcements are exchanged. */
  public static final Setting<Boolean> CHECK_ANNOUNCE =
      fixed(
          "check.announce",
          one("true or false", ValueParser::truth),
          "true",
          "whether this peer and others tell each other what their users call spam, so that"
              + " ordinary mail is judged at home; to be the same at all peers of a realm");

  /** What single users prefer. */
  public static final Setting<List<Preference>> CHECK_USERS =
      reloaded(
          "check.users",
          Preference.ALLOWED,
          "none",
          "what users prefer whom a check names: to check.rule, .privacy, .votes, .threshold");

  /** Whose voters are own people. */
  public static final Setting<TrustSites> TRUST_SITES =
      fixed(
          "trust.sites",
          TrustSites.ALLOWED,
          "auto",
          "the peers whose voters are one's own site: auto: all in an open realm, this one in"
              + " a closed; own: this one; this one and those listed");

  /** What part of a realm must agree. */
  public static final Setting<Double> TRUST_SHARE =
      fixed(
          "trust.share",
          one("0 % to 100 %, in hundredths", ValueParser::percentage),
          "2 %",
          "the part of the realm's voters, as far as this peer knows them, without which"
              + " strangers make nothing spam");

  /** Distinct messages a voter may vote on in a day. */
  public static final Setting<Integer> VOTES_DAILY_QUOTA =
      fixed(
          "votes.daily-quota",
          integers(0, 100_000).in("0 (no quota) to 100000"),
          "500",
          "distinct messages a voter of this peer may vote on in a day; of other peers' voters"
              + " this one keeps twice as many");

  /** Distinct messages a voter may import votes on in a day. */
  public static final Setting<Integer> VOTES_IMPORT_QUOTA =
      fixed(
          "votes.import-quota",
          integers(0, 100_000).in("0 (no quota) to 100000"),
          "5000",
          "distinct messages a voter may import votes on in a day (mark --import)");

  /** Sources of own ham that clients may give. */
  public static final Setting<List<HamSource>> HAM_SOURCES =
      reloaded(
          "ham.sources",
          Allowed.choices(HamSource.values()),
          "none: only the operator's command",
          "sources of own ham that HTTP clients may give");

  /** Mails a source may give in a day. */
  public static final Setting<Integer> HAM_DAILY_LIMIT =
      reloaded(
          "ham.daily-limit",
          integers(1, 1_000_000),
          "1000",
          "mails of each such source learnt in a day; the operator's command has no limit");

  /** How long a generation of own ham learns. */
  public static final Setting<Duration> HAM_GENERATION =
      fixed(
          "ham.generation",
          durations("1 d", "365 d"),
          "30 d",
          "how long a generation of own ham learns before the next begins");

  /** Generations kept. */
  public static final Setting<Integer> HAM_KEEP =
      fixed("ham.keep", integers(1, 120), "12", "how many generations of own ham are kept");

  /** Room for own ham. */
  public static final Setting<Integer> HAM_MAX_MEGABYTES =
      fixed(
          "ham.max-megabytes",
          integers(1, 1024),
          "64",
          "what the own-ham filter may take in memory and on disk, in MiB; 2 bytes a feature");

  /** The least important log lines written. */
  public static final Setting<LogLevel> LOG_LEVEL =
      reloaded(
          "log.level", choice(LogLevel.values()), "info", "which log lines go to standard error");

  private final String key;
  private final Allowed<T> allowed;
  private final String defaultText;
  final T defaultValue;
  private final String effect;
  private final boolean isReloaded;

  private Setting(
      String key, Allowed<T> allowed, String defaultText, String effect, boolean isReloaded) {
    this.key = key;
    this.allowed = allowed;
    this.defaultText = defaultText;
    this.defaultValue = allowed.unset().orElseGet(() -> read(List.of(defaultText)));
    this.effect = effect;
    this.isReloaded = isReloaded;
  }

  /** One that holds from a start on. */
  static <T> Setting<T> fixed(String key, Allowed<T> allowed, String defaultText, String effect) {
    return new Setting<>(key, allowed, defaultText, effect, false);
  }

  /** One that a running peer takes over. */
  static <T> Setting<T> reloaded(
      String key, Allowed<T> allowed, String defaultText, String effect) {
    return new Setting<>(key, allowed, defaultText, effect, true);
  }

  /** The dotted key. */
  public String key() {
    return key;
  }

  /** The default as it would be written, or in words. */
  public String defaultText() {
    return defaultText;
  }

  /** The values allowed, with their unit. */
  public String allowed() {
    return allowed.words();
  }

  /** What it does, and whether a running peer takes it over. */
  public String effect() {
    return isReloaded ? effect + "; reloaded" : effect;
  }

  /** Whether SIGHUP changes it in a running peer. */
  public boolean reloadable() {
    return isReloaded;
  }

  T read(List<String> written) {
    return allowed.reader().apply(written);
  }

  @Override
  public String toString() {
    return key;
  }
}
