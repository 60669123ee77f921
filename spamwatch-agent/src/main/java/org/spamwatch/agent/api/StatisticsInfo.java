package org.spamwatch.agent.api;

import java.time.Instant;
import java.util.Optional;
import org.spamwatch.agent.config.StatisticsMode;
import org.spamwatch.agent.statistics.StatisticsState;
import org.spamwatch.agent.statistics.StatisticsState.UserMails;
import org.spamwatch.statistics.StatisticalFilter.TrainingRecord;

/**
 * What a peer's statistical filter was taught.
 *
 * @param users who have taught, without the operator
 * @param all mails by all
 * @param site mails by the operator, for the site
 * @param own mails by the user who asks
 * @param needed mails of either kind, of a user for a filter of his own and of all for the site's
 * @param bytes that exact counts take on disk
 * @param judging what the filter was made of that judges for the user who asks, if there is one
 */
public record StatisticsInfo(
    StatisticsMode mode,
    int users,
    Taught all,
    Taught site,
    Taught own,
    int needed,
    long bytes,
    Optional<Judging> judging) {
  /** The answer to the client. */
  public static StatisticsInfo of(StatisticsState state) {
    return new StatisticsInfo(
        state.mode(),
        state.users(),
        Taught.of(state.all()),
        Taught.of(state.site()),
        Taught.of(state.own()),
        TrainingRecord.LEAST_MAILS,
        state.bytes(),
        state.judging().map(Judging::of));
  }

  /** Mails that were taught. */
  public record Taught(int spam, int ham) {
    private static Taught of(UserMails mails) {
      return new Taught(mails.spam(), mails.ham());
    }
  }

  /**
   * A filter.
   *
   * @param tokens in it
   * @param built when, such as {@code 2026-01-31T00:00:00Z}
   */
  public record Judging(int spam, int ham, long tokens, String built) {
    private static Judging of(TrainingRecord record) {
      return new Judging(
          record.spamMails(),
          record.hamMails(),
          record.tokens(),
          Instant.ofEpochSecond(record.built()).toString());
    }
  }
}
