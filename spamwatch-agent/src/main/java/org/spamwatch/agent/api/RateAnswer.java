package org.spamwatch.agent.api;

import org.spamwatch.agent.ratelimit.RateResult;
import org.spamwatch.sketch.DistinctRates.Outcome;

/**
 * What became of something that was counted, or would become of something new.
 *
 * @param limit its name
 * @param most different things a period
 * @param period in milliseconds
 * @param rate of the key now, in different things a period
 * @param outcome new; repeat: it was counted in this period already; over: the limit is exceeded
 */
public record RateAnswer(String limit, int most, long period, double rate, Outcome outcome) {
  /** The answer to the client. */
  public static RateAnswer of(RateResult result) {
    return new RateAnswer(
        result.limit().name(),
        result.limit().most(),
        result.limit().period().toMillis(),
        result.rate(),
        result.outcome());
  }
}
