package org.spamwatch.overlay.lease;

import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.lease.LeaseTable.Leased;

/**
 * Records in the order of their keys, those of one key in the order in which they came: in pages,
 * some 9 bytes a key, for a key itself is asked of its record where the first 32 bits do not
 * decide. A page that is full becomes two, neighbours that are nearly empty become one; so no
 * change moves more than a page, however many there are, and nobody can choose keys that make a
 * search longer. What is held under many keys until one time is one object.
 *
 * <p>Behind a key's leased records stand those that have no lease and are <em>kept</em>. A leased
 * one may be kept as well: that is a flag of it, and it stands behind the others once its lease has
 * ended.
 *
 * <p>A <em>place</em> holds until the next change. Finding costs O(log n). Looking up allocates
 * nothing. Not thread-safe.
 */
final class LeasePages<R extends LeaseRecord<R>> {
  static final long NOWHERE = -1;

  /** Records of a key that are walked past before it is searched for its end: most have fewer. */
  static final int WALKED = 8;

  /** Records of a page; twice as many entries of an array are moved at most. */
  private static final int MOST = 256;

  private static final int SPARSE = MOST / 4;

  /** Records of a page that was filled in their order: it has room for those that come between. */
  private static final int FILLED = MOST - MOST / 16;

  // Where a search for a key ends: before its records, behind those with a lease, or behind all.
  private static final int BEFORE = 0;
  private static final int BEHIND_LEASED = 1;
  private static final int BEHIND = 2;

  private final Postings<R> postings = new Postings<>();
  private final PageList list = new PageList();
  private int size;

  /** Records held on a lease, each as often as it has keys here. */
  int size() {
    return size;
  }

  /** What the places lead to. */
  Postings<R> postings() {
    return postings;
  }

  /** The place of the first record of a key, or where it would be. */
  long from(Id key) {
    return place(key, BEFORE);
  }

  /** The place behind the last leased record of a key, or where it would be. */
  long behindLeased(Id key) {
    return place(key, BEHIND_LEASED);
  }

  /** The place behind the last record of a key, or where it would be. */
  long behind(Id key) {
    return place(key, BEHIND);
  }

  /** As {@link #from(Id)} of the key that has zeros behind its first 64 bits. */
  long from(long first) {
    return place(first, 0, 0, BEFORE);
  }

  /** As {@link #behindLeased(Id)} of the key that has zeros behind its first 64 bits. */
  long behindLeased(long first) {
    return place(first, 0, 0, BEHIND_LEASED);
  }

  /** As {@link #behind(Id)} of the key that has zeros behind its first 64 bits. */
  long behind(long first) {
    return place(first, 0, 0, BEHIND);
  }

  /** As {@link #behind(long)}, given where the key begins. */
  long behind(long first, long from) {
    long place = from;
    for (int walked = 0; isAnyAt(place, first); walked++) {
      if (walked == WALKED) {
        return behind(first);
      }
      place = next(place);
    }
    return place;
  }

  /** Whether there is a record at a place; behind the last there is none. */
  boolean has(long place) {
    return page(place) < list.size;
  }

  /** The place that follows. */
  long next(long place) {
    int page = page(place);
    return slot(place) + 1 < list.pages[page].size ? place + 1 : place(page + 1, 0);
  }

  /** The place before one that is not the first. */
  long previous(long place) {
    int before = page(place) - 1;
    return slot(place) > 0 ? place - 1 : place(before, list.pages[before].size - 1);
  }

  /** Records from a place to one that is not before it. */
  int between(long from, long to) {
    int records = slot(to) - slot(from);
    for (int page = page(from); page < page(to); page++) {
      records += list.pages[page].size;
    }
    return records;
  }

  /** The first place from one on that has a leased record. */
  long leasedFrom(long place) {
    long next = place;
    while (has(next) && !isLeased(next)) {
      boolean isNoneIn = list.pages[page(next)].leased == 0;
      next = isNoneIn ? place(page(next) + 1, 0) : next(next);
    }
    return next;
  }

  /** Whether there is a record of a key at a place. */
  boolean isAnyAt(long place, Id key) {
    return has(place) && order(place, key.high(), key.middle(), key.low()) == 0;
  }

  /** Whether there is a record of the key that has zeros behind its first 64 bits at a place. */
  boolean isAnyAt(long place, long first) {
    return has(place) && order(place, first, 0, 0) == 0;
  }

  /** Whether there is a leased record of a key at a place. */
  boolean isAt(long place, Id key) {
    return isAnyAt(place, key) && isLeased(place);
  }

  /** Whether the record at a place has a lease, run out or not. */
  boolean isLeased(long place) {
    return end(place) != Postings.UNLEASED;
  }

  /** Whether there is a record of the key that has zeros behind its first 64 bits. */
  boolean holds(long first) {
    return isAnyAt(from(first), first);
  }

  /** The key of the record at a place. */
  Id key(long place) {
    Id rest = record(place).rest();
    return Id.of(postings.first(posting(place)), rest.middle(), rest.low());
  }

  /** What is at a place. */
  Leased<R> leased(long place) {
    return postings.leased(posting(place));
  }

  /** The record at a place. */
  R record(long place) {
    return leased(place).record();
  }

  /** The end of its lease. */
  long end(long place) {
    return leased(place).expiresAtMicros();
  }

  /** Whether the record at a place is kept, whatever its lease. */
  boolean isKept(long place) {
    return postings.isKept(posting(place));
  }

  /** The number of what is at a place. */
  int number(long place) {
    return Postings.number(posting(place));
  }

  private int posting(long place) {
    return list.pages[page(place)].postings[slot(place)];
  }

  /** Puts a leased record of the same key in the place of another; it is kept if that was. */
  void set(long place, R record, long end) {
    replace(place, record, end, isKept(place));
  }

  /** Keeps the leased record at a place no longer than its lease. */
  void keepNoMore(long place) {
    replace(place, record(place), end(place), false);
  }

  private void replace(long place, R record, long end, boolean isKept) {
    int before = posting(place);
    int index = record.indexOf(postings.first(before));
    list.pages[page(place)].postings[slot(place)] = postings.add(record, index, end, isKept);
    postings.remove(before);
  }

  /** Adds a record behind the leased ones of its key. */
  void add(Id key, R record, long end, boolean isKept) {
    int posting = postings.add(record, record.indexOf(key.high()), end, isKept);
    insert(behindLeased(key), LeasePage.top(key.high()), posting, end);
  }

  /** Adds what is posted and has no lease behind all of its key. */
  void keep(int posting) {
    long first = postings.first(posting);
    Id rest = postings.leased(posting).record().rest();
    long behind = place(first, rest.middle(), rest.low(), BEHIND);
    insert(behind, LeasePage.top(first), posting, Postings.UNLEASED);
  }

  /**
   * As {@link #keep}, at less cost where the key lies behind all others: what is posted is looked
   * at only if the first 32 bits do not say so.
   */
  void keepInOrder(int top, int posting) {
    if (list.size > 0 && Integer.compareUnsigned(list.pages[list.size - 1].lastTop(), top) >= 0) {
      keep(posting);
      return;
    }
    if (list.size > 0 && list.pages[list.size - 1].size >= FILLED) {
      list.open(list.size, new LeasePage(FILLED));
    }
    insert(place(list.size, 0), top, posting, Postings.UNLEASED);
  }

  private void insert(long place, int top, int posting, long end) {
    int number = page(place);
    int slot = slot(place);
    if (slot == 0 && number > 0) { // as well behind the last of the page before
      number--;
      slot = list.pages[number].size;
    }
    if (list.size == 0) {
      list.open(0, new LeasePage(2));
    } else if (list.pages[number].size == MOST) {
      split(number);
      if (slot > list.pages[number].size) {
        slot -= list.pages[number].size;
        number++;
      }
    }
    LeasePage page = list.pages[number];
    if (page.size == page.tops.length) {
      page.resize(Math.min(MOST, page.size + page.size / 16 + 2));
    }
    page.move(slot, slot + 1);
    page.tops[slot] = top;
    page.postings[slot] = posting;
    page.size++;
    count(page, end, 1);
    list.firsts[number] = page.tops[0];
  }

  private void count(LeasePage page, long end, int change) {
    if (end != Postings.UNLEASED) {
      page.leased += change;
      size += change;
    }
  }

  /**
   * Ends the lease of the record at a place, which is gone then if it is not kept; returns the
   * place of the one that followed.
   */
  long endLease(long place) {
    if (!isKept(place)) {
      return remove(place);
    }
    Id key = key(place);
    R record = record(place);
    int before = between(from(key), place);
    remove(place);
    keep(postings.keep(record, record.indexOf(key.high())));
    long next = from(key);
    for (int i = 0; i < before; i++) {
      next = next(next);
    }
    return next;
  }

  /** Removes the record at a place; returns the place of the one that followed. */
  long remove(long place) {
    int number = page(place);
    int slot = slot(place);
    LeasePage page = list.pages[number];
    count(page, end(place), -1);
    postings.remove(page.postings[slot]);
    page.move(slot + 1, slot);
    page.size--;
    if (page.size == 0) {
      list.close(number);
      return place(number, 0);
    }
    list.firsts[number] = page.tops[0];
    if (page.size < page.tops.length / 2) {
      page.resize(page.size + page.size / 8);
    }
    long next = slot < page.size ? place : place(number + 1, 0);
    return page.size < SPARSE ? merged(number, next) : next;
  }

  /** Has a sparse page become one with its neighbour; returns where a place of either is now. */
  private long merged(int number, long place) {
    int first = number + 1 < list.size ? number : number - 1;
    if (first < 0 || list.pages[first].size + list.pages[first + 1].size > MOST / 2) {
      return place;
    }
    int before = list.pages[first].size;
    list.pages[first].append(list.pages[first + 1], 0);
    list.pages[first].leased += list.pages[first + 1].leased;
    list.close(first + 1);
    return page(place) == first + 1 ? place(first, before + slot(place)) : beyond(place, first);
  }

  /** A place behind a page that is closed. */
  private static long beyond(long place, int first) {
    return page(place) > first + 1 ? place(page(place) - 1, slot(place)) : place;
  }

  private void split(int number) {
    LeasePage page = list.pages[number];
    LeasePage second = new LeasePage(0);
    second.append(page, MOST / 2);
    page.cut(MOST / 2);
    list.open(number + 1, second);
    list.firsts[number + 1] = second.tops[0];
    int leased = page.leased;
    page.leased = leased == MOST ? page.size : 0;
    for (int slot = 0; slot < page.size && leased > 0 && leased < MOST; slot++) {
      page.leased += isLeased(place(number, slot)) ? 1 : 0;
    }
    second.leased = leased - page.leased;
  }

  private long place(Id key, int end) {
    return place(key.high(), key.middle(), key.low(), end);
  }

  private long place(long high, long middle, int low, int end) {
    int page = -1; // the last that begins before it
    int above = list.size;
    while (above - page > 1) {
      int half = (page + above) >>> 1;
      int order = Integer.compareUnsigned(list.firsts[half], LeasePage.top(high));
      if (order < 0 || (order == 0 && isBefore(place(half, 0), high, middle, low, end))) {
        page = half;
      } else {
        above = half;
      }
    }
    if (page < 0) {
      return place(0, 0);
    }
    int[] tops = list.pages[page].tops;
    int slot = 0; // the last in it that lies before
    int behind = list.pages[page].size;
    while (behind - slot > 1) {
      int half = (slot + behind) >>> 1;
      int order = Integer.compareUnsigned(tops[half], LeasePage.top(high));
      if (order < 0 || (order == 0 && isBefore(place(page, half), high, middle, low, end))) {
        slot = half;
      } else {
        behind = half;
      }
    }
    return slot + 1 < list.pages[page].size ? place(page, slot + 1) : place(page + 1, 0);
  }

  /** Whether what is at a place lies before the end of a search for a key. */
  private boolean isBefore(long place, long high, long middle, int low, int end) {
    int order = order(place, high, middle, low);
    return order < 0 || (order == 0 && (isLeased(place) ? end > BEFORE : end > BEHIND_LEASED));
  }

  /** Looks at the record only where the first 32 bits do not decide: it lies elsewhere. */
  private int order(long place, long high, long middle, int low) {
    LeasePage page = list.pages[page(place)];
    int order = Integer.compareUnsigned(page.tops[slot(place)], LeasePage.top(high));
    return order != 0 ? order : postings.order(page.postings[slot(place)], high, middle, low);
  }

  private static long place(int page, int slot) {
    return (long) page << Integer.SIZE | slot;
  }

  private static int page(long place) {
    return (int) (place >>> Integer.SIZE);
  }

  private static int slot(long place) {
    return (int) place;
  }
}
