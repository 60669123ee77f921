package org.spamwatch.agent.ham;

import java.time.Duration;

/**
 * How much is learnt and how long it is kept.
 *
 * @param period how long a generation learns, a day or more
 * @param keep generations kept, the one that learns included, 1 or more
 * @param maxBytes what all filters may take, in memory and on disk; a forgotten feature may make it
 *     more, at most twice as much
 */
public record HamConfig(Duration period, int keep, long maxBytes) {
  /** A year in generations of 30 days, 64 MiB. */
  public static final HamConfig DEFAULT = new HamConfig(Duration.ofDays(30), 12, 64L << 20);

  /** Checks the ranges. */
  public HamConfig {
    if (period.compareTo(Duration.ofDays(1)) < 0 || keep < 1 || maxBytes < 1) {
      throw new IllegalArgumentException(
          "a generation of " + period + ", " + keep + " of them, " + maxBytes + " bytes");
    }
  }
}
