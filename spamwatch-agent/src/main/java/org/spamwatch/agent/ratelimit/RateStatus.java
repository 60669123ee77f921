package org.spamwatch.agent.ratelimit;

import java.util.List;

/**
 * What a peer has counted.
 *
 * @param limits each with what is held for it
 * @param flagged keys that were over a limit, the latest last
 */
public record RateStatus(List<Table> limits, List<Flagged> flagged) {
  /** Copies the lists. */
  public RateStatus {
    limits = List.copyOf(limits);
    flagged = List.copyOf(flagged);
  }

  /**
   * What is held for a limit.
   *
   * @param keys held
   * @param forgotten how often one had to give way
   * @param bytes of memory
   */
  public record Table(RateLimit limit, int keys, long forgotten, long bytes) {}

  /**
   * A key that was over a limit: perhaps an account that somebody else uses.
   *
   * @param limit its name
   * @param key as it was given
   * @param times how often something was over the limit
   * @param rate of the key now
   * @param firstSeconds how long ago it was the first time
   * @param lastSeconds how long ago it was the last time
   */
  public record Flagged(
      String limit, String key, long times, double rate, long firstSeconds, long lastSeconds) {}
}
