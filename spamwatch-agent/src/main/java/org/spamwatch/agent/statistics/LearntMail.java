package org.spamwatch.agent.statistics;

import java.util.Comparator;
import org.spamwatch.agent.statistics.TokenSet.MailDigest;

/**
 * A mail and the user who said something of it, in the order of the files.
 *
 * @param user by index
 */
record LearntMail(MailDigest digest, int user) implements Comparable<LearntMail> {
  private static final Comparator<LearntMail> ORDER =
      Comparator.<LearntMail>comparingLong(mail -> mail.digest().high())
          .thenComparingLong(mail -> mail.digest().low())
          .thenComparingInt(LearntMail::user);

  @Override
  public int compareTo(LearntMail other) {
    return ORDER.compare(this, other);
  }
}
