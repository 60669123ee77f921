package org.spamwatch.ata.fingerprint;

import java.util.Arrays;

/**
 * The N highest distinct fingerprints seen so far, in unsigned order, and where their shingles lie.
 *
 * <p>A sorted array with a threshold: nearly every fingerprint of a text fails one comparison with
 * the lowest kept, so that selecting costs a fraction of hashing. Sorting all of them, as the paper
 * words it, costs twenty times the hashing and selects the same. Cleared and used again.
 */
final class HighestFingerprints {
  private final long[] values;
  private final int[] from;
  private final int[] to;
  private int size;

  HighestFingerprints(int capacity) {
    values = new long[capacity];
    from = new int[capacity];
    to = new int[capacity];
  }

  void clear() {
    size = 0;
  }

  int size() {
    return size;
  }

  /** The fingerprint of a rank, 0 the highest. */
  long value(int rank) {
    return values[rank];
  }

  /** The first byte of the first shingle with that fingerprint. */
  int from(int rank) {
    return from[rank];
  }

  /** The byte behind that shingle. */
  int to(int rank) {
    return to[rank];
  }

  /** The least value worth offering, with its sign bit flipped so that it compares as signed. */
  long floor() {
    return size < values.length ? Long.MIN_VALUE : values[size - 1] ^ Long.MIN_VALUE;
  }

  /** Whether a fingerprint is among those kept. */
  boolean contains(long value) {
    for (int i = 0; i < size; i++) {
      if (values[i] == value) {
        return true;
      }
    }
    return false;
  }

  /** Keeps a fingerprint that is not yet kept and is higher than the lowest. */
  void insert(long value, int shingleFrom, int shingleTo) {
    int rank = size < values.length ? size++ : size - 1;
    while (rank > 0 && Long.compareUnsigned(values[rank - 1], value) < 0) {
      values[rank] = values[rank - 1];
      from[rank] = from[rank - 1];
      to[rank] = to[rank - 1];
      rank--;
    }
    values[rank] = value;
    from[rank] = shingleFrom;
    to[rank] = shingleTo;
  }

  @Override
  public String toString() {
    return Arrays.toString(Arrays.copyOf(values, size));
  }
}
