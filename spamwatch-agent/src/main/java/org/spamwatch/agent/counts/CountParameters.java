package org.spamwatch.agent.counts;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.spamwatch.sketch.HashFunctions;
import org.spamwatch.sketch.SplitMix64;
import org.spamwatch.sketch.counting.AgeingCountingFilter;
import org.spamwatch.sketch.counting.CountingFilter;

/**
 * What a count database is made for. Servers whose parameters are equal can merge. A period's
 * filter has eight cells of five bits for each digest, and four hash functions, as Yan and Cho's
 * 80K for 10,000: a count is too high for 6 digests in 1,000, and reaches 20 by chance for none.
 *
 * @param capacity different digests that a period may take, 1,000 to 30,000,000
 * @param period how long one is, a minute to ten years; a report counts in the period in which it
 *     came and in the next
 * @param seed chooses the hash functions: random, and known to those alone who merge
 */
public record CountParameters(long capacity, Duration period, long seed) {
  /** A million. */
  public static final long CAPACITY = 1_000_000;

  /** A day. */
  public static final Duration PERIOD = Duration.ofDays(1);

  /** Bits of a cell: counts up to 31, as Yan and Cho have for DCC's threshold of 20. */
  static final int CELL_BITS = 5;

  private static final int CELLS = 8;
  private static final int HASHES = 4;
  private static final int BYTES = 8 + 8 + 8;

  /** Checks the ranges. */
  public CountParameters {
    if (capacity < 1_000 || capacity > 30_000_000) {
      throw new IllegalArgumentException("allowed is capacity 1000 to 30000000, not " + capacity);
    }
    if (period.compareTo(Duration.ofMinutes(1)) < 0
        || period.compareTo(Duration.ofDays(3653)) > 0) {
      throw new IllegalArgumentException(
          "allowed is a period of a minute to ten years, not " + period);
    }
  }

  /** m. */
  int cells() {
    return (int) (capacity * CELLS);
  }

  /** The memory of one period's filter. */
  public long bytesOfPeriod() {
    return (cells() + 11L) / 12 * Long.BYTES; // twelve cells to a long
  }

  /** An empty filter. */
  CountingFilter empty() {
    return CountingFilter.refined(functions(), CELL_BITS);
  }

  /** An empty filter of two periods. */
  AgeingCountingFilter ageing(long period) {
    return new AgeingCountingFilter(functions(), CELL_BITS, period);
  }

  private HashFunctions functions() {
    return HashFunctions.doubleHashing(cells(), HASHES, SplitMix64.mixed(seed));
  }

  /**
   * The largest share of cells above 0 in what another server counts: that of twice the capacity,
   * for it may have counted for two periods.
   */
  double mostFill() {
    return -Math.expm1(-2.0 * HASHES / CELLS);
  }

  /** The bytes of the serial form. */
  static int serialLength() {
    return BYTES;
  }

  /** Writes the serial form, big-endian: all in their order, the time in milliseconds (8). */
  void write(ByteBuffer out) {
    out.putLong(capacity).putLong(period.toMillis()).putLong(seed);
  }

  /**
   * Reads a serial form.
   *
   * @throws IllegalArgumentException if a number is out of range
   */
  static CountParameters read(ByteBuffer in) {
    return new CountParameters(in.getLong(), Duration.ofMillis(in.getLong()), in.getLong());
  }
}
