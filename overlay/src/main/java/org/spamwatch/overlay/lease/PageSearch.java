package org.spamwatch.overlay.lease;

import org.spamwatch.overlay.Id;

/**
 * Finds keys among the pages of {@link LeasePages}, by halves: the page, then the slot in it.
 * Allocates nothing. Not thread-safe.
 */
final class PageSearch<R extends LeaseRecord<R>> {
  // Where a search for a key ends: before its records, behind those with a lease, or behind all.
  static final int BEFORE = 0;
  static final int BEHIND_LEASED = 1;
  static final int BEHIND = 2;

  private final PageList list;
  private final Postings<R> postings;

  PageSearch(PageList list, Postings<R> postings) {
    this.list = list;
    this.postings = postings;
  }

  /** Where a search for a key ends. */
  long place(Id key, int end) {
    return place(key.high(), key.middle(), key.low(), end);
  }

  /** Where a search for a key of these bits ends. */
  long place(long high, long middle, int low, int end) {
    int page = -1; // the last that begins before it
    int above = list.size;
    while (above - page > 1) {
      int half = (page + above) >>> 1;
      int order = Integer.compareUnsigned(list.firsts[half], LeasePage.top(high));
      if (order < 0 || (order == 0 && isBefore(Place.of(half, 0), high, middle, low, end))) {
        page = half;
      } else {
        above = half;
      }
    }
    if (page < 0) {
      return Place.of(0, 0);
    }
    int[] tops = list.pages[page].tops;
    int slot = 0; // the last in it that lies before
    int behind = list.pages[page].size;
    while (behind - slot > 1) {
      int half = (slot + behind) >>> 1;
      int order = Integer.compareUnsigned(tops[half], LeasePage.top(high));
      if (order < 0 || (order == 0 && isBefore(Place.of(page, half), high, middle, low, end))) {
        slot = half;
      } else {
        behind = half;
      }
    }
    return slot + 1 < list.pages[page].size ? Place.of(page, slot + 1) : Place.of(page + 1, 0);
  }

  /** Whether what is at a place lies before the end of a search for a key. */
  private boolean isBefore(long place, long high, long middle, int low, int end) {
    int order = order(place, high, middle, low);
    return order < 0 || (order == 0 && end > (isLeased(place) ? BEFORE : BEHIND_LEASED));
  }

  private boolean isLeased(long place) {
    int posting = list.pages[Place.page(place)].postings[Place.slot(place)];
    return postings.leased(posting).expiresAtMicros() != Postings.UNLEASED;
  }

  /**
   * Whether what is at a place lies before a key (below 0), is of it (0) or lies behind. Looks at
   * the record only where the first 32 bits do not decide: it lies elsewhere.
   */
  int order(long place, long high, long middle, int low) {
    LeasePage page = list.pages[Place.page(place)];
    int order = Integer.compareUnsigned(page.tops[Place.slot(place)], LeasePage.top(high));
    return order != 0 ? order : postings.order(page.postings[Place.slot(place)], high, middle, low);
  }
}
