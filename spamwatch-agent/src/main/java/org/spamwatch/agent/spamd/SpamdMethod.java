package org.spamwatch.agent.spamd;

import java.util.Arrays;
import java.util.Optional;

/** What a client asks for. */
enum SpamdMethod {
  /** Whether the mail is spam, and its score. */
  CHECK,
  /** The names of what made it spam as well. */
  SYMBOLS,
  /** A report for people as well. */
  REPORT,
  /** The report only if it is spam. */
  REPORT_IFSPAM,
  /** The mail with what was found in its header. */
  PROCESS,
  /** The header of that mail. */
  HEADERS,
  /** What somebody says of the mail. */
  TELL,
  /** Something is counted by a rate limit; of this peer's own, for mail servers' scripts. */
  RATELIMIT,
  /** Whether anybody is there. */
  PING,
  /** Nothing after all. */
  SKIP;

  static Optional<SpamdMethod> named(String name) {
    return Arrays.stream(values()).filter(method -> method.name().equals(name)).findFirst();
  }

  boolean hasMail() {
    return this != PING && this != SKIP && this != RATELIMIT;
  }

  /** Whether headers follow the first line, in a version of the protocol. */
  boolean hasHead(int version) {
    return switch (this) {
      case PING, SKIP -> version >= RequestHead.PING_WITH_HEAD;
      case RATELIMIT -> true;
      default -> version > RequestHead.NO_HEADERS;
    };
  }
}
