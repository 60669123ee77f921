package org.spamwatch.agent.statistics;

import org.spamwatch.agent.statistics.TokenSet.MailDigest;

/**
 * A mail and the user who said something of it, in the order of the files.
 *
 * @param user by index
 */
record LearntMail(MailDigest digest, int user) implements Comparable<LearntMail> {
  @Override
  public int compareTo(LearntMail other) {
    int high = Long.compare(digest.high(), other.digest.high());
    if (high != 0) {
      return high;
    }
    int low = Long.compare(digest.low(), other.digest.low());
    return low != 0 ? low : Integer.compare(user, other.user);
  }
}
