package org.spamwatch.agent.summary;

import java.time.Duration;

/**
 * How announcements are made, spread and held.
 *
 * @param isOn whether there are any; else none is made, asked for or taken
 * @param retention how long after its date a block is held
 * @param gather how long what changes here is gathered into one block
 * @param bytesPerDay most bytes of the blocks that one origin dates on one day
 * @param roomBytes what all blocks held may take: their bytes, and 200 more each
 * @param bytesPerSecond most bytes that one peer is sent in a second because it asked; four times
 *     as many for all, at most a million
 * @param filterBytes what the filter over all features announced may take of the heap
 * @param compare how often what is held is compared with a neighbour's
 */
public record SummaryConfig(
    boolean isOn,
    Duration retention,
    Duration gather,
    int bytesPerDay,
    long roomBytes,
    int bytesPerSecond,
    long filterBytes,
    Duration compare) {
  /** What a simulated peer uses. */
  public static final SummaryConfig DEFAULT =
      new SummaryConfig(
          true,
          Duration.ofDays(60),
          Duration.ofSeconds(2),
          1 << 20,
          1_500_000_000L,
          250_000,
          64 << 20,
          Duration.ofMinutes(1));

  /** No announcements. */
  public static final SummaryConfig OFF =
      new SummaryConfig(
          false,
          DEFAULT.retention,
          DEFAULT.gather,
          DEFAULT.bytesPerDay,
          DEFAULT.roomBytes,
          DEFAULT.bytesPerSecond,
          DEFAULT.filterBytes,
          DEFAULT.compare);

  /** Checks the ranges. */
  public SummaryConfig {
    for (Duration span : new Duration[] {retention, gather, compare}) {
      if (span.isZero() || span.isNegative()) {
        throw new IllegalArgumentException(span + " is not a positive span of time");
      }
    }
    if (bytesPerDay < Block.MAX_BYTES || roomBytes < 1 || filterBytes < 1) {
      throw new IllegalArgumentException(
          "an origin's day holds a block at least, and sizes are positive");
    }
    if (bytesPerSecond < Block.MAX_BYTES || bytesPerSecond > 1_000_000) {
      throw new IllegalArgumentException(
          bytesPerSecond + " bytes a second are not in " + Block.MAX_BYTES + " to 1000000");
    }
  }

  /**
   * This configuration with other bounds: bytes of an origin's day, of all blocks, of the filter.
   */
  public SummaryConfig withBounds(int ofDay, long ofRoom, long ofFilter) {
    return new SummaryConfig(
        isOn, retention, gather, ofDay, ofRoom, bytesPerSecond, ofFilter, compare);
  }

  /** This configuration with comparisons as often. */
  public SummaryConfig withCompare(Duration other) {
    return new SummaryConfig(
        isOn, retention, gather, bytesPerDay, roomBytes, bytesPerSecond, filterBytes, other);
  }
}
