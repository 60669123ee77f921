package org.spamwatch.simulator.sketches;

import java.util.concurrent.atomic.AtomicLong;
import org.spamwatch.simulator.Workers;
import org.spamwatch.sketch.HashFunctions;
import org.spamwatch.sketch.SplitMix64;
import org.spamwatch.sketch.counting.CountingFilter;
import org.spamwatch.sketch.counting.ThresholdError;

/**
 * How often a message that was never reported counts as bulk in DCC: Yan and Cho's Eq. 4 for the
 * intuitive filter with 5-bit cells and the threshold of 20, and measured.
 *
 * @param elements that are inserted
 * @param repeats how often each
 * @param size m, in cells
 * @param hashes k
 * @param filters with their own hash functions, of which each is asked for 100,000 others
 * @param threads that work at once; what comes out does not depend on them
 * @param seed gives elements and hash functions
 */
public record ThresholdExperiment(
    int elements, int repeats, int size, int hashes, int filters, int threads, long seed) {
  private static final int THRESHOLD = 20;
  private static final int CELL_BITS = 5;
  private static final int ASKED = 100_000;

  /**
   * What came out.
   *
   * @param formula Eq. 4, of as many insertions of distinct elements
   * @param ofRepeats the same where an element is repeated
   * @param measured the share of elements that were not inserted and count 20 or more
   * @param measuredOf elements, of which it is the share
   */
  public record Result(double formula, double ofRepeats, double measured, long measuredOf) {}

  /** Runs it. */
  public Result run() throws InterruptedException {
    AtomicLong over = new AtomicLong();
    Workers.share(
        threads,
        filters,
        () ->
            number -> {
              long own = SplitMix64.mixed(seed + number);
              CountingFilter filter =
                  CountingFilter.intuitive(
                      HashFunctions.doubleHashing(size, hashes, own), CELL_BITS);
              for (long element = 0; element < elements; element++) {
                filter.insert(element, repeats);
              }
              for (long element = elements; element < (long) elements + ASKED; element++) {
                over.addAndGet(filter.count(element) >= THRESHOLD ? 1 : 0);
              }
            });
    long asked = (long) filters * ASKED;
    return new Result(
        ThresholdError.of((long) elements * repeats, size, hashes, THRESHOLD),
        ThresholdError.ofRepeats(elements, repeats, size, hashes, THRESHOLD),
        (double) over.get() / asked,
        asked);
  }
}
