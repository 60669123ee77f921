package org.spamwatch.agent.digest;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.spamwatch.agent.request.RequestProblem;

/**
 * What a server has refused, by why, and how often it lets others merge: what they send is as large
 * as all it holds, so {@value #BURST} at once, and one a second after that. Not thread-safe.
 */
public final class Refusals {
  private static final int BURST = 16;
  private static final long BETWEEN = Duration.ofSeconds(1).toNanos();

  private final Map<String, Long> counted = new TreeMap<>();
  private final LongSupplier nanos;
  private long paidUpTo;

  /**
   * Nothing refused.
   *
   * @param nanos a monotonic clock
   */
  public Refusals(LongSupplier nanos) {
    this.nanos = nanos;
    paidUpTo = nanos.getAsLong() - BURST * BETWEEN;
  }

  /** Counts a refusal; returns it to be thrown. */
  public RequestProblem refuse(String why, RequestProblem problem) {
    counted.merge(why, 1L, Long::sum);
    return problem;
  }

  /**
   * Refuses what comes too soon after others.
   *
   * @throws RequestProblem 429
   */
  public void checkRate() throws RequestProblem {
    long now = nanos.getAsLong();
    paidUpTo = Math.max(paidUpTo, now - BURST * BETWEEN);
    if (now - paidUpTo < BETWEEN) {
      throw refuse(
          "too often",
          RequestProblem.overQuota("filters are merged once a second", BETWEEN / 1_000_000));
    }
    paidUpTo += BETWEEN;
  }

  /** How many were refused, by why. */
  public Map<String, Long> counted() {
    return Map.copyOf(counted);
  }
}
