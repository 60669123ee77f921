package org.spamwatch.agent.ratelimit;

import java.util.Locale;
import org.spamwatch.sketch.DistinctRates.Outcome;

/**
 * What became of something that was counted, or would be.
 *
 * @param limit in which
 * @param rate of its key now, in different things a period
 * @param outcome whether it was new, and whether it is over the limit
 */
public record RateResult(RateLimit limit, double rate, Outcome outcome) {
  /** Whether the limit is exceeded. */
  public boolean isOver() {
    return outcome == Outcome.OVER;
  }

  /** Why a mail is not taken, for its sender: one line of ASCII without an address. */
  public String reason() {
    return String.format(Locale.ROOT, "over the limit %s of %s", limit.name(), limit.rate());
  }
}
