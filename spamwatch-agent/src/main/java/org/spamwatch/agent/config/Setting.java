package org.spamwatch.agent.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.node.Role;

/**
 * One thing that can be set: its key in the TOML file and behind {@code --set}, its type, default
 * and effect. The constants are the whole table, in the order in which it is shown.
 *
 * @param <T> the type of the value; immutable
 */
public final class Setting<T> {
  private static final List<Setting<?>> TABLE = new ArrayList<>();

  /** Where keys and store are kept. */
  public static final Setting<Optional<Path>> DATA_DIRECTORY =
      one(
          "data.directory",
          "$STATE_DIRECTORY, /var/lib/spamwatch or ~/.local/share/spamwatch",
          "a directory",
          "where the peer keeps its keys and its store",
          text -> Optional.of(Path.of(ValueParser.visible(text, 4096))),
          Optional.empty());

  /** Where links of other peers are accepted. */
  public static final Setting<ListenAddress> OVERLAY_LISTEN =
      one(
          "overlay.listen",
          "127.0.0.1:9460; 0.0.0.0:9460 in a closed realm or with a bootstrap peer elsewhere",
          "HOST:PORT, port 0 for a free one",
          "where other peers connect",
          ListenAddress::parse,
          ListenAddress.parse("127.0.0.1:9460"));

  /** The host that other peers are told. */
  public static final Setting<Optional<String>> OVERLAY_ADVERTISE =
      one(
          "overlay.advertise",
          "the listening address, or this host's own on the default route",
          "a host name or address",
          "the address other peers are told to connect to",
          text -> Optional.of(ValueParser.host(text)),
          Optional.empty());

  /** Peers to join through. */
  public static final Setting<List<Endpoint>> OVERLAY_BOOTSTRAP =
      add(
          new Setting<>(
              "overlay.bootstrap",
              "none: this peer begins a realm of its own",
              "a list of HOST:PORT, at most 16",
              "peers through which to join a realm",
              texts -> ValueParser.atMost(16, texts).stream().map(Endpoint::parse).toList(),
              List.of()));

  /** Whether this peer is a member of the ring or a client of one. */
  public static final Setting<Role> OVERLAY_ROLE =
      one(
          "overlay.role",
          "auto",
          "auto, member or client",
          "member: other peers can reach this one; client: they cannot, and it goes through one that"
              + " they can reach; auto: asks them at the start",
          text -> ValueParser.choice(text, Role.values()));

  /** Clients that this peer takes. */
  public static final Setting<Integer> OVERLAY_MAX_CLIENTS =
      one(
          "overlay.max-clients",
          "64",
          "0 to 1024",
          "for how many peers that cannot be reached this one takes messages",
          text -> ValueParser.integer(text, 0, 1024));

  /** How long a start waits for the overlay. */
  public static final Setting<Duration> OVERLAY_JOIN_WAIT =
      one(
          "overlay.join-wait",
          "60 s",
          "1 s to 1 h",
          "how long a start waits to join before it says ready without (or, having no realm yet,"
              + " gives up)",
          text -> ValueParser.duration(text, Duration.ofSeconds(1), Duration.ofHours(1)));

  /** The realm that this peer belongs to. */
  public static final Setting<Optional<Id>> REALM_ID =
      one(
          "realm.id",
          "the one pinned at first use",
          "40 hexadecimal digits",
          "the realm to begin or to join; another one is refused",
          text -> Optional.of(ValueParser.id(text)),
          Optional.empty());

  /** The authority of the closed realm that this peer belongs to. */
  public static final Setting<Optional<VerifyingKey>> REALM_AUTHORITY =
      one(
          "realm.authority",
          "none: an open realm, or the closed one pinned at first use",
          "64 hexadecimal digits",
          "the public key of the authority of a closed realm, which only its members join",
          text -> Optional.of(VerifyingKey.ofHex(text)),
          Optional.empty());

  /** Where the membership of a closed realm is. */
  public static final Setting<Optional<Path>> REALM_MEMBERSHIP =
      one(
          "realm.membership",
          "none",
          "a file",
          "this peer's membership, a file that spamwatch authority admit wrote; reloaded",
          text -> Optional.of(Path.of(ValueParser.visible(text, 4096))),
          Optional.empty());

  /** Where the revocation list of a closed realm is. */
  public static final Setting<Optional<Path>> REALM_REVOCATIONS =
      one(
          "realm.revocations",
          "none: what other peers tell",
          "a file",
          "the realm's revocation list, a file that spamwatch authority revoke wrote; reloaded",
          text -> Optional.of(Path.of(ValueParser.visible(text, 4096))),
          Optional.empty());

  /** Where HTTP is served. */
  public static final Setting<ListenAddress> HTTP_LISTEN =
      one(
          "http.listen",
          "127.0.0.1:11780",
          "HOST:PORT, port 0 for a free one; beyond loopback only with http.token",
          "where mail programs ask and vote",
          ListenAddress::parse);

  /** What HTTP clients must present. */
  public static final Setting<Optional<String>> HTTP_TOKEN =
      one(
          "http.token",
          "none",
          "16 to 256 visible characters",
          "HTTP clients send it as 'Authorization: Bearer TOKEN'; reloaded",
          text -> Optional.of(ValueParser.token(text)),
          Optional.empty());

  /** Requests worked on at once. */
  public static final Setting<Integer> HTTP_THREADS =
      one(
          "http.threads",
          "16",
          "2 to 256",
          "HTTP requests worked on at once",
          text -> ValueParser.integer(text, 2, 256));

  /** Requests waiting for a thread. */
  public static final Setting<Integer> HTTP_QUEUE =
      one(
          "http.queue",
          "128",
          "1 to 4096",
          "HTTP requests waiting for a thread; further ones are answered 503",
          text -> ValueParser.integer(text, 1, 4096));

  /** How long a request may take to arrive. */
  public static final Setting<Duration> HTTP_READ_TIMEOUT =
      one(
          "http.read-timeout",
          "10 s",
          "1 s to 10 min",
          "how long an HTTP request may take to arrive before its connection is closed",
          text -> ValueParser.duration(text, Duration.ofSeconds(1), Duration.ofMinutes(10)));

  /** The longest mail looked at. */
  public static final Setting<Integer> MAIL_MAX_BYTES =
      one(
          "mail.max-bytes",
          "33554432",
          "1024 to 268435456",
          "the longest mail taken, in bytes",
          text -> ValueParser.integer(text, 1024, 268_435_456));

  /** Hops a query may travel. */
  public static final Setting<OptionalInt> CHECK_TTL =
      one(
          "check.ttl",
          "none: the full route",
          "0 to 32 hops",
          "how far a check may travel; reloaded",
          text -> OptionalInt.of(ValueParser.integer(text, 0, 32)),
          OptionalInt.empty());

  /** Features that must be shared. */
  public static final Setting<OptionalInt> CHECK_THRESHOLD =
      one(
          "check.threshold",
          "each scheme's own",
          "1 to 64",
          "how many fingerprints a mail must share with a marked one (THRES); reloaded",
          text -> OptionalInt.of(ValueParser.integer(text, 1, 64)),
          OptionalInt.empty());

  /** Votes that make spam. */
  public static final Setting<Integer> CHECK_VOTES =
      one(
          "check.votes",
          "1",
          "1 to 1000",
          "how many spam votes of one's own site make a mail spam; reloaded",
          text -> ValueParser.integer(text, 1, 1000));

  /** Under which schemes the peer asks. */
  public static final Setting<SchemeChoice> CHECK_SCHEMES =
      add(
          new Setting<>(
              "check.schemes",
              "all",
              "all, random:1 or random:2, or a list of char50, word",
              "under which schemes the peer asks about a mail that it fingerprints itself; random:N:"
                  + " N that its key chooses; votes are published under all of them; reloaded",
              SchemeChoice::read,
              SchemeChoice.read(List.of("all"))));

  /** Whether letters that look alike are the same to a check. */
  public static final Setting<Boolean> CHECK_LOOK_ALIKES =
      one(
          "check.look-alikes",
          "true",
          "true or false",
          "whether a mail that the peer fingerprints itself is asked about with letters that look"
              + " like Latin ones as these; false: text with such letters matches nothing; reloaded",
          ValueParser::truth);

  /** How long a check waits for the network. */
  public static final Setting<Duration> CHECK_TIMEOUT =
      one(
          "check.timeout",
          "3 s",
          "100 ms to 1 min",
          "how long a check waits for the network; then what is known so far decides",
          text -> ValueParser.duration(text, Duration.ofMillis(100), Duration.ofMinutes(1)));

  /** Whose votes make spam. */
  public static final Setting<Rule> CHECK_RULE =
      one(
          "check.rule",
          "trust",
          "trust, own or any",
          "trust: votes of one's own site, and of strangers as they deserve; own: of one's own site"
              + " only; any: everybody's alike; reloaded",
          text -> ValueParser.choice(text, Rule.values()));

  /** What single users prefer. */
  public static final Setting<List<Preference>> CHECK_USERS =
      add(
          new Setting<>(
              "check.users",
              "none",
              "a list of at most 1000 such as 'ada rule=own votes=2 thres=4'",
              "what a user prefers to check.rule, check.votes and check.threshold when a check names"
                  + " the user; reloaded",
              Preference::readAll,
              List.of()));

  /** Whose voters are own people. */
  public static final Setting<TrustSites> TRUST_SITES =
      add(
          new Setting<>(
              "trust.sites",
              "auto",
              "auto, all, own, or a list of at most 256 peers' ids",
              "the peers whose voters are one's own site: auto: all in an open realm, this one in a"
                  + " closed; own: this one; this one and those listed",
              TrustSites::read,
              TrustSites.read(List.of("auto"))));

  /** What part of a realm must agree. */
  public static final Setting<Double> TRUST_SHARE =
      one(
          "trust.share",
          "2 %",
          "0 % to 100 %, in hundredths",
          "the part of the realm's voters, as far as this peer knows them, without which strangers"
              + " make nothing spam",
          ValueParser::percentage);

  /** Distinct messages a voter may vote on in a day. */
  public static final Setting<Integer> VOTES_DAILY_QUOTA =
      one(
          "votes.daily-quota",
          "500",
          "0 (no quota) to 100000",
          "distinct messages a voter of this peer may vote on in a day; of other peers' voters this"
              + " one keeps twice as many",
          text -> ValueParser.integer(text, 0, 100_000));

  /** Distinct messages a voter may import votes on in a day. */
  public static final Setting<Integer> VOTES_IMPORT_QUOTA =
      one(
          "votes.import-quota",
          "5000",
          "0 (no quota) to 100000",
          "likewise for votes in bulk (mark --import)",
          text -> ValueParser.integer(text, 0, 100_000));

  /** Sources of own ham that clients may give. */
  public static final Setting<List<HamSource>> HAM_SOURCES =
      add(
          new Setting<>(
              "ham.sources",
              "none: only the operator's command",
              "a list of directory, kept, list, sent",
              "sources of own ham that HTTP clients may give; reloaded",
              texts ->
                  ValueParser.atMost(HamSource.values().length, texts).stream()
                      .map(text -> ValueParser.choice(text, HamSource.values()))
                      .distinct()
                      .toList(),
              List.of()));

  /** Mails a source may give in a day. */
  public static final Setting<Integer> HAM_DAILY_LIMIT =
      one(
          "ham.daily-limit",
          "1000",
          "1 to 1000000",
          "mails of each such source that are learnt in a day; the operator's command has no limit;"
              + " reloaded",
          text -> ValueParser.integer(text, 1, 1_000_000));

  /** How long a generation of own ham learns. */
  public static final Setting<Duration> HAM_GENERATION =
      one(
          "ham.generation",
          "30 d",
          "1 d to 365 d",
          "how long a generation of own ham learns before the next begins",
          text -> ValueParser.duration(text, Duration.ofDays(1), Duration.ofDays(365)));

  /** Generations kept. */
  public static final Setting<Integer> HAM_KEEP =
      one(
          "ham.keep",
          "12",
          "1 to 120",
          "generations of own ham that are kept; older ones are dropped",
          text -> ValueParser.integer(text, 1, 120));

  /** Room for own ham. */
  public static final Setting<Integer> HAM_MAX_MEGABYTES =
      one(
          "ham.max-megabytes",
          "64",
          "1 to 1024",
          "what the own-ham filter may take in memory and on disk, in MiB; 2 bytes a feature",
          text -> ValueParser.integer(text, 1, 1024));

  /** The least important log lines written. */
  public static final Setting<LogLevel> LOG_LEVEL =
      one(
          "log.level",
          "info",
          "error, warn, info or debug",
          "which log lines are written to standard error; reloaded",
          LogLevel::parse);

  private final String key;
  private final String defaultText;
  private final String allowed;
  private final String effect;
  private final Function<List<String>, T> reader;
  private final T defaultValue;

  private Setting(
      String key,
      String defaultText,
      String allowed,
      String effect,
      Function<List<String>, T> reader,
      T defaultValue) {
    this.key = key;
    this.defaultText = defaultText;
    this.allowed = allowed;
    this.effect = effect;
    this.reader = reader;
    this.defaultValue = defaultValue;
  }

  private static <T> Setting<T> one(
      String key, String defaultText, String allowed, String effect, Function<String, T> reader) {
    return one(key, defaultText, allowed, effect, reader, reader.apply(defaultText));
  }

  private static <T> Setting<T> one(
      String key,
      String defaultText,
      String allowed,
      String effect,
      Function<String, T> reader,
      T defaultValue) {
    return add(
        new Setting<>(
            key,
            defaultText,
            allowed,
            effect,
            texts -> reader.apply(ValueParser.single(texts)),
            defaultValue));
  }

  private static <T> Setting<T> add(Setting<T> setting) {
    TABLE.add(setting);
    return setting;
  }

  /** Every setting, in the order of the table. */
  public static List<Setting<?>> all() {
    return List.copyOf(TABLE);
  }

  /** The setting with a key. */
  static Optional<Setting<?>> find(String key) {
    for (Setting<?> setting : TABLE) {
      if (setting.key.equals(key)) {
        return Optional.of(setting);
      }
    }
    return Optional.empty();
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
    return allowed;
  }

  /** What it does. */
  public String effect() {
    return effect;
  }

  /** Whether SIGHUP changes it in a running peer. */
  public boolean reloadable() {
    return effect.endsWith("; reloaded");
  }

  T defaultValue() {
    return defaultValue;
  }

  T read(List<String> written) {
    return reader.apply(written);
  }

  @Override
  public String toString() {
    return key;
  }
}
