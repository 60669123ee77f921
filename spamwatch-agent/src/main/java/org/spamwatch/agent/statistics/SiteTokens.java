package org.spamwatch.agent.statistics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.ToIntFunction;
import org.spamwatch.agent.statistics.StatisticsState.UserMails;
import org.spamwatch.statistics.TokenCounts;

/**
 * The counts of those tokens that may be in the site's filter, which others are given: those alone
 * that are in {@link #LEAST_MAILS} mails of {@link #LEAST_USERS} users; what the operator teaches
 * for the site counts as that of as many users. So what one user alone writes about is in no filter
 * but his.
 *
 * <p>And no user counts for more than the next one below him: of his mails of a kind for as many as
 * the other who has taught most of it, and of those with a token for as many as the other who has
 * most with it. So nobody makes ham words those of spam by teaching them so again and again, nor
 * spam words rare by teaching thousands of other mails. The operator is held to nothing.
 */
final class SiteTokens implements TokenCounts {
  /** Mails in which a token of the site's filter is. */
  static final int LEAST_MAILS = 5;

  /** Users in whose mails it is. */
  static final int LEAST_USERS = 3;

  private final Counts counts;
  private final boolean[] isSite;
  private final Totals spam;
  private final Totals ham;

  /**
   * What users have taught of a kind.
   *
   * @param mails as many as count
   * @param most the user who has taught most, or -1
   * @param share of his mails that count
   */
  private record Totals(long mails, int most, double share) {
    static Totals of(List<UserMails> users, boolean[] isSite, ToIntFunction<UserMails> mails) {
      long sum = 0;
      int most = -1;
      long largest = 0;
      long next = 0; // of all but that one
      for (int i = 0; i < users.size(); i++) {
        long his = mails.applyAsInt(users.get(i));
        sum += his;
        if (!isSite[i] && his > largest) {
          next = Math.max(next, largest);
          largest = his;
          most = i;
        } else {
          next = Math.max(next, his);
        }
      }
      return largest > next
          ? new Totals(sum - largest + next, most, (double) next / largest)
          : new Totals(sum, -1, 1);
    }
  }

  /** The counts of one kind of mails with a token. */
  private static final class Kind {
    private final Totals totals;
    private double sum;
    private double largest; // of a user's
    private double next; // of all but that one's

    Kind(Totals totals) {
      this.totals = totals;
    }

    void begin() {
      sum = 0;
      largest = 0;
      next = 0;
    }

    void add(int user, int mails, boolean isSite) {
      double counted = user == totals.most() ? mails * totals.share() : mails;
      sum += counted;
      if (!isSite && counted > largest) {
        next = Math.max(next, largest);
        largest = counted;
      } else {
        next = Math.max(next, counted);
      }
    }

    int mails() {
      long mails = Math.round(sum - largest + Math.min(largest, next));
      return (int) Math.min(mails, Integer.MAX_VALUE);
    }
  }

  /** Those of all users. */
  SiteTokens(Counts counts) {
    this.counts = counts;
    List<UserMails> users = counts.users();
    isSite = new boolean[users.size()];
    for (int i = 0; i < isSite.length; i++) {
      isSite[i] = users.get(i).name().equals(Marked.SITE);
    }
    spam = Totals.of(users, isSite, UserMails::spam);
    ham = Totals.of(users, isSite, UserMails::ham);
  }

  @Override
  public int spamMails() {
    return (int) Math.min(spam.mails(), Integer.MAX_VALUE);
  }

  @Override
  public int hamMails() {
    return (int) Math.min(ham.mails(), Integer.MAX_VALUE);
  }

  /**
   * Shows them in ascending order.
   *
   * @throws UncheckedIOException if the counts cannot be read
   */
  @Override
  public void forEach(Visitor visitor) {
    try {
      forEach(counts.rows(), visitor);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void forEach(Rows rows, Visitor visitor) throws IOException {
    Kind ofSpam = new Kind(spam);
    Kind ofHam = new Kind(ham);
    boolean goesOn = rows.next();
    while (goesOn) {
      long hash = rows.hash();
      long mails = 0;
      int users = 0;
      ofSpam.begin();
      ofHam.begin();
      while (goesOn && rows.hash() == hash) {
        boolean ofSite = isSite[rows.user()];
        mails += (long) rows.spam() + rows.ham();
        users += ofSite ? LEAST_USERS : 1;
        ofSpam.add(rows.user(), rows.spam(), ofSite);
        ofHam.add(rows.user(), rows.ham(), ofSite);
        goesOn = rows.next();
      }
      if (users >= LEAST_USERS && mails >= LEAST_MAILS) {
        visitor.token(hash, ofSpam.mails(), ofHam.mails());
      }
    }
  }
}
