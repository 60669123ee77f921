package org.spamwatch.sketch.revocation;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.spamwatch.sketch.BloomFilter;
import org.spamwatch.sketch.HashFunctions;

/**
 * A set of 64-bit elements that forgets: one {@link BloomFilter} for each of the last periods, its
 * generations, of which the eldest is dropped whole when a period begins. An element is found for
 * as many periods as there are generations from the one in which it was last added, that one
 * included; others are found as often as in any of the filters, so choose m and k for the error
 * wanted over the number of generations. Source: Yan and Cho, section III, <em>signature aging</em>
 * (in the conference form).
 *
 * <p>Periods are numbered by whoever has the clock, such as the days since 1970. Time that goes
 * back changes nothing.
 *
 * <p>All memory is taken at the beginning. Not thread-safe; several threads may read a filter that
 * none changes.
 */
public final class AgeingBloomFilter {
  /** The most generations. */
  public static final int MAX_GENERATIONS = 64;

  /** The largest number of a period; the least is its negative. */
  public static final long MAX_PERIOD = 1L << 60;

  private static final int MAGIC = 0x53574146; // "SWAF"
  private static final byte VERSION = 1;
  private static final int HEADER = 4 + 1 + 1 + 8;

  private final BloomFilter[] filters; // that of a period at its number mod generations
  private final double mostFill;
  private long period;

  /**
   * An empty filter.
   *
   * @param functions of each generation; they give its m and k
   * @param generations 1 to {@value #MAX_GENERATIONS}
   * @param mostFill the share of bits set, above 0, up to 1, from which on a generation takes
   *     nothing new; a half where m and k suit
   * @param period the number of the present one
   * @throws IllegalArgumentException if a number is out of range
   */
  public AgeingBloomFilter(HashFunctions functions, int generations, double mostFill, long period) {
    if (generations < 1 || generations > MAX_GENERATIONS) {
      throw new IllegalArgumentException(
          "an ageing filter has 1 to " + MAX_GENERATIONS + " generations, not " + generations);
    }
    if (!(mostFill > 0 && mostFill <= 1)) {
      throw new IllegalArgumentException(
          "an ageing filter is filled above 0 and up to 1, not " + mostFill);
    }
    checkPeriod(period);
    this.filters = new BloomFilter[generations];
    Arrays.setAll(filters, i -> new BloomFilter(functions));
    this.mostFill = mostFill;
    this.period = period;
  }

  private static void checkPeriod(long period) {
    if (Math.abs(period) > MAX_PERIOD || period == Long.MIN_VALUE) {
      throw new IllegalArgumentException(
          "an ageing filter has periods up to " + MAX_PERIOD + ", not " + period);
    }
  }

  /** The number of generations. */
  public int generations() {
    return filters.length;
  }

  /** The number of the newest period. */
  public long period() {
    return period;
  }

  /** The hash functions of each generation. */
  public HashFunctions functions() {
    return filters[0].functions();
  }

  private BloomFilter of(long number) {
    return filters[Math.floorMod(number, filters.length)];
  }

  /**
   * Begins a period, and drops what is too old by then; nothing if it is not a later one.
   *
   * @throws IllegalArgumentException if it is beyond {@link #MAX_PERIOD}; nothing has changed then
   */
  public void advanceTo(long newPeriod) {
    checkPeriod(newPeriod);
    long dropped = Math.min(newPeriod - period, filters.length);
    for (int i = 0; i < dropped; i++) {
      of(newPeriod - i).clear();
    }
    period = Math.max(period, newPeriod);
  }

  /**
   * Adds an element to the newest generation.
   *
   * @return whether it is in that now; not if it is new and the generation is full
   */
  public boolean add(long element) {
    BloomFilter newest = of(period);
    if (newest.fillRatio() >= mostFill) {
      return newest.mightContain(element);
    }
    newest.add(element);
    return true;
  }

  /** Whether an element was added in the last periods, or looks like it. */
  public boolean mightContain(long element) {
    for (BloomFilter filter : filters) {
      if (filter.mightContain(element)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the newest generation takes nothing new. */
  public boolean isFull() {
    return of(period).fillRatio() >= mostFill;
  }

  /** Whether another filter has the same hash functions and as many generations. */
  public boolean isCompatible(AgeingBloomFilter other) {
    return filters.length == other.filters.length && functions().equals(other.functions());
  }

  /**
   * Adds another filter, each of its generations to that of the same period, by OR; what is too old
   * here is passed over.
   *
   * @throws IllegalArgumentException if it is not {@link #isCompatible}, is of a later period, or
   *     has a generation that would be fuller than generations get; nothing has changed then
   */
  public void merge(AgeingBloomFilter other) {
    checkMerge(other);
    for (long number = eldest(); number <= other.period; number++) {
      of(number).unite(other.of(number));
    }
  }

  /** Throws what {@link #merge} would, and changes nothing. */
  void checkMerge(AgeingBloomFilter other) {
    if (!isCompatible(other)) {
      throw new IllegalArgumentException(
          "ageing filters of different kinds cannot be merged: " + this + ", " + other);
    }
    if (other.period > period) {
      throw new IllegalArgumentException(
          "an ageing filter of period %d is not taken in: here it is %d"
              .formatted(other.period, period));
    }
    for (long number = eldest(); number <= other.period; number++) {
      double before = of(number).fillRatio();
      double fill = of(number).unionFillRatio(other.of(number));
      if (fill > before && fill > mostFill) {
        throw new IllegalArgumentException(
            "an ageing filter is not taken in: the union's fill of %.3f in period %d exceeds %.3f"
                .formatted(fill, number, mostFill));
      }
    }
  }

  private long eldest() {
    return period - filters.length + 1;
  }

  /** The chance that an element that was not added looks like one that was, as filled now. */
  public double falsePositiveRate() {
    double right = 1;
    for (BloomFilter filter : filters) {
      right *= 1 - filter.falsePositiveRate();
    }
    return 1 - right;
  }

  /** An estimate of how many elements are in, each counted in every generation that has it. */
  public double approximateCount() {
    return Arrays.stream(filters).mapToDouble(BloomFilter::approximateCount).sum();
  }

  /** The share of bits set in the newest generation, 0 to 1. */
  public double fillRatio() {
    return of(period).fillRatio();
  }

  /** The memory of the bits of all generations, in bytes. */
  public long bytes() {
    return (functions().size() + 63) / 64 * 8 * filters.length;
  }

  /** The bytes of the serial form. */
  public long serialLength() {
    return HEADER + filters.length * filters[0].serialLength();
  }

  /**
   * Writes the serial form, big-endian: "SWAF" (4), version 1 (1), generations (1), the newest
   * period (8), and the generations from the newest to the eldest ({@link BloomFilter#write}). It
   * is stable: what was written is read by all later versions. There is no checksum: what keeps or
   * sends it has its own.
   *
   * @throws java.nio.BufferOverflowException if it has not {@link #serialLength} bytes of room
   */
  public void write(ByteBuffer out) {
    out.putInt(MAGIC).put(VERSION).put((byte) filters.length).putLong(period);
    for (int i = 0; i < filters.length; i++) {
      of(period - i).write(out);
    }
  }

  /**
   * Reads a serial form and leaves the buffer behind it.
   *
   * @param mostBits the largest m of a generation that is accepted
   * @param mostFill as for a new filter
   * @throws IllegalArgumentException in one line, if it is cut off or none of this version
   */
  public static AgeingBloomFilter read(ByteBuffer in, long mostBits, double mostFill) {
    if (in.remaining() < HEADER) {
      throw new IllegalArgumentException("an ageing filter is cut off in its header");
    }
    if (in.getInt() != MAGIC) {
      throw new IllegalArgumentException("not an ageing filter");
    }
    int version = in.get();
    if (version != VERSION) {
      throw new IllegalArgumentException("an ageing filter of unknown version " + version);
    }
    int generations = in.get();
    if (generations < 1 || generations > MAX_GENERATIONS) {
      throw new IllegalArgumentException("an ageing filter of " + generations + " generations");
    }
    long period = in.getLong();
    BloomFilter newest = BloomFilter.read(in, mostBits);
    long rest = (generations - 1) * newest.serialLength();
    if (in.remaining() < rest) {
      throw new IllegalArgumentException(
          "an ageing filter of " + generations + " generations is cut off");
    }
    AgeingBloomFilter filter =
        new AgeingBloomFilter(newest.functions(), generations, mostFill, period);
    filter.of(period).unite(newest);
    for (int i = 1; i < generations; i++) {
      filter.of(period - i).unite(BloomFilter.read(in, mostBits));
    }
    return filter;
  }

  @Override
  public String toString() {
    return "ageing filter of "
        + filters.length
        + " generations to period "
        + period
        + ", each a "
        + of(period);
  }
}
