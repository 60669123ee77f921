package org.spamwatch.ata.fingerprint;

import java.util.Arrays;

/**
 * The N highest distinct fingerprints seen so far, in unsigned order, and where their shingles lie.
 *
 * <p>A sorted array with a threshold: nearly every fingerprint of a text fails one comparison with
 * the lowest kept, so that selecting costs a fraction of hashing. Sorting all of them, as the paper
 * words it, costs twenty times the hashing and selects the same. Cleared and used again.
 */
final class HighestFingerprints implements Selection {
  private final long[] values;
  private final int[] from;
  private final int[] to;
  private int most;
  private int size;

  HighestFingerprints(int capacity) {
    values = new long[capacity];
    from = new int[capacity];
    to = new int[capacity];
    most = capacity;
  }

  /** Forgets all; the {@code n} highest will be kept, at most the capacity. */
  void start(int n) {
    size = 0;
    most = n;
  }

  int size() {
    return size;
  }

  /** The fingerprint of a rank, 0 the highest. */
  long value(int rank) {
    return values[rank];
  }

  /** The lowest kept; there must be one. */
  long lowest() {
    return values[size - 1];
  }

  /** The first byte of the first shingle with that fingerprint. */
  int from(int rank) {
    return from[rank];
  }

  /** The byte behind that shingle. */
  int to(int rank) {
    return to[rank];
  }

  @Override
  public long floor() {
    return size < most ? 0 : values[size - 1];
  }

  @Override
  public void offer(long fingerprint, byte[] bytes, int shingleFrom, int shingleTo) {
    if (!contains(fingerprint)) {
      insert(fingerprint, shingleFrom, shingleTo);
    }
  }

  private boolean contains(long value) {
    for (int i = 0; i < size; i++) {
      if (values[i] == value) {
        return true;
      }
    }
    return false;
  }

  /** Keeps a fingerprint that is not yet kept and reaches the floor. */
  void insert(long value, int shingleFrom, int shingleTo) {
    int rank = size < most ? size++ : size - 1;
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
