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

  private final Postings<R> postings = new Postings<>();
  private final PageList list = new PageList();
  private final PageSearch<R> search = new PageSearch<>(list, postings);
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
    return search.place(key, PageSearch.BEFORE);
  }

  /** The place behind the last leased record of a key, or where it would be. */
  long behindLeased(Id key) {
    return search.place(key, PageSearch.BEHIND_LEASED);
  }

  /** The place behind the last record of a key, or where it would be. */
  long behind(Id key) {
    return search.place(key, PageSearch.BEHIND);
  }

  /** As {@link #from(Id)} of the key that has zeros behind its first 64 bits. */
  long from(long first) {
    return search.place(first, 0, 0, PageSearch.BEFORE);
  }

  /** As {@link #behindLeased(Id)} of the key that has zeros behind its first 64 bits. */
  long behindLeased(long first) {
    return search.place(first, 0, 0, PageSearch.BEHIND_LEASED);
  }

  /** As {@link #behind(Id)} of the key that has zeros behind its first 64 bits. */
  long behind(long first) {
    return search.place(first, 0, 0, PageSearch.BEHIND);
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
    return Place.page(place) < list.size;
  }

  /** The place that follows. */
  long next(long place) {
    int page = Place.page(place);
    return Place.slot(place) + 1 < list.pages[page].size ? place + 1 : Place.of(page + 1, 0);
  }

  /** The place before one that is not the first. */
  long previous(long place) {
    int before = Place.page(place) - 1;
    return Place.slot(place) > 0 ? place - 1 : Place.of(before, list.pages[before].size - 1);
  }

  /** Records from a place to one that is not before it. */
  int between(long from, long to) {
    int records = Place.slot(to) - Place.slot(from);
    for (int page = Place.page(from); page < Place.page(to); page++) {
      records += list.pages[page].size;
    }
    return records;
  }

  /** The first place from one on that has a leased record. */
  long leasedFrom(long place) {
    long next = place;
    while (has(next) && !isLeased(next)) {
      boolean isNoneIn = list.pages[Place.page(next)].leased == 0;
      next = isNoneIn ? Place.of(Place.page(next) + 1, 0) : next(next);
    }
    return next;
  }

  /** The first place from one on in whose page a lease may have ended by a time. */
  long dueFrom(long place, long now) {
    int page = Place.page(place);
    if (page == list.size || list.pages[page].earliest <= now) {
      return place;
    }
    do {
      page++;
    } while (page < list.size && list.pages[page].earliest > now);
    return Place.of(page, 0);
  }

  /**
   * How many records there are from a place on in its page; none if no lease of them has ended. Of
   * a whole page it finds anew when the first will.
   */
  int due(long place, long now) {
    LeasePage page = list.pages[Place.page(place)];
    long earliest = Long.MAX_VALUE;
    for (int slot = Place.slot(place); slot < page.size; slot++) {
      long end = end(Place.of(Place.page(place), slot));
      earliest = end == Postings.UNLEASED ? earliest : Math.min(earliest, end);
    }
    if (Place.slot(place) == 0) {
      page.earliest = earliest;
    }
    return earliest <= now ? page.size - Place.slot(place) : 0;
  }

  /** The place behind the last of a place's page. */
  long behindPage(long place) {
    return Place.of(Place.page(place) + 1, 0);
  }

  /** Whether there is a record of a key at a place. */
  boolean isAnyAt(long place, Id key) {
    return has(place) && search.order(place, key.high(), key.middle(), key.low()) == 0;
  }

  /** Whether there is a record of the key that has zeros behind its first 64 bits at a place. */
  boolean isAnyAt(long place, long first) {
    return has(place) && search.order(place, first, 0, 0) == 0;
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
    return list.pages[Place.page(place)].postings[Place.slot(place)];
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
    LeasePage page = list.pages[Place.page(place)];
    page.postings[Place.slot(place)] = postings.add(record, index, end, isKept);
    page.earliest = Math.min(page.earliest, end);
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
    long behind = search.place(first, rest.middle(), rest.low(), PageSearch.BEHIND);
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
    insert(Place.of(list.size, 0), top, posting, Postings.UNLEASED);
  }

  private void insert(long place, int top, int posting, long end) {
    int number = Place.page(place);
    int slot = Place.slot(place);
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
      page.earliest = Math.min(page.earliest, end);
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
    int number = Place.page(place);
    int slot = Place.slot(place);
    LeasePage page = list.pages[number];
    count(page, end(place), -1);
    postings.remove(page.postings[slot]);
    page.move(slot + 1, slot);
    page.size--;
    if (page.size == 0) {
      list.close(number);
      return Place.of(number, 0);
    }
    list.firsts[number] = page.tops[0];
    if (page.size < page.tops.length / 2) {
      page.resize(page.size + page.size / 8);
    }
    long next = slot < page.size ? place : Place.of(number + 1, 0);
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
    list.pages[first].earliest =
        Math.min(list.pages[first].earliest, list.pages[first + 1].earliest);
    list.close(first + 1);
    return Place.page(place) == first + 1
        ? Place.of(first, before + Place.slot(place))
        : beyond(place, first);
  }

  /** A place behind a page that is closed. */
  private static long beyond(long place, int first) {
    return Place.page(place) > first + 1
        ? Place.of(Place.page(place) - 1, Place.slot(place))
        : place;
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
      page.leased += isLeased(Place.of(number, slot)) ? 1 : 0;
    }
    second.leased = leased - page.leased;
    second.earliest = page.earliest;
  }
}
