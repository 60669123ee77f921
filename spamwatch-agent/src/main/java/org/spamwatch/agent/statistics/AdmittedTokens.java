package org.spamwatch.agent.statistics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalInt;
import org.spamwatch.agent.statistics.StatisticsState.UserMails;
import org.spamwatch.statistics.TokenCounts;

/**
 * The counts of those tokens that may be in a filter. Into a user's own all of his may. Into the
 * site's, which others are given, those alone that are in {@link #LEAST_MAILS} mails of {@link
 * #LEAST_USERS} users; what the operator teaches for the site counts as that of as many users. So
 * what one user alone writes about is in no filter but his.
 *
 * @param user whose filter it is, by index; the site's if empty
 */
record AdmittedTokens(Counts counts, OptionalInt user) implements TokenCounts {
  /** Mails in which a token of the site's filter is. */
  static final int LEAST_MAILS = 5;

  /** Users in whose mails it is. */
  static final int LEAST_USERS = 3;

  @Override
  public int spamMails() {
    return (int) mails(true);
  }

  @Override
  public int hamMails() {
    return (int) mails(false);
  }

  private long mails(boolean areSpam) {
    long mails = 0;
    for (int i = 0; i < counts.users().size(); i++) {
      UserMails each = counts.users().get(i);
      if (user.isEmpty() || user.getAsInt() == i) {
        mails += areSpam ? each.spam() : each.ham();
      }
    }
    return Math.min(mails, Integer.MAX_VALUE);
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
      if (user.isPresent()) {
        forEachOfUser(rows, user.getAsInt(), visitor);
      } else {
        forEachOfSite(rows, visitor);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void forEachOfUser(Rows rows, int user, Visitor visitor) throws IOException {
    while (rows.next()) {
      if (rows.user() == user) {
        visitor.token(rows.hash(), rows.spam(), rows.ham());
      }
    }
  }

  private void forEachOfSite(Rows rows, Visitor visitor) throws IOException {
    boolean goesOn = rows.next();
    while (goesOn) {
      long hash = rows.hash();
      long spam = 0;
      long ham = 0;
      int users = 0;
      while (goesOn && rows.hash() == hash) {
        spam += rows.spam();
        ham += rows.ham();
        users += isSite(rows.user()) ? LEAST_USERS : 1;
        goesOn = rows.next();
      }
      if (users >= LEAST_USERS && spam + ham >= LEAST_MAILS) {
        visitor.token(
            hash, (int) Math.min(spam, Integer.MAX_VALUE), (int) Math.min(ham, Integer.MAX_VALUE));
      }
    }
  }

  private boolean isSite(int index) {
    return counts.users().get(index).name().equals(Marked.SITE);
  }
}
