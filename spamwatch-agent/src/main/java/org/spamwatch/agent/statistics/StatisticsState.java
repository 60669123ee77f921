package org.spamwatch.agent.statistics;

import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.config.StatisticsMode;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.statistics.StatisticalFilter.TrainingRecord;

/**
 * What a statistical filter was taught.
 *
 * @param users who have taught, without the operator
 * @param all mails of all
 * @param site mails of the operator, for the site
 * @param own mails of the user who asks
 * @param bytes that exact counts take on disk
 * @param judging what the filter was made of that judges for him, if there is one
 */
public record StatisticsState(
    StatisticsMode mode,
    int users,
    UserMails all,
    UserMails site,
    UserMails own,
    long bytes,
    Optional<TrainingRecord> judging) {

  static StatisticsState of(
      StatisticsMode mode,
      List<UserMails> users,
      long bytes,
      Optional<String> user,
      Optional<AppliedFilter> filter) {
    UserMails site = sum(users.stream().filter(u -> u.name().equals(Marked.SITE)).toList());
    return new StatisticsState(
        mode,
        (int) users.stream().filter(u -> !u.name().equals(Marked.SITE)).count(),
        sum(users),
        site,
        sum(users.stream().filter(u -> Optional.of(u.name()).equals(user)).toList()),
        bytes,
        filter.map(f -> f.filter().record()));
  }

  private static UserMails sum(List<UserMails> users) {
    return new UserMails(
        "",
        users.stream().mapToInt(UserMails::spam).sum(),
        users.stream().mapToInt(UserMails::ham).sum());
  }

  /**
   * How many mails a user has taught.
   *
   * @param name empty of one that is forgotten
   */
  public record UserMails(String name, int spam, int ham) {
    /** Of whom nothing is kept; the indexes of others stay. */
    static final UserMails FORGOTTEN = new UserMails("", 0, 0);

    /** With more or fewer mails of which he said a word. */
    UserMails with(VoteValue word, int change) {
      return switch (word) {
        case SPAM -> new UserMails(name, spam + change, ham);
        case HAM -> new UserMails(name, spam, ham + change);
        case WITHDRAWN -> this;
      };
    }

    /** Of both kinds. */
    public long mails() {
      return (long) spam + ham;
    }
  }
}
