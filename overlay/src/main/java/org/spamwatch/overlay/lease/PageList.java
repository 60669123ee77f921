package org.spamwatch.overlay.lease;

import java.util.Arrays;

/** The pages of {@link LeasePages} in their order. */
final class PageList {
  private static final LeasePage NONE = new LeasePage(0);

  LeasePage[] pages = {};

  /** The first 32 bits of each page's first key: where a search does without the page. */
  int[] firsts = {};

  int size;

  void open(int number, LeasePage page) {
    if (size == pages.length) {
      pages = Arrays.copyOf(pages, size + size / 4 + 1);
      firsts = Arrays.copyOf(firsts, pages.length);
    }
    System.arraycopy(pages, number, pages, number + 1, size - number);
    System.arraycopy(firsts, number, firsts, number + 1, size - number);
    pages[number] = page;
    size++;
  }

  void close(int number) {
    size--;
    System.arraycopy(pages, number + 1, pages, number, size - number);
    System.arraycopy(firsts, number + 1, firsts, number, size - number);
    if (size < pages.length / 2) {
      pages = Arrays.copyOf(pages, size);
      firsts = Arrays.copyOf(firsts, size);
    } else {
      pages[size] = NONE;
    }
  }
}
