package org.spamwatch.agent.summary;

import java.util.Arrays;

/** As {@link LongPages}, of 32 bits. */
final class IntPages {
  private static final int BITS = 9;
  private static final int MASK = (1 << BITS) - 1;

  private int[][] pages = new int[0][];

  int get(int place) {
    return pages[place >>> BITS][place & MASK];
  }

  void set(int place, int value) {
    int page = place >>> BITS;
    if (page >= pages.length) {
      int had = pages.length;
      pages = Arrays.copyOf(pages, Math.max(page + 1, 2 * had));
      Arrays.fill(pages, had, pages.length, new int[0]);
    }
    if (pages[page].length == 0) {
      pages[page] = new int[1 << BITS];
    }
    pages[page][place & MASK] = value;
  }

  /** What the pages take, about. */
  long bytes() {
    return Arrays.stream(pages).mapToLong(page -> (long) page.length * Integer.BYTES).sum();
  }
}
