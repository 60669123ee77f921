package org.spamwatch.simulator.analytic;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.spamwatch.simulator.analytic.TtlTable.Mean;

/**
 * Success that is known from elsewhere, for 4,096 nodes on graphs of 5,000 routers by GT-ITM: what
 * another program gave, and the points that the paper prints.
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

  /** Of ten fingerprints the rate, how many are to be met, and success at TTLs from 1 on. */
  private static final double[][] TEN_FINGERPRINTS = {
    {.001, 1, .403, .985},
    {.001, 3, .077, .813},
    {.001, 5, .036, .497},
    {.005, 1, .745, 1},
    {.005, 3, .322, .996},
    {.005, 5, .176, .966},
    {.01, 1, .865, 1},
    {.01, 3, .525, 1},
    {.01, 5, .335, .997},
    {.02, 1, .949, 1},
    {.02, 3, .747, 1},
    {.02, 5, .555, 1},
    {.1, 1, .999},
    {.1, 3, .992},
    {.1, 5, .964}
  };

  /** Nodes compared for a slot of the table, and success at a rate of 10 % and TTL 1. */
  private static final double[][] SAMPLED = {{64, .863}, {16, .857}, {1, .844}};

  private KnownTtl() {}

  /** What is known of a reading, with so many fingerprints, at a rate and TTL. */
  public static OptionalDouble success(Reading reading, int fingerprints, Mean at) {
    if (!reading.name().equals("surrogate-16")) {
      return OptionalDouble.empty();
    }
    int sampled = reading.routing().sampled();
    if (sampled > 0) {
      return fingerprints == 1 && at.rate() == .1 && at.ttl() == 1
          ? find(SAMPLED, 1, 0, sampled)
          : OptionalDouble.empty();
    }
    return switch (fingerprints) {
      case 1 -> find(SURROGATE_16, 1, at.ttl(), at.rate());
      case 10 -> find(TEN_FINGERPRINTS, 2, at.ttl() - 1, at.rate(), at.needed());
      default -> OptionalDouble.empty();
    };
  }

  /** The value at a place behind the first ones of a row, which are given. */
  private static OptionalDouble find(double[][] rows, int from, int place, double... first) {
    for (double[] row : rows) {
      if (Arrays.equals(Arrays.copyOf(row, first.length), first)
          && place >= 0
          && from + place < row.length) {
        return OptionalDouble.of(row[from + place]);
      }
    }
    return OptionalDouble.empty();
  }

  /**
   * Whether a mean is within what is known: two hundredths, or three standard deviations of either
   * side; of the paper's reading, its printed points.
   */
  public static boolean isWithin(Reading reading, int fingerprints, Mean mean) {
    if (fingerprints == 1 && reading.name().equals("paper-b") && reading.routing().sampled() == 0) {
      return isAsPrinted(mean);
    }
    OptionalDouble known = success(reading, fingerprints, mean);
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
