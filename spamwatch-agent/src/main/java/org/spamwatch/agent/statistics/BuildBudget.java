package org.spamwatch.agent.statistics;

import java.util.concurrent.TimeUnit;

/**
 * How much time filters may take to build: a {@link #SHARE}th of it over time, and some seconds
 * saved, so that small filters and the first of a large one are there at once. A token bucket of
 * processor time. All times are in nanoseconds. Of one thread at a time.
 */
final class BuildBudget {
  /** One processor has so many times as much. */
  static final int SHARE = 20;

  /** What can be saved. */
  static final long MOST = TimeUnit.SECONDS.toNanos(5);

  private long saved = MOST; // below 0 what was spent ahead
  private long last;

  /** One that has saved all that it may. */
  BuildBudget(long now) {
    last = now;
  }

  /** How long nothing may be built; 0 if it may be at once. */
  long pause(long now) {
    earn(now);
    return saved > 0 ? 0 : SHARE * (1 - saved);
  }

  /** Filters were built in that time. */
  void spend(long from, long to) {
    earn(to);
    saved -= to - from;
  }

  private void earn(long now) {
    saved = Math.min(MOST, saved + (now - last) / SHARE);
    last += (now - last) / SHARE * SHARE; // what is left of the division counts the next time
  }
}
