package org.spamwatch.sketch;

import java.util.Arrays;

/**
 * Represents numbers by q of them, so that the mean squared error over a sample is small: a number
 * belongs to the nearest value, and each value is the mean of what belongs to it (Lloyd 1982, Max
 * 1960; HAI section III-D.1). From equal intervals over the sample's range the two conditions are
 * made to hold in turn until nothing changes, which is a minimum, though not always the least one:
 * where the sample has a wide gap a level may stay within it. {@link #optimal} finds the least.
 * Levels rise with their values. A level to which nothing belongs, as where a sample has few
 * distinct numbers, keeps the middle of its interval.
 *
 * <p>Training takes time n log n for n numbers and then little; {@link #level} log q, and allocates
 * nothing. Immutable.
 */
public final class LloydMaxQuantiser {
  /** The fewest levels. */
  public static final int MIN_LEVELS = 2;

  /** The most levels. */
  public static final int MAX_LEVELS = 16;

  /** The largest number of a sample, positive or negative. */
  private static final double MOST = 1e100;

  /** Each step lowers the error; by then hardly. */
  private static final int MOST_STEPS = 1_000;

  private final double[] bounds; // bounds[i] is between levels i and i + 1, and of i + 1
  private final double[] values;

  private LloydMaxQuantiser(double[] bounds, double[] values) {
    this.bounds = bounds;
    this.values = values;
  }

  /**
   * Trains one.
   *
   * @param sample in any order; left as it is
   * @param levels q, {@value #MIN_LEVELS} to {@value #MAX_LEVELS}
   * @throws IllegalArgumentException if the sample is empty or has what is no number of -1e100 to
   *     1e100, or if there are too few or too many levels
   */
  public static LloydMaxQuantiser of(double[] sample, int levels) {
    check(levels);
    double[] sorted = sample.clone();
    Arrays.sort(sorted);
    double[] weights = new double[sorted.length];
    Arrays.fill(weights, 1);
    return ofWeighted(sorted, weights, levels);
  }

  /**
   * Trains one by numbers each of which stands for many, as the bars of a histogram do.
   *
   * @param sorted numbers that do not fall
   * @param weights of them, above 0
   * @param levels q, {@value #MIN_LEVELS} to {@value #MAX_LEVELS}
   * @throws IllegalArgumentException as {@link #of} does, or if there are not as many weights
   */
  public static LloydMaxQuantiser ofWeighted(double[] sorted, double[] weights, int levels) {
    check(sorted, weights, levels);
    double least = sorted[0];
    double range = sorted[sorted.length - 1] - least;
    double[] bounds = new double[levels - 1];
    for (int i = 0; i < bounds.length; i++) {
      bounds[i] = least + range * (i + 1) / levels;
    }
    return from(bounds, sorted, weights);
  }

  /**
   * The one whose error is the least of all, and that leaves no level without a number where there
   * are as many distinct ones. Takes time q n log n and memory qn.
   *
   * @param sorted numbers that do not fall
   * @param weights of them, above 0
   * @param levels q, {@value #MIN_LEVELS} to {@value #MAX_LEVELS}
   * @throws IllegalArgumentException as {@link #ofWeighted} does
   */
  public static LloydMaxQuantiser optimal(double[] sorted, double[] weights, int levels) {
    check(sorted, weights, levels);
    int[] firsts = new LeastErrorSplit(sorted, weights, levels).firsts();
    double[] bounds = new double[levels - 1];
    for (int i = 0; i < bounds.length; i++) {
      int first = Math.min(firsts[i], sorted.length - 1);
      bounds[i] = (sorted[Math.max(0, first - 1)] + sorted[first]) / 2;
    }
    return from(bounds, sorted, weights);
  }

  private static LloydMaxQuantiser from(double[] start, double[] sorted, double[] weights) {
    int count = sorted.length;
    double[] masses = new double[count + 1];
    double[] sums = new double[count + 1];
    for (int i = 0; i < count; i++) {
      masses[i + 1] = masses[i] + weights[i];
      sums[i + 1] = sums[i] + weights[i] * sorted[i];
    }
    double[] bounds = start;
    double[] values = new double[bounds.length + 1];
    double[] before;
    int steps = 0;
    do {
      before = bounds.clone();
      centre(sorted, masses, sums, bounds, values);
      for (int i = 0; i < bounds.length; i++) {
        bounds[i] = (values[i] + values[i + 1]) / 2;
      }
      steps++;
    } while (steps < MOST_STEPS && !Arrays.equals(before, bounds));
    return new LloydMaxQuantiser(bounds, values);
  }

  private static void check(double[] sorted, double[] weights, int levels) {
    check(levels);
    int count = sorted.length;
    // NaN is sorted to the end.
    if (count == 0 || !(sorted[0] >= -MOST && sorted[count - 1] <= MOST)) {
      throw new IllegalArgumentException(
          "a quantiser is trained by numbers of at most "
              + MOST
              + ", one or more, not by "
              + (count == 0 ? "none" : sorted[0] + " to " + sorted[count - 1]));
    }
    if (weights.length != count) {
      throw new IllegalArgumentException(
          "a quantiser is trained by " + count + " numbers and " + weights.length + " weights");
    }
  }

  private static void check(int levels) {
    if (levels < MIN_LEVELS || levels > MAX_LEVELS) {
      throw new IllegalArgumentException(
          "a quantiser has " + MIN_LEVELS + " to " + MAX_LEVELS + " levels, not " + levels);
    }
  }

  /** Makes each value the mean of what lies within its bounds. */
  private static void centre(
      double[] sorted, double[] masses, double[] sums, double[] bounds, double[] values) {
    int from = 0;
    for (int i = 0; i < values.length; i++) {
      int end = i < bounds.length ? firstNotBelow(sorted, bounds[i]) : sorted.length;
      if (end > from) {
        double mean = (sums[end] - sums[from]) / (masses[end] - masses[from]);
        values[i] = Math.max(sorted[from], Math.min(sorted[end - 1], mean)); // rounded
      } else {
        double low = i == 0 ? sorted[0] : bounds[i - 1];
        double high = i < bounds.length ? bounds[i] : sorted[sorted.length - 1];
        values[i] = (low + high) / 2;
      }
      from = end;
    }
  }

  private static int firstNotBelow(double[] sorted, double bound) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < bound) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** q. */
  public int levels() {
    return values.length;
  }

  /** The level of a number, 0 to q - 1; one on a bound is of the upper. */
  public int level(double number) {
    int low = 0;
    int high = bounds.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (bounds[middle] <= number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * The number that stands for a level.
   *
   * @throws IndexOutOfBoundsException if it is none of 0 to q - 1
   */
  public double value(int level) {
    return values[level];
  }
}
