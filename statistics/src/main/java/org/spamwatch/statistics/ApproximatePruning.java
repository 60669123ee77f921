package org.spamwatch.statistics;

import java.util.Arrays;

/** {@link Pruning#approximate}. */
final class ApproximatePruning implements Pruning {
  private static final int WORDS = 2 * 1024 / Long.BYTES;

  private final long[] words = new long[WORDS];

  @Override
  public void clear() {
    Arrays.fill(words, 0);
  }

  /** A token is a keyed hash: 14 of its bits each name one of the 2^14 bits here. */
  @Override
  public boolean isNew(long token) {
    long lacking = set(token);
    lacking |= set(token >>> 14);
    lacking |= set(token >>> 28);
    lacking |= set(token >>> 42);
    return lacking != 0;
  }

  /** What lacked of the bit that a number names, as its mask. */
  private long set(long bit) {
    int word = (int) (bit >>> 6) & (WORDS - 1);
    long lacking = (1L << bit) & ~words[word];
    words[word] |= lacking;
    return lacking;
  }
}
