package org.spamwatch.agent.api;

import java.util.List;
import org.spamwatch.agent.ratelimit.RateStatus;

/**
 * What the rate limits have counted.
 *
 * @param limits with what is held for each
 * @param flagged keys that were over a limit since the peer's start, who was so last at the end
 */
public record RateInfo(List<Limit> limits, List<Flagged> flagged) {
  /** Copies the lists. */
  public RateInfo {
    limits = List.copyOf(limits);
    flagged = List.copyOf(flagged);
  }

  /** The answer to the client. */
  public static RateInfo of(RateStatus status) {
    return new RateInfo(
        status.limits().stream().map(Limit::of).toList(),
        status.flagged().stream().map(Flagged::of).toList());
  }

  /**
   * A limit.
   *
   * @param limit as it is set
   * @param keys held
   * @param forgotten how often a key had to give way to others
   * @param bytes of memory
   */
  public record Limit(String limit, int keys, long forgotten, long bytes) {
    private static Limit of(RateStatus.Table table) {
      return new Limit(table.limit().toString(), table.keys(), table.forgotten(), table.bytes());
    }
  }

  /**
   * A key that was over a limit.
   *
   * @param limit its name
   * @param key as it was given
   * @param times how often something was over the limit
   * @param rate of the key now
   * @param firstSeconds how long ago it was the first time
   * @param lastSeconds how long ago it was the last time
   */
  public record Flagged(
      String limit, String key, long times, double rate, long firstSeconds, long lastSeconds) {
    private static Flagged of(RateStatus.Flagged flag) {
      return new Flagged(
          flag.limit(),
          flag.key(),
          flag.times(),
          flag.rate(),
          flag.firstSeconds(),
          flag.lastSeconds());
    }
  }
}
