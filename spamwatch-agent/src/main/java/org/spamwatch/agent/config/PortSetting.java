package org.spamwatch.agent.config;

import static org.spamwatch.agent.config.Allowed.choice;
import static org.spamwatch.agent.config.Allowed.durations;
import static org.spamwatch.agent.config.Allowed.integers;
import static org.spamwatch.agent.config.Allowed.one;
import static org.spamwatch.agent.config.Setting.fixed;
import static org.spamwatch.agent.config.Setting.reloaded;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The settings of the ports at which mail programs ask and vote, and of who may vote there. */
public final class PortSetting {
  /** Where HTTP is served. */
  public static final Setting<ListenAddress> HTTP_LISTEN =
      fixed(
          "http.listen",
          ListenAddress.OF_HTTP,
          "127.0.0.1:11780",
          "where mail programs ask and vote");

  /** The Unix domain socket at which HTTP is served too. */
  public static final Setting<Optional<SocketFile>> HTTP_SOCKET =
      fixed(
          "http.socket",
          SocketFile.ALLOWED.optional(),
          "none: TCP alone",
          "a Unix domain socket where this host's programs ask and vote too");

  /** What HTTP clients must present. */
  public static final Setting<Optional<String>> HTTP_TOKEN =
      reloaded(
          "http.token",
          one("16 to 256 visible characters", ValueParser::token).optional(),
          "none",
          "'Authorization: Bearer TOKEN' of programs that vote for any user they name; once it is"
              + " set, all who come by TCP show it, or a user's own");

  /** Requests worked on at once. */
  public static final Setting<Integer> HTTP_THREADS =
      fixed(
          "http.threads",
          integers(2, 256),
          "16",
          "requests worked on at once, of HTTP, spamd, milter and policy each");

  /** Requests waiting for a thread. */
  public static final Setting<Integer> HTTP_QUEUE =
      fixed(
          "http.queue",
          integers(1, 4096),
          "128",
          "requests waiting for a thread, of each; further ones are told to come again, and mail at"
              + " a milter passes unchecked");

  /** How long a request may take to arrive. */
  public static final Setting<Duration> HTTP_READ_TIMEOUT =
      fixed(
          "http.read-timeout",
          durations("1 s", "10 min"),
          "10 s",
          "how long an HTTP request may take to arrive before its connection is closed");

  /** Whose accounts vouch for the users they name. */
  public static final Setting<List<String>> USERS_VOUCH =
      reloaded(
          "users.vouch",
          Allowed.list(
              "a list of account names, at most 16", 16, text -> ValueParser.visible(text, 256)),
          "none: root and the peer's own account alone",
          "accounts of this host whose programs vote for any user they name, such as a mail"
              + " server's");

  /** Which accounts vote over loopback TCP. */
  public static final Setting<Accounts> USERS_ACCOUNTS =
      reloaded(
          "users.accounts",
          choice(Accounts.values()),
          "registered",
          "which of this host's accounts vote over loopback TCP, each as itself: registered: those"
              + " of spamwatch user add; all; over a Unix domain socket its mode decides");

  /** Where the spamd protocol is served. */
  public static final Setting<Optional<ListenAddress>> SPAMD_LISTEN =
      fixed(
          "spamd.listen",
          one("HOST:PORT, port 0 for a free one", ListenAddress::parse).optional(),
          "none",
          "where spamc, mail servers and mail programs ask and vote as at SpamAssassin's spamd;"
              + " beyond loopback they only ask");

  /** The Unix domain socket at which the spamd protocol is served. */
  public static final Setting<Optional<SocketFile>> SPAMD_SOCKET =
      fixed(
          "spamd.socket",
          SocketFile.ALLOWED.optional(),
          "none",
          "a Unix domain socket where the spamd protocol is served, also without spamd.listen");

  /** What of a TELL casts a vote. */
  public static final Setting<TellPlace> SPAMD_TELL =
      fixed(
          "spamd.tell",
          choice(TellPlace.values()),
          "either",
          "which places of a TELL cast a vote: remote: spamc -C alone; local: -L, and -C as far"
              + " as it learns too; either: both");

  /** Where mail servers show mails by the milter protocol. */
  public static final Setting<Optional<ListenAddress>> MILTER_LISTEN =
      fixed(
          "milter.listen",
          one("HOST:PORT of loopback, port 0 for a free one", ListenAddress::parse).optional(),
          "none",
          "where Postfix and Sendmail have mails checked by the milter protocol");

  /** The Unix domain socket at which mail servers show mails. */
  public static final Setting<Optional<SocketFile>> MILTER_SOCKET =
      fixed(
          "milter.socket",
          SocketFile.ALLOWED.optional(),
          "none",
          "a Unix domain socket for the milter protocol, also without milter.listen");

  /** What mail servers do with spam. */
  public static final Setting<SpamAction> MILTER_SPAM =
      fixed(
          "milter.spam",
          choice(SpamAction.values()),
          "header",
          "what a mail server does with spam: header: delivers it with a field that says so;"
              + " quarantine: holds it for the postmaster; reject: refuses it");

  private PortSetting() {}

  /**
   * Where mail programs reach a peer of these settings: {@code HOST:PORT} or a socket's path by the
   * setting's key. What is not set is not in it, nor a port that the system is yet to choose.
   */
  public static Map<String, String> places(Settings settings) {
    Map<String, String> places = new TreeMap<>();
    listen(places, HTTP_LISTEN, Optional.of(settings.value(HTTP_LISTEN)));
    listen(places, SPAMD_LISTEN, settings.value(SPAMD_LISTEN));
    listen(places, MILTER_LISTEN, settings.value(MILTER_LISTEN));
    listen(places, RateLimitSetting.POLICY_LISTEN, settings.value(RateLimitSetting.POLICY_LISTEN));
    for (Setting<Optional<SocketFile>> socket :
        List.of(HTTP_SOCKET, SPAMD_SOCKET, MILTER_SOCKET, RateLimitSetting.POLICY_SOCKET)) {
      settings.value(socket).ifPresent(place -> places.put(socket.key(), place.file().toString()));
    }
    return places;
  }

  private static void listen(
      Map<String, String> places, Setting<?> setting, Optional<ListenAddress> place) {
    place
        .filter(address -> address.port() > 0)
        .ifPresent(address -> places.put(setting.key(), address.toString()));
  }
}
