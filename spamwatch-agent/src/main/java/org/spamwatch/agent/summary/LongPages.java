package org.spamwatch.agent.summary;

import java.util.Arrays;

/**
 * Numbers of 64 bits by place, in pages, so that growing copies none of them. What was never set is
 * 0. Not thread-safe.
 */
final class LongPages {
  private static final int BITS = 9;
  private static final int MASK = (1 << BITS) - 1;

  private long[][] pages = new long[0][];

  long get(int place) {
    return pages[place >>> BITS][place & MASK];
  }

  void set(int place, long value) {
    int page = place >>> BITS;
    if (page >= pages.length) {
      int had = pages.length;
      pages = Arrays.copyOf(pages, Math.max(page + 1, 2 * had));
      Arrays.fill(pages, had, pages.length, new long[0]);
    }
    if (pages[page].length == 0) {
      pages[page] = new long[1 << BITS];
    }
    pages[page][place & MASK] = value;
  }

  /** What the pages take, about. */
  long bytes() {
    return Arrays.stream(pages).mapToLong(page -> (long) page.length * Long.BYTES).sum();
  }
}
