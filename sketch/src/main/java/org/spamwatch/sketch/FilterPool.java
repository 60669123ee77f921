package org.spamwatch.sketch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Bloom filters of one kind, each lent to a holder; one that comes back is emptied and lent again,
 * so that nothing is allocated once there are as many as are needed at a time.
 */
final class FilterPool {
  private static final int NOBODY = -1;

  private final long bits;
  private final HashFunctions functions;
  private final int most;
  private final List<BloomFilter> filters = new ArrayList<>();
  private int[] holders = new int[8];
  private int[] free = new int[8];
  private int freeCount;

  /** None yet; of so many bits as a limit needs. */
  FilterPool(int limit, long seed, int most) {
    bits = DistinctRate.filterBits(limit);
    functions = HashFunctions.doubleHashing(bits, DistinctRate.HASHES, seed);
    this.most = most;
  }

  /** Whether nothing can be lent before something has come back. */
  boolean isExhausted() {
    return freeCount == 0 && filters.size() == most;
  }

  /** Lends one, which is empty; returns its number. */
  int lend(int holder) {
    int number;
    if (freeCount > 0) {
      number = free[--freeCount];
    } else {
      number = filters.size();
      filters.add(new BloomFilter(functions));
      if (number == holders.length) {
        holders = Arrays.copyOf(holders, 2 * number);
        free = Arrays.copyOf(free, 2 * number);
      }
    }
    holders[number] = holder;
    return number;
  }

  /** Takes one back. */
  void takeBack(int number) {
    filters.get(number).clear();
    holders[number] = NOBODY;
    free[freeCount++] = number;
  }

  BloomFilter filter(int number) {
    return filters.get(number);
  }

  /** Who has the filter of a number; -1 if nobody. */
  int holder(int number) {
    return holders[number];
  }

  /** Filters that there are, lent or not. */
  int count() {
    return filters.size();
  }

  /** m of each, in bits. */
  long bits() {
    return bits;
  }

  /**
   * Reads one of this kind.
   *
   * @throws IllegalArgumentException in one line, if there is none
   */
  BloomFilter read(ByteBuffer in) {
    BloomFilter filter = BloomFilter.read(in, bits);
    if (!filter.isCompatible(new BloomFilter(functions))) {
      throw new IllegalArgumentException("a filter of another limit or another seed: " + filter);
    }
    return filter;
  }

  /** The memory of all filters, in bytes. */
  long bytes() {
    return filters.size() * bytesEach(bits);
  }

  /** The memory of a filter for a limit, in bytes. */
  static long bytesFor(int limit) {
    return bytesEach(DistinctRate.filterBits(limit));
  }

  /** With what Java adds, and what the pool notes. */
  private static long bytesEach(long bits) {
    return (bits + 63) / 64 * Long.BYTES + 80;
  }
}
