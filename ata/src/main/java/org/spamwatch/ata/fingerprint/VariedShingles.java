package org.spamwatch.ata.fingerprint;

import java.util.Arrays;

/**
 * The shingles of {@code char50}: those made of at least {@value #LEAST_BYTES} different bytes,
 * because rows of one character are in every kind of mail.
 */
final class VariedShingles implements Selection {
  private static final int LEAST_BYTES = 8;
  private static final int FIRST_BYTES = 24;

  private final DistinctShingles shingles;

  /** A bit for each value of a byte that has been met in a shingle. */
  private final long[] met = new long[4];

  VariedShingles(DistinctShingles shingles) {
    this.shingles = shingles;
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

  /** The lower six bits of the first bytes tell nearly always; else the whole is looked through. */
  private boolean isVaried(byte[] bytes, int from, int to) {
    long some = 0;
    int end = Math.min(to, from + FIRST_BYTES);
    for (int i = from; i < end; i++) {
      some |= 1L << bytes[i];
    }
    return Long.bitCount(some) >= LEAST_BYTES || hasDifferent(bytes, from, to);
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
