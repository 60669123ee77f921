package org.spamwatch.ata.fingerprint;

import java.util.Arrays;

/**
 * The distinct shingles of a text whose selector reaches a floor, in the order of the text: what
 * the winners and the probes are taken from.
 *
 * <p>Beyond {@link #CAPACITY} of them the floor rises until half of the selectors above it are shut
 * out, and again when that is not enough. So what is left depends on the shingles alone, not on
 * their order. An open hash table over growing arrays: nothing is allocated once they have grown.
 */
final class DistinctShingles {
  /** The most shingles kept. */
  static final int CAPACITY = Probes.MOST;

  private static final int LEAST_BITS = 10;

  private long[] values = new long[256];
  private int[] from = new int[256];
  private int[] to = new int[256];
  private int size;

  /** Index + 1 into the arrays, 0 for a free cell; as much of it as the bits say is used. */
  private int[] table = new int[1 << LEAST_BITS];

  private int tableBits = LEAST_BITS;

  /** The floor is the top 1/2^share of the selectors. */
  private int share;

  private long floor;

  /** Forgets all; shingles in the top 1/2^{@code share} will be kept. */
  void start(int topShare) {
    size = 0;
    clear(LEAST_BITS);
    floorAt(topShare);
  }

  /** The least selector worth offering, as an unsigned number. */
  long floor() {
    return floor;
  }

  /** How small a part of the selectors is kept: the top 1/2^share. */
  int share() {
    return share;
  }

  int size() {
    return size;
  }

  long value(int i) {
    return values[i];
  }

  int from(int i) {
    return from[i];
  }

  int to(int i) {
    return to[i];
  }

  /** Keeps a shingle if its selector is new; the first one with a selector stands for all. */
  void offer(long value, int shingleFrom, int shingleTo) {
    if (Long.compareUnsigned(value, floor) < 0) {
      return;
    }
    int cell = cell(value);
    if (table[cell] != 0) {
      return;
    }
    if (size == CAPACITY) {
      raise();
      offer(value, shingleFrom, shingleTo);
      return;
    }
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
      from = Arrays.copyOf(from, 2 * size);
      to = Arrays.copyOf(to, 2 * size);
    }
    values[size] = value;
    from[size] = shingleFrom;
    to[size] = shingleTo;
    table[cell] = ++size;
    if (2 * size > 1 << tableBits) {
      clear(tableBits + 1);
      index();
    }
  }

  private void floorAt(int topShare) {
    share = topShare;
    floor = floorOfShare(topShare);
  }

  static long floorOfShare(int topShare) {
    return topShare == 0 ? 0 : -1L << (64 - topShare);
  }

  /** What the highest {@code count} of those kept should reach, selectors being spread evenly. */
  long floorOf(int count) {
    return count >= size ? floor : -1 - count * Long.divideUnsigned(-1 - floor, size);
  }

  private void raise() {
    floorAt(share + 1);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (Long.compareUnsigned(values[i], floor) >= 0) {
        values[kept] = values[i];
        from[kept] = from[i];
        to[kept++] = to[i];
      }
    }
    size = kept;
    clear(tableBits);
    index();
  }

  /** Makes the table one of 2^{@code bits} free cells. */
  private void clear(int bits) {
    tableBits = bits;
    if (1 << bits > table.length) {
      table = new int[1 << bits];
    } else {
      Arrays.fill(table, 0, 1 << bits, 0);
    }
  }

  private void index() {
    for (int i = 0; i < size; i++) {
      table[cell(values[i])] = i + 1;
    }
  }

  /** The cell that holds a selector, or the free one where it belongs. */
  private int cell(long value) {
    int mask = (1 << tableBits) - 1;
    int cell = (int) ((value * 0x9E37_79B9_7F4A_7C15L) >>> (64 - tableBits));
    while (table[cell] != 0 && values[table[cell] - 1] != value) {
      cell = (cell + 1) & mask;
    }
    return cell;
  }
}
