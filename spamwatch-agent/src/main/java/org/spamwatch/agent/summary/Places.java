package org.spamwatch.agent.summary;

/** Which places of a table are in use; those that were given back are taken first. */
final class Places {
  static final int NONE = -1;

  private final IntPages nextFree;
  private int free = NONE;
  private int end;
  private int used;

  Places(SummaryPages pages) {
    nextFree = new IntPages(pages);
  }

  int take() {
    used++;
    if (free == NONE) {
      return end++;
    }
    int place = free;
    free = nextFree.get(place);
    return place;
  }

  void giveBack(int place) {
    nextFree.set(place, free);
    free = place;
    used--;
  }

  /** Places in use. */
  int used() {
    return used;
  }

  /** Every place that was ever taken lies below. */
  int end() {
    return end;
  }

  long bytes() {
    return nextFree.bytes();
  }
}
