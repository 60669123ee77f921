package org.spamwatch.agent.ratelimit;

import java.util.List;

/**
 * What is kept of rates over a restart: hashes with the peer's secret, and numbers.
 *
 * @param writtenMillis when, by the wall clock
 */
public record RateState(long writtenMillis, List<Kept> limits) {
  /** Copies the list. */
  public RateState {
    limits = List.copyOf(limits);
  }

  /**
   * What is kept of a limit.
   *
   * @param limit its name, rate and counting: for another one the keys are not taken up
   * @param keys those near the limit, in base64
   */
  public record Kept(String limit, List<String> keys) {
    /** Copies the list. */
    public Kept {
      keys = List.copyOf(keys);
    }
  }
}
