package org.spamwatch.sketch;

/**
 * The state of many rates in arrays of numbers, 48 bytes each, and an index over their keys with at
 * least two places for each, in which one that is taken is followed by the next. An entry keeps its
 * number; one goes by becoming another's.
 */
final class RateTable {
  /** Events that an entry has room for. */
  static final int FEW = 4;

  /** Bytes of an entry, and of the index for it while that is full. */
  static final int ENTRY_BYTES = 56;

  /** What {@link #kept} says of an entry with a filter. */
  static final int FILTERED = FEW + 1;

  // An entry's words.
  private static final int WORDS = 6;
  private static final int KEY = 0;
  private static final int RATE = 1; // a float, and in the lower half the source
  private static final int LAST = 2;
  private static final int SINCE = 3; // times 8, and what is kept
  private static final int EVENTS = 4; // two words of two events, or the number of a filter

  private static final int PAGE_BITS = 10;
  private static final long HALF = 0xFFFF_FFFFL;

  private final long seed;
  private final long[][] pages;
  private int[] index = new int[2 << PAGE_BITS]; // an entry's number and 1; 0 where none is
  private int size;

  RateTable(int maxEntries, long seed) {
    this.seed = seed;
    pages = new long[(maxEntries >> PAGE_BITS) + 1][];
  }

  /** Entries that there are; their numbers are below. */
  int size() {
    return size;
  }

  /** Bytes of memory. */
  long bytes() {
    long taken = (size + (1L << PAGE_BITS) - 1) >> PAGE_BITS;
    return (taken << PAGE_BITS) * WORDS * Long.BYTES + (long) index.length * Integer.BYTES;
  }

  /** The entry of a key; -1 if there is none. */
  int find(long key) {
    return index[slot(key)] - 1;
  }

  /** Makes an entry, of which nothing happened yet. */
  int add(long key, int source, long now) {
    if (2 * (size + 1) > index.length) {
      growIndex();
    }
    int entry = size++;
    if (pages[entry >> PAGE_BITS] == null) {
      pages[entry >> PAGE_BITS] = new long[WORDS << PAGE_BITS];
    }
    init(entry, key, source, now);
    return entry;
  }

  /** Makes an entry another key's. */
  void replace(int entry, long key, int source, long now) {
    unindex(slot(key(entry)));
    init(entry, key, source, now);
  }

  private void init(int entry, long key, int source, long now) {
    long[] page = page(entry);
    int at = at(entry);
    page[at + KEY] = key;
    page[at + RATE] = source & HALF;
    page[at + LAST] = now;
    page[at + SINCE] = now << 3;
    index[slot(key)] = entry + 1;
  }

  // Entries ------------------------------------------------------------------------------------

  private long[] page(int entry) {
    return pages[entry >> PAGE_BITS];
  }

  private static int at(int entry) {
    return (entry & ((1 << PAGE_BITS) - 1)) * WORDS;
  }

  long key(int entry) {
    return page(entry)[at(entry) + KEY];
  }

  int source(int entry) {
    return (int) page(entry)[at(entry) + RATE];
  }

  float rate(int entry) {
    return Float.intBitsToFloat((int) (page(entry)[at(entry) + RATE] >>> Integer.SIZE));
  }

  /** When the rate was that. */
  long last(int entry) {
    return page(entry)[at(entry) + LAST];
  }

  void setRate(int entry, float rate, long last) {
    long[] page = page(entry);
    int at = at(entry);
    long bits = (long) Float.floatToIntBits(rate) << Integer.SIZE;
    page[at + RATE] = bits | (page[at + RATE] & HALF);
    page[at + LAST] = last;
  }

  /** Since when events are kept. */
  long since(int entry) {
    return page(entry)[at(entry) + SINCE] >> 3;
  }

  /** How many events are kept, or {@link #FILTERED}. */
  int kept(int entry) {
    return (int) (page(entry)[at(entry) + SINCE] & 7);
  }

  /** Keeps no event any more. */
  void begin(int entry, long since) {
    page(entry)[at(entry) + SINCE] = since << 3;
  }

  /** One of the events kept: 32 bits. */
  long event(int entry, int number) {
    return (page(entry)[at(entry) + EVENTS + (number >> 1)] >>> ((number & 1) << 5)) & HALF;
  }

  /** Keeps one event more; there must be room. */
  void keep(int entry, long event) {
    long[] page = page(entry);
    int number = kept(entry);
    int word = at(entry) + EVENTS + (number >> 1);
    int shift = (number & 1) << 5;
    page[word] = (page[word] & ~(HALF << shift)) | (event << shift);
    page[at(entry) + SINCE]++;
  }

  /** The number of its filter. */
  int filter(int entry) {
    return (int) page(entry)[at(entry) + EVENTS];
  }

  /** Has a filter in place of the events. */
  void setFilter(int entry, int number) {
    long[] page = page(entry);
    int at = at(entry);
    page[at + EVENTS] = number;
    page[at + SINCE] = (page[at + SINCE] & ~7L) | FILTERED;
  }

  // The index ----------------------------------------------------------------------------------

  private int home(long key) {
    return (int) SplitMix64.mixed(key ^ seed) & (index.length - 1);
  }

  /** The place of a key, or the free one where it belongs. */
  private int slot(long key) {
    int slot = home(key);
    while (index[slot] != 0 && key(index[slot] - 1) != key) {
      slot = (slot + 1) & (index.length - 1);
    }
    return slot;
  }

  /** Frees a place, and moves up what would not be found behind it any more. */
  private void unindex(int slot) {
    int mask = index.length - 1;
    int hole = slot;
    for (int next = (slot + 1) & mask; index[next] != 0; next = (next + 1) & mask) {
      if (((next - home(key(index[next] - 1))) & mask) >= ((next - hole) & mask)) {
        index[hole] = index[next];
        hole = next;
      }
    }
    index[hole] = 0;
  }

  private void growIndex() {
    index = new int[2 * index.length];
    for (int entry = 0; entry < size; entry++) {
      index[slot(key(entry))] = entry + 1;
    }
  }
}
