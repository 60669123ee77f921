package org.spamwatch.agent.spamd;

import java.util.Optional;
import java.util.OptionalLong;
import org.spamwatch.agent.api.RateBody;

/**
 * What comes before a mail.
 *
 * @param version of the protocol that the client speaks, times 100
 * @param user for whom it asks
 * @param length how many bytes follow, if that is said; else all until the client's end
 * @param isCompressed whether they are compressed by zlib
 * @param rate what is to be counted, if that is asked for
 */
record RequestHead(
    SpamdMethod method,
    int version,
    Optional<String> user,
    OptionalLong length,
    boolean isCompressed,
    Tell tell,
    RateBody rate) {
  /** The first version that knows the length of a mail. */
  static final int LENGTH_OF_MAILS = 120;

  /** The first version that takes several headers in an answer. */
  static final int SEVERAL_HEADERS = 130;

  /** The first version in which a request without a mail has a head. */
  static final int PING_WITH_HEAD = 150;

  /** The last version without headers. */
  static final int NO_HEADERS = 100;
}
