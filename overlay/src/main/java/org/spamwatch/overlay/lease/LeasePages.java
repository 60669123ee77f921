package org.spamwatch.overlay.lease;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.lease.LeaseTable.Leased;

/**
 * Leased records in the order of their keys, those of one key in the order in which they came: in
 * pages, about 13 bytes a key. A page that is full becomes two, neighbours that are nearly empty
 * become one; so no change moves more than a page, however many there are, and nobody can choose
 * keys that make a search longer. What is held under many keys until one time is one object.
 *
 * <p>A <em>place</em> holds until the next change. Finding costs O(log n). Looking up allocates
 * nothing. Not thread-safe.
 */
final class LeasePages<R extends LeaseRecord<R>> {
  /** Records of a page; twice as many entries of an array are moved at most. */
  private static final int MOST = 256;

  private static final int SPARSE = MOST / 4;

  /** Some records that follow one another; at least one once it is among the others. */
  private static final class Page {
    long[] keys;
    Object[] leased;
    int size;

    Page(int capacity) {
      keys = new long[capacity];
      leased = new Object[capacity];
    }

    void resize(int capacity) {
      keys = Arrays.copyOf(keys, capacity);
      leased = Arrays.copyOf(leased, capacity);
    }

    /** Moves what is from a slot on. */
    void move(int from, int to) {
      System.arraycopy(keys, from, keys, to, size - from);
      System.arraycopy(leased, from, leased, to, size - from);
    }

    /** Appends what another page has from a slot on. */
    void append(Page other, int from) {
      int more = other.size - from;
      if (size + more > keys.length) {
        resize(size + more);
      }
      System.arraycopy(other.keys, from, keys, size, more);
      System.arraycopy(other.leased, from, leased, size, more);
      size += more;
    }

    void cut(int to) {
      size = to;
      resize(to);
    }
  }

  private static final Page[] NO_PAGES = {};
  private static final long[] NO_FIRSTS = {};
  private static final Page NONE = new Page(0);

  private Page[] pages = NO_PAGES;

  /** The first 64 bits of each page's first key. */
  private long[] firsts = NO_FIRSTS;

  private int pageCount;
  private int size;
  private @Nullable Leased<R> lastLeased;

  /** Records held. */
  int size() {
    return size;
  }

  /** The place of the first record of a key, or where it would be. */
  long from(Id key) {
    return place(key, 0);
  }

  /** The place behind the last record of a key, or where it would be. */
  long behind(Id key) {
    return place(key, 1);
  }

  /** Whether there is a record at a place; behind the last there is none. */
  boolean has(long place) {
    return page(place) < pageCount;
  }

  /** The place that follows. */
  long next(long place) {
    int page = page(place);
    return slot(place) + 1 < pages[page].size ? place + 1 : place(page + 1, 0);
  }

  /** Whether there is a record of a key at a place. */
  boolean isAt(long place, Id key) {
    return has(place) && order(pages[page(place)], slot(place), key) == 0;
  }

  /** Whether there is a record of the key that has zeros behind its first 64 bits. */
  boolean holds(long first) {
    long place = place(first, 0, 0, 0);
    return has(place)
        && pages[page(place)].keys[slot(place)] == first
        && orderOfRest(leased(place), 0, 0) == 0;
  }

  /** The key of the record at a place. */
  Id key(long place) {
    Id rest = record(place).rest();
    return Id.of(pages[page(place)].keys[slot(place)], rest.middle(), rest.low());
  }

  /** What is at a place. */
  @SuppressWarnings("unchecked") // nothing else is put there
  Leased<R> leased(long place) {
    return (Leased<R>) pages[page(place)].leased[slot(place)];
  }

  /** The record at a place. */
  R record(long place) {
    return leased(place).record();
  }

  /** The end of its lease. */
  long end(long place) {
    return leased(place).expiresAtMicros();
  }

  /** Puts a record of the same key in the place of another. */
  void set(long place, R record, long end) {
    pages[page(place)].leased[slot(place)] = leased(record, end);
  }

  /** A record with the end of its lease, which keys that come one after the other share. */
  private Leased<R> leased(R record, long end) {
    Leased<R> leased = lastLeased;
    if (leased == null || leased.record() != record || leased.expiresAtMicros() != end) {
      leased = new Leased<>(record, end);
      lastLeased = leased;
    }
    return leased;
  }

  /** Adds a record behind those of its key. */
  void add(Id key, R record, long end) {
    long place = behind(key);
    int number = page(place);
    int slot = slot(place);
    if (slot == 0 && number > 0) { // as well behind the last of the page before
      number--;
      slot = pages[number].size;
    }
    if (pageCount == 0) {
      open(0, new Page(2));
    } else if (pages[number].size == MOST) {
      split(number);
      if (slot > pages[number].size) {
        slot -= pages[number].size;
        number++;
      }
    }
    Page page = pages[number];
    if (page.size == page.keys.length) {
      page.resize(Math.min(MOST, page.size + page.size / 16 + 2));
    }
    page.move(slot, slot + 1);
    page.keys[slot] = key.high();
    page.leased[slot] = leased(record, end);
    page.size++;
    firsts[number] = page.keys[0];
    size++;
  }

  /** Removes the record at a place; returns the place of the one that followed. */
  long remove(long place) {
    int number = page(place);
    int slot = slot(place);
    Page page = pages[number];
    page.move(slot + 1, slot);
    page.size--;
    page.leased[page.size] = null;
    size--;
    if (page.size == 0) {
      close(number);
      return place(number, 0);
    }
    firsts[number] = page.keys[0];
    if (page.size < page.keys.length / 2) {
      page.resize(page.size + page.size / 8);
    }
    long next = slot < page.size ? place : place(number + 1, 0);
    return page.size < SPARSE ? merged(number, next) : next;
  }

  /** Has a sparse page become one with its neighbour; returns where a place of either is now. */
  private long merged(int number, long place) {
    int first = number + 1 < pageCount ? number : number - 1;
    if (first < 0 || pages[first].size + pages[first + 1].size > MOST / 2) {
      return place;
    }
    int before = pages[first].size;
    pages[first].append(pages[first + 1], 0);
    close(first + 1);
    return page(place) == first + 1 ? place(first, before + slot(place)) : beyond(place, first);
  }

  /** A place behind a page that is closed. */
  private static long beyond(long place, int first) {
    return page(place) > first + 1 ? place(page(place) - 1, slot(place)) : place;
  }

  private void split(int number) {
    Page page = pages[number];
    Page second = new Page(0);
    second.append(page, MOST / 2);
    page.cut(MOST / 2);
    open(number + 1, second);
    firsts[number + 1] = second.keys[0];
  }

  private void open(int number, Page page) {
    if (pageCount == pages.length) {
      pages = Arrays.copyOf(pages, pageCount + pageCount / 4 + 1);
      firsts = Arrays.copyOf(firsts, pages.length);
    }
    System.arraycopy(pages, number, pages, number + 1, pageCount - number);
    System.arraycopy(firsts, number, firsts, number + 1, pageCount - number);
    pages[number] = page;
    pageCount++;
  }

  private void close(int number) {
    pageCount--;
    System.arraycopy(pages, number + 1, pages, number, pageCount - number);
    System.arraycopy(firsts, number + 1, firsts, number, pageCount - number);
    if (pageCount < pages.length / 2) {
      pages = Arrays.copyOf(pages, pageCount);
      firsts = Arrays.copyOf(firsts, pageCount);
    } else {
      pages[pageCount] = NONE;
    }
  }

  /** The place of the first record whose key compares to one as at least so much. */
  private long place(Id key, int least) {
    return place(key.high(), key.middle(), key.low(), least);
  }

  private long place(long high, long middle, int low, int least) {
    int page = -1; // the last that begins below
    int above = pageCount;
    while (above - page > 1) {
      int half = (page + above) >>> 1;
      if (order(firsts[half], pages[half], 0, high, middle, low) < least) {
        page = half;
      } else {
        above = half;
      }
    }
    if (page < 0) {
      return place(0, 0);
    }
    int slot = 0; // the last in it that lies below
    int end = pages[page].size;
    while (end - slot > 1) {
      int half = (slot + end) >>> 1;
      if (order(pages[page].keys[half], pages[page], half, high, middle, low) < least) {
        slot = half;
      } else {
        end = half;
      }
    }
    return slot + 1 < pages[page].size ? place(page, slot + 1) : place(page + 1, 0);
  }

  private static int order(Page page, int slot, Id key) {
    return order(page.keys[slot], page, slot, key.high(), key.middle(), key.low());
  }

  /** Looks at the record only where the first 64 bits do not decide: it lies elsewhere. */
  private static int order(long first, Page page, int slot, long high, long middle, int low) {
    int order = Long.compareUnsigned(first, high);
    return order != 0 ? order : orderOfRest((Leased<?>) page.leased[slot], middle, low);
  }

  private static int orderOfRest(Leased<?> leased, long middle, int low) {
    Id rest = leased.record().rest();
    int order = Long.compareUnsigned(rest.middle(), middle);
    return order != 0 ? order : Integer.compareUnsigned(rest.low(), low);
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
