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
 * @param hotBytes size of the small filter with the newest and most voted messages
 */
public record SummaryConfig(
    boolean isOn,
    Duration retention,
    Duration gather,
    int bytesPerDay,
    long roomBytes,
    int bytesPerSecond,
    int hotBytes) {
  /** What a simulated peer uses. */
  public static final SummaryConfig DEFAULT =
      new SummaryConfig(
          true,
          Duration.ofDays(60),
          Duration.ofSeconds(2),
          1 << 20,
          1_500_000_000L,
          250_000,
          64 * 1024);

  /** No announcements. */
  public static final SummaryConfig OFF =
      new SummaryConfig(
          false,
          DEFAULT.retention,
          DEFAULT.gather,
          DEFAULT.bytesPerDay,
          DEFAULT.roomBytes,
          DEFAULT.bytesPerSecond,
          DEFAULT.hotBytes);

  /** Checks the ranges. */
  public SummaryConfig {
    for (Duration span : new Duration[] {retention, gather}) {
      if (span.isZero() || span.isNegative()) {
        throw new IllegalArgumentException(span + " is not a positive span of time");
      }
    }
    if (bytesPerDay < Block.MAX_BYTES || roomBytes < 1 || hotBytes < 0) {
      throw new IllegalArgumentException(
          "an origin's day holds a block at least, and sizes are not negative");
    }
    if (bytesPerSecond < Block.MAX_BYTES || bytesPerSecond > 1_000_000) {
      throw new IllegalArgumentException(
          bytesPerSecond + " bytes a second are not in " + Block.MAX_BYTES + " to 1000000");
    }
  }

  /** This configuration with a small filter of another size. */
  public SummaryConfig withHotBytes(int other) {
    return new SummaryConfig(
        isOn, retention, gather, bytesPerDay, roomBytes, bytesPerSecond, other);
  }

  /** This configuration with other bounds. */
  public SummaryConfig withBounds(int ofDay, long ofRoom) {
    return new SummaryConfig(isOn, retention, gather, ofDay, ofRoom, bytesPerSecond, hotBytes);
  }
}
