package org.spamwatch.ata.adolr;

import java.util.Arrays;

/**
 * Which postings stand under a key of 64 bits, the newest first. Of a key that is said once, as
 * nearly all are, a posting takes about 7 bytes, for the key itself is asked of whoever gave it:
 * where the eight bits of its hash that are kept beside it agree.
 *
 * <p>Extendible hashing (Fagin et al. 1979): a directory leads to segments of open addressing, and
 * a segment that is full becomes two, so that of millions of postings a few thousand are moved at
 * once. Keys are mixed with a secret: who does not know it cannot have them collide. Looking up
 * allocates nothing. Not thread-safe.
 */
final class KeyPostings {
  /** Tells the key of a posting that stands. */
  interface Keys {
    long key(int posting);
  }

  private static final int MOST_SLOTS = 4_096;
  private static final int MOST_DEPTH = 24;
  private static final Segment[] NOTHING = {};

  /**
   * Some keys of one beginning of their hash, four fifths full at most. A slot has a posting and 1,
   * or the opposite of the number of a list and 1; its mark is 0 if it is empty.
   */
  private static final class Segment {
    final int depth;
    int[] slots;
    byte[] marks;
    int used;

    Segment(int depth, int size) {
      this.depth = depth;
      this.slots = new int[size];
      this.marks = new byte[size];
    }

    boolean isFull() {
      return 5 * used > 4 * slots.length;
    }

    int home(long hash) {
      return (int) (((hash & 0xFFFF_FFFFL) * slots.length) >>> Integer.SIZE);
    }

    int after(int slot) {
      return slot + 1 == slots.length ? 0 : slot + 1;
    }

    /** How far a slot lies behind another, round the end. */
    int way(int from, int to) {
      return to >= from ? to - from : to - from + slots.length;
    }

    void put(int slot, int found, byte mark) {
      slots[slot] = found;
      marks[slot] = mark;
    }
  }

  /** Several postings of one key, in the order in which they came. */
  private static final class Several {
    int[] postings = new int[4];
    int size;

    void add(int posting) {
      if (size == postings.length) {
        postings = Arrays.copyOf(postings, size + size / 2);
      }
      postings[size++] = posting;
    }

    void remove(int posting) {
      int place = 0;
      while (postings[place] != posting) {
        place++;
      }
      size--;
      System.arraycopy(postings, place + 1, postings, place, size - place);
    }
  }

  private static final Several NONE = new Several();

  private final Keys keys;
  private final long secret;
  private Segment[] directory = NOTHING;
  private int depth;
  private Several[] lists = new Several[0];
  private int[] freeLists = new int[0]; // numbers of lists that are not in use
  private int freeCount;

  /** No posting yet. */
  KeyPostings(Keys keys, long secret) {
    this.keys = keys;
    this.secret = secret;
  }

  /** Postings under a key. */
  int count(long key) {
    int found = found(key);
    return found == 0 ? 0 : found > 0 ? 1 : lists[-found - 1].size;
  }

  /** A posting under a key: 0 the newest, up to {@link #count} - 1. */
  int get(long key, int place) {
    int found = found(key);
    if (found > 0) {
      return found - 1;
    }
    Several several = lists[-found - 1];
    return several.postings[several.size - 1 - place];
  }

  private int found(long key) {
    if (directory.length == 0) {
      return 0;
    }
    long hash = hash(key);
    Segment segment = directory[number(hash)];
    return segment.slots[slot(segment, hash, key)];
  }

  /** Adds a posting, which the owner tells the key of from now on. */
  void add(long key, int posting) {
    if (directory.length == 0) {
      directory = new Segment[] {new Segment(0, roomy(0))};
    }
    long hash = hash(key);
    Segment segment = directory[number(hash)];
    int slot = slot(segment, hash, key);
    int found = segment.slots[slot];
    if (found < 0) {
      lists[-found - 1].add(posting);
    } else if (found > 0) {
      int list = newList();
      lists[list].add(found - 1);
      lists[list].add(posting);
      segment.slots[slot] = -list - 1;
    } else {
      segment.put(slot, posting + 1, mark(hash));
      segment.used++;
      if (segment.isFull()) {
        grow(segment, number(hash));
      }
    }
  }

  /** Takes a posting out that was added, as long as the owner tells its key. */
  void remove(long key, int posting) {
    long hash = hash(key);
    Segment segment = directory[number(hash)];
    int slot = slot(segment, hash, key);
    int found = segment.slots[slot];
    if (found < 0) {
      Several several = lists[-found - 1];
      several.remove(posting);
      if (several.size == 1) {
        segment.slots[slot] = several.postings[0] + 1;
        giveBack(-found - 1);
      }
    } else {
      segment.used--;
      close(segment, slot);
    }
  }

  /** Empties a slot, and moves what would not be found any more to where it is. */
  private void close(Segment segment, int empty) {
    segment.put(empty, 0, (byte) 0);
    int hole = empty;
    for (int slot = segment.after(hole); segment.marks[slot] != 0; slot = segment.after(slot)) {
      int home = segment.home(hash(key(segment.slots[slot])));
      if (segment.way(home, slot) >= segment.way(hole, slot)) {
        segment.put(hole, segment.slots[slot], segment.marks[slot]);
        segment.put(slot, 0, (byte) 0);
        hole = slot;
      }
    }
  }

  private void grow(Segment segment, int number) {
    if (segment.slots.length < MOST_SLOTS || segment.depth == MOST_DEPTH) {
      int[] before = segment.slots;
      segment.slots = new int[roomy(segment.used)];
      segment.marks = new byte[segment.slots.length];
      for (int found : before) {
        if (found != 0) {
          put(segment, found);
        }
      }
    } else if (segment.depth == depth) {
      Segment[] wider = new Segment[2 * directory.length];
      for (int i = 0; i < wider.length; i++) {
        wider[i] = directory[i >>> 1];
      }
      directory = wider;
      depth++;
      split(segment, 2 * number);
    } else {
      split(segment, number);
    }
  }

  /** Slots for so many keys and a quarter more of them. */
  private static int roomy(int keys) {
    return (keys + keys / 4) * 5 / 4 + 4;
  }

  private void split(Segment segment, int number) {
    int highs = 0;
    for (int found : segment.slots) {
      highs += found != 0 && isHigh(found, segment) ? 1 : 0;
    }
    Segment low = new Segment(segment.depth + 1, roomy(segment.used - highs));
    Segment high = new Segment(segment.depth + 1, roomy(highs));
    for (int found : segment.slots) {
      if (found != 0) {
        Segment half = isHigh(found, segment) ? high : low;
        put(half, found);
        half.used++;
      }
    }
    int span = 1 << (depth - segment.depth); // directory entries that led to it
    int first = number & -span;
    Arrays.fill(directory, first, first + span / 2, low);
    Arrays.fill(directory, first + span / 2, first + span, high);
  }

  private boolean isHigh(int found, Segment segment) {
    return hash(key(found)) << segment.depth < 0;
  }

  private void put(Segment segment, int found) {
    long key = key(found);
    long hash = hash(key);
    segment.put(slot(segment, hash, key), found, mark(hash));
  }

  /** Where a key is in a segment, or would be. */
  private int slot(Segment segment, long hash, long key) {
    byte mark = mark(hash);
    int slot = segment.home(hash);
    while (segment.marks[slot] != 0
        && (segment.marks[slot] != mark || key(segment.slots[slot]) != key)) {
      slot = segment.after(slot);
    }
    return slot;
  }

  private static byte mark(long hash) {
    int bits = (int) (hash >>> Integer.SIZE) & 0xFF;
    return (byte) (bits == 0 ? 1 : bits);
  }

  private long key(int found) {
    return keys.key(found > 0 ? found - 1 : lists[-found - 1].postings[0]);
  }

  private int number(long hash) {
    return depth == 0 ? 0 : (int) (hash >>> (Long.SIZE - depth));
  }

  private long hash(long key) {
    long mixed = (key ^ secret) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
    return mixed ^ (mixed >>> 32);
  }

  private int newList() {
    if (freeCount == 0) {
      int had = lists.length;
      lists = Arrays.copyOf(lists, had + had / 2 + 4);
      freeLists = Arrays.copyOf(freeLists, lists.length);
      for (int list = lists.length - 1; list >= had; list--) {
        freeLists[freeCount++] = list;
      }
    }
    int list = freeLists[--freeCount];
    lists[list] = new Several();
    return list;
  }

  private void giveBack(int list) {
    lists[list] = NONE;
    freeLists[freeCount++] = list;
  }
}
