package org.spamwatch.ata.fingerprint;

import java.util.Arrays;

/**
 * The shingles of {@code char50}: those made of at least {@value #LEAST_BYTES} different bytes,
 * because rows of one character are in every kind of mail.
 */
final class VariedShingles implements Selection {
  private static final int LEAST_BYTES = 8;

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

  /** Looks no farther than needed, which is a dozen bytes of what people write. */
  private boolean isVaried(byte[] bytes, int from, int to) {
    Arrays.fill(met, 0);
    int different = 0;
    for (int i = from; i < to && different < LEAST_BYTES; i++) {
      int word = (bytes[i] & 0xFF) >>> 6;
      long bit = 1L << (bytes[i] & 63);
      different += (met[word] & bit) == 0 ? 1 : 0;
      met[word] |= bit;
    }
    return different == LEAST_BYTES;
  }
}
