package org.spamwatch.ata.fingerprint;

import java.util.Arrays;

/**
 * The shingles of {@code char50}: those made of at least {@value #LEAST_BYTES} different bytes,
 * because rows of one character are in every kind of mail.
 */
final class VariedShingles implements Selection {
  private static final int LEAST_BYTES = 8;
  private static final int LAST_BYTES = 24;

  private final DistinctShingles shingles;

  /** A bit for each value of a byte that has been met in a shingle. */
  private final long[] met = new long[4];

  /** Bytes of the text that are different enough for every shingle that holds them. */
  private int variedFrom = -1;

  private int variedTo;

  VariedShingles(DistinctShingles shingles) {
    this.shingles = shingles;
  }

  /** Shingles of another text come, or of the same one from the beginning. */
  void start() {
    variedFrom = -1;
  }

  @Override
  public long floor() {
    return shingles.floor();
  }

  @Override
  public void offer(long fingerprint, byte[] bytes, int from, int to) {
    if (isVaried(bytes, from, to)) {
      shingles.offer(fingerprint, from, to);
    }
  }

  /** The lower six bits of the last bytes tell nearly always; else the whole is looked through. */
  private boolean isVaried(byte[] bytes, int from, int to) {
    if (from <= variedFrom && variedTo <= to) {
      return true;
    }
    long some = 0;
    int last = Math.max(from, to - LAST_BYTES);
    for (int i = last; i < to; i++) {
      some |= 1L << bytes[i];
    }
    if (Long.bitCount(some) >= LEAST_BYTES) {
      variedFrom = last;
      variedTo = to;
      return true;
    }
    return hasDifferent(bytes, from, to);
  }

  private boolean hasDifferent(byte[] bytes, int from, int to) {
    Arrays.fill(met, 0);
    for (int i = from; i < to; i++) {
      met[(bytes[i] & 0xFF) >>> 6] |= 1L << bytes[i];
    }
    int different = 0;
    for (long some : met) {
      different += Long.bitCount(some);
    }
    return different >= LEAST_BYTES;
  }
}
