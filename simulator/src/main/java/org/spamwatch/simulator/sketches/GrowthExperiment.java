package org.spamwatch.simulator.sketches;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.spamwatch.simulator.Workers;
import org.spamwatch.sketch.HashFunctions;
import org.spamwatch.sketch.SplitMix64;
import org.spamwatch.sketch.counting.CountingFilter;

/**
 * How errors grow while Yan and Cho's experiments 1 and 3 run (section V.B): elements with a wrong
 * count after each round of experiment 1, and after each twentieth of the shuffled insertions of
 * experiment 3; and whether the intuitive filter is the same in whatever order it is filled.
 *
 * @param size m, in cells
 * @param hashes k
 * @param rounds with new hash functions and orders, of which means are taken
 * @param threads that work at once; what comes out does not depend on them
 * @param seed gives elements, hash functions and orders
 */
public record GrowthExperiment(int size, int hashes, int rounds, int threads, long seed) {
  private static final int STEPS = 20;
  private static final int SEQUENCE = STEPS * CountingExperiment.ELEMENTS;

  /**
   * What came out.
   *
   * @param byRound the mean number of elements with a wrong count after rounds 1 to 20 of
   *     experiment 1, refined
   * @param byTwentieth the same after each twentieth of experiment 3, of the elements inserted
   * @param orders in which an intuitive filter was filled and compared
   * @param differing of them, whose cells were not those of the first order
   */
  public record Result(List<Double> byRound, List<Double> byTwentieth, int orders, int differing) {}

  /** Runs it. */
  public Result run() throws InterruptedException {
    AtomicLongArray byRound = new AtomicLongArray(STEPS);
    AtomicLongArray byTwentieth = new AtomicLongArray(STEPS);
    AtomicInteger differing = new AtomicInteger();
    long[] elements = CountingExperiment.elements(seed);
    Workers.share(
        threads,
        rounds,
        () -> {
          int[] positions = new int[elements.length * hashes];
          int[] twenty = new int[elements.length];
          Arrays.fill(twenty, STEPS);
          int[] sequence = new int[SEQUENCE];
          return round -> {
            SplittableRandom random =
                new SplittableRandom(SplitMix64.mixed(seed - size) + 64L * round + hashes);
            HashFunctions functions = HashFunctions.universal(size, hashes, random);
            CountingExperiment.position(functions, elements, positions);
            CountingFilter repeated =
                CountingFilter.intuitive(functions, CountingExperiment.CELL_BITS);
            CountingExperiment.insertRepeated(repeated, positions, twenty);
            for (int experiment : new int[] {1, 3}) {
              Insertions.of(experiment).order(twenty, sequence, random);
              grow(functions, positions, sequence, experiment == 1 ? byRound : byTwentieth);
              CountingFilter other =
                  CountingFilter.intuitive(functions, CountingExperiment.CELL_BITS);
              CountingExperiment.insert(other, positions, sequence, 0, SEQUENCE);
              differing.addAndGet(other.equals(repeated) ? 0 : 1);
            }
          };
        });
    return new Result(means(byRound), means(byTwentieth), 2 * rounds, differing.get());
  }

  private static void grow(
      HashFunctions functions, int[] positions, int[] sequence, AtomicLongArray wrong) {
    int hashes = functions.hashes();
    CountingFilter filter = CountingFilter.refined(functions, CountingExperiment.CELL_BITS);
    int[] inserted = new int[CountingExperiment.ELEMENTS];
    for (int step = 0; step < STEPS; step++) {
      int from = step * CountingExperiment.ELEMENTS;
      int end = from + CountingExperiment.ELEMENTS;
      CountingExperiment.insert(filter, positions, sequence, from, end);
      for (int i = from; i < end; i++) {
        inserted[sequence[i]]++;
      }
      for (int i = 0; i < inserted.length; i++) {
        if (inserted[i] > 0 && filter.countAt(positions, i * hashes) != inserted[i]) {
          wrong.incrementAndGet(step);
        }
      }
    }
  }

  private List<Double> means(AtomicLongArray sums) {
    return IntStream.range(0, STEPS).mapToObj(i -> (double) sums.get(i) / rounds).toList();
  }
}
