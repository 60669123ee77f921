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
    return set((int) token)
        | set((int) (token >>> 14))
        | set((int) (token >>> 28))
        | set((int) (token >>> 42));
  }

  private boolean set(int bit) {
    int word = bit >>> 6 & WORDS - 1;
    long lacking = 1L << bit & ~words[word];
    words[word] |= lacking;
    return lacking != 0;
  }
}
