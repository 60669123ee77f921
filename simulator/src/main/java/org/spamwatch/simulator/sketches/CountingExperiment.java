package org.spamwatch.simulator.sketches;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.spamwatch.simulator.Workers;
import org.spamwatch.sketch.HashFunctions;
import org.spamwatch.sketch.SplitMix64;
import org.spamwatch.sketch.counting.CountingFilter;

/**
 * One of the experiments 1 to 8 of Yan and Cho (<em>Enhancing Collaborative Spam Detection with
 * Bloom Filters</em>, section V) with filters of one size and one number of hashes: the same 10,000
 * elements are inserted into an intuitive and a refined counting filter of 6-bit cells, in each
 * round with new hash functions of the universal family, and those are counted whose count is wrong
 * then. The error is the sum of c_i over these elements, over all insertions.
 *
 * @param experiment 1 to 8
 * @param size m, in cells
 * @param hashes k
 * @param rounds of which means and standard deviations are taken
 * @param isFresh whether c_i are drawn anew in each round; else once, as the tables were
 * @param threads that work at once; what comes out does not depend on them
 * @param seed gives elements, c_i, hash functions and orders
 */
public record CountingExperiment(
    int experiment, int size, int hashes, int rounds, boolean isFresh, int threads, long seed) {
  /** How many experiments there are. */
  public static final int EXPERIMENTS = 8;

  /** n, the number of elements. */
  public static final int ELEMENTS = 10_000;

  static final int CELL_BITS = 6;

  private static final int FULL = (1 << CELL_BITS) - 1;

  /** DCC's threshold: cells above it are counted. */
  private static final int THRESHOLD = 20;

  private static final int RESAMPLES = 1_000;

  /**
   * What one extension did.
   *
   * @param mean of the error
   * @param deviation the standard deviation of the error of a round
   * @param deviationError the standard error of that, by bootstrap
   * @param ofElements the mean share of distinct elements inserted whose count is wrong
   * @param high the mean number of cells above 20
   * @param full the mean number of cells at 63, where they stay
   */
  public record Outcome(
      double mean,
      double deviation,
      double deviationError,
      double ofElements,
      double high,
      double full) {}

  /**
   * What both extensions did.
   *
   * @param intuitive with H2 alone
   * @param refined with H1 and H2
   */
  public record Result(Outcome intuitive, Outcome refined) {}

  /** Checks the ranges. */
  public CountingExperiment {
    if (experiment < 1 || experiment > EXPERIMENTS || rounds < 2 || threads < 1) {
      throw new IllegalArgumentException(
          "experiment " + experiment + ", " + rounds + " rounds, " + threads + " threads");
    }
  }

  /** How much work it is, in insertions and the like. */
  public double work() {
    return (double) rounds * (200_000 + size);
  }

  /** Runs it. */
  public Result run() throws InterruptedException {
    Insertions insertions = Insertions.of(experiment);
    long[] elements = elements(seed);
    int[] printed = insertions.counts().asPrinted(random(insertions.counts().lot(), -1));
    Samples intuitive = new Samples(rounds);
    Samples refined = new Samples(rounds);
    Workers.share(
        threads,
        rounds,
        () -> {
          int[] positions = new int[ELEMENTS * hashes];
          return round -> {
            SplittableRandom random = random(experiment, round);
            int[] counts = isFresh ? insertions.counts().drawn(ELEMENTS, random) : printed;
            HashFunctions functions = HashFunctions.universal(size, hashes, random);
            position(functions, elements, positions);
            CountingFilter each = CountingFilter.intuitive(functions, CELL_BITS);
            insertRepeated(each, positions, counts);
            intuitive.take(round, each, positions, counts);
            CountingFilter least = CountingFilter.refined(functions, CELL_BITS);
            if (insertions.order() == Insertions.Order.REPEATED) {
              insertRepeated(least, positions, counts);
            } else {
              int[] sequence = new int[IntStream.of(counts).sum()];
              insertions.order(counts, sequence, random);
              insert(least, positions, sequence, 0, sequence.length);
            }
            refined.take(round, least, positions, counts);
          };
        });
    return new Result(outcome(intuitive), outcome(refined));
  }

  /** Distinct keys of 1 to p - 1. */
  static long[] elements(long seed) {
    return new SplittableRandom(seed)
        .longs(1, HashFunctions.UNIVERSAL_PRIME)
        .distinct()
        .limit(ELEMENTS)
        .toArray();
  }

  private SplittableRandom random(int purpose, int round) {
    long own = SplitMix64.mixed(SplitMix64.mixed(seed + purpose) + round);
    return new SplittableRandom(round < 0 ? own : SplitMix64.mixed(own + size) + hashes);
  }

  /** Computes the cells of each element once, for it is inserted often. */
  static void position(HashFunctions functions, long[] elements, int[] positions) {
    for (int i = 0; i < elements.length; i++) {
      functions.positions(elements[i], positions, i * functions.hashes());
    }
  }

  /** Inserts each element as often as it is, in a row. */
  static void insertRepeated(CountingFilter filter, int[] positions, int[] counts) {
    int hashes = filter.functions().hashes();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        filter.insertAt(positions, i * hashes, counts[i]);
      }
    }
  }

  /** Inserts a part of a sequence. */
  static void insert(CountingFilter filter, int[] positions, int[] sequence, int from, int end) {
    int hashes = filter.functions().hashes();
    for (int i = from; i < end; i++) {
      filter.insertAt(positions, sequence[i] * hashes, 1);
    }
  }

  /** What the rounds gave; each round writes its own. */
  private static final class Samples {
    private final double[] error;
    private final double[] ofElements;
    private final double[] high;
    private final double[] full;

    Samples(int rounds) {
      error = new double[rounds];
      ofElements = new double[rounds];
      high = new double[rounds];
      full = new double[rounds];
    }

    void take(int round, CountingFilter filter, int[] positions, int[] counts) {
      int hashes = filter.functions().hashes();
      long insertions = 0;
      long wrongInsertions = 0;
      int inserted = 0;
      int wrong = 0;
      for (int i = 0; i < counts.length; i++) {
        if (counts[i] > 0) {
          insertions += counts[i];
          inserted++;
          if (filter.countAt(positions, i * hashes) != counts[i]) {
            wrongInsertions += counts[i];
            wrong++;
          }
        }
      }
      error[round] = (double) wrongInsertions / insertions;
      ofElements[round] = (double) wrong / inserted;
      high[round] = filter.cellsFrom(THRESHOLD + 1);
      full[round] = filter.cellsFrom(FULL);
    }
  }

  private Outcome outcome(Samples samples) {
    return new Outcome(
        mean(samples.error),
        deviation(samples.error),
        deviationError(samples.error, random(experiment, rounds)),
        mean(samples.ofElements),
        mean(samples.high),
        mean(samples.full));
  }

  private static double mean(double[] sample) {
    return Arrays.stream(sample).average().orElseThrow();
  }

  private static double deviation(double[] sample) {
    double mean = mean(sample);
    double squares = 0;
    for (double value : sample) {
      squares += (value - mean) * (value - mean);
    }
    return Math.sqrt(squares / (sample.length - 1));
  }

  /** The standard deviation of the standard deviations of samples that are drawn from a sample. */
  private static double deviationError(double[] sample, SplittableRandom random) {
    double[] deviations = new double[RESAMPLES];
    double[] drawn = new double[sample.length];
    for (int i = 0; i < RESAMPLES; i++) {
      Arrays.setAll(drawn, j -> sample[random.nextInt(sample.length)]);
      deviations[i] = deviation(drawn);
    }
    return deviation(deviations);
  }
}
