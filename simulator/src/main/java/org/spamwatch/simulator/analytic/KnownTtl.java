package org.spamwatch.simulator.analytic;

import java.util.List;
import java.util.OptionalDouble;
import org.spamwatch.simulator.analytic.TtlTable.Mean;

/**
 * Success that is known from elsewhere, for 4,096 nodes on graphs of 5,000 routers in GT-ITM's
 * proportions: what exact tables of another program gave, and the points that the paper prints.
 */
public final class KnownTtl {
  private static final double TOLERANCE = 0.02;
  private static final double DEVIATION = 0.01;

  private static final double[][] SURROGATE_16 = {
    {.001, .002, .079, .484, .984},
    {.002, .003, .129, .645, .995},
    {.005, .006, .237, .851, 1},
    {.01, .010, .367, .952, 1},
    {.02, .016, .529, .987, 1},
    {.05, .027, .750, .998, 1},
    {.1, .037, .873, 1, 1},
    {.2, .046, .946, 1, 1},
    {.5, .056, .992, 1, 1}
  };

  private KnownTtl() {}

  /** What is known of a reading at a rate and TTL. */
  public static OptionalDouble success(Reading reading, double rate, int ttl) {
    if (reading.name().equals("surrogate-16") && reading.routing().sampled() == 0) {
      for (double[] row : SURROGATE_16) {
        if (row[0] == rate && ttl + 1 < row.length) {
          return OptionalDouble.of(row[ttl + 1]);
        }
      }
    }
    return OptionalDouble.empty();
  }

  /**
   * Whether a mean is within what is known: two hundredths, or three standard deviations of either
   * side; of the paper's reading, its printed points.
   */
  public static boolean isWithin(Reading reading, Mean mean) {
    if (reading.name().equals("paper-b") && reading.routing().sampled() == 0) {
      return isAsPrinted(mean);
    }
    OptionalDouble known = success(reading, mean.rate(), mean.ttl());
    double most = Math.max(TOLERANCE, 3 * Math.max(DEVIATION, mean.deviation()));
    return known.isEmpty() || Math.abs(known.getAsDouble() - mean.success()) <= most;
  }

  /** Three quarters at 10 % and TTL 2; "high" at 2 to 5 % and TTL 3; deviations under .02. */
  private static boolean isAsPrinted(Mean mean) {
    List<Double> at = List.of(mean.rate(), (double) mean.ttl());
    if (at.equals(List.of(.1, 2.0))) {
      return mean.success() >= .73 && mean.success() <= .78 && mean.deviation() < .02;
    }
    if (at.equals(List.of(.02, 3.0))) {
      return mean.success() >= .88 && mean.deviation() < .02;
    }
    return !at.equals(List.of(.05, 3.0)) || (mean.success() >= .96 && mean.deviation() < .02);
  }
}
