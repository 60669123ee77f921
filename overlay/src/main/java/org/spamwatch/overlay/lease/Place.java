package org.spamwatch.overlay.lease;

/** A place in {@link LeasePages}, which holds until the next change: a page and a slot in it. */
final class Place {
  private Place() {}

  static long of(int page, int slot) {
    return (long) page << Integer.SIZE | slot;
  }

  static int page(long place) {
    return (int) (place >>> Integer.SIZE);
  }

  static int slot(long place) {
    return (int) place;
  }
}
