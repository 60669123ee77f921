package org.spamwatch.agent.rspamd;

import java.util.Arrays;
import java.util.Optional;

/** What rspamd's clients ask, as far as it means something to a peer. */
public enum RspamdCommand {
  /** {@code rspamc symbols} or {@code check}: asks about a mail. */
  CHECK("POST", "/checkv2"),
  /** {@code rspamc learn_spam}: a person says spam. */
  LEARN_SPAM("POST", "/learnspam"),
  /** {@code rspamc learn_ham}: a person says ham. */
  LEARN_HAM("POST", "/learnham"),
  /** {@code rspamc stat}: what was done since the start. */
  STAT("GET", "/stat"),
  /** {@code rspamc uptime}. */
  UPTIME("GET", "/auth"),
  /** What programs ask that watch over rspamd. */
  PING("GET", "/ping");

  private final String method;
  private final String path;

  RspamdCommand(String method, String path) {
    this.method = method;
    this.path = path;
  }

  /** That of a path, if it is one of rspamd's. */
  public static Optional<RspamdCommand> of(String path) {
    return Arrays.stream(values()).filter(each -> each.path.equals(path)).findFirst();
  }

  /** GET or POST. */
  public String method() {
    return method;
  }

  /** The path, without a query. */
  public String path() {
    return path;
  }

  /** Whether the body is a mail, whatever its Content-Type says. */
  public boolean hasMail() {
    return method.equals("POST");
  }
}
