package org.spamwatch.agent.statistics;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.spamwatch.agent.statistics.StatisticsState.UserMails;
import org.spamwatch.statistics.TokenCounts;

/**
 * The counts of what one user has taught, for a filter of his own.
 *
 * @param user by index
 */
record UserTokens(Counts counts, int user) implements TokenCounts {
  @Override
  public int spamMails() {
    return mails().spam();
  }

  @Override
  public int hamMails() {
    return mails().ham();
  }

  private UserMails mails() {
    return counts.users().get(user);
  }

  /**
   * Shows them in ascending order.
   *
   * @throws UncheckedIOException if the counts cannot be read
   */
  @Override
  public void forEach(Visitor visitor) {
    try {
      Rows rows = counts.rows();
      while (rows.next()) {
        if (rows.user() == user) {
          visitor.token(rows.hash(), rows.spam(), rows.ham());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
