package org.spamwatch.agent.summary;

import java.util.Arrays;
import org.spamwatch.sketch.SplitMix64;

/**
 * Finds the places at which a number of 64 bits stands: open addressing with linear probing leads
 * to the place that was linked last, and from there a chain to the others. About 14 bytes a place.
 * Keys are mixed with a seed: who does not know it cannot have them collide.
 *
 * <p>The table is cut in segments by the highest bits of the mixed key, each of which grows by
 * itself: of millions of keys a 256th is moved at once. Looking up allocates nothing. Not
 * thread-safe.
 */
final class KeyIndex {
  private static final int SEGMENT_BITS = 8;
  private static final int LEAST = 4;

  private final LongPages keys;
  private final long seed;
  private final IntPages nexts = new IntPages();
  private final IntPages previous = new IntPages();

  /** Of each segment: the first place of a key, counted from 1; 0 where there is none. */
  private final int[][] firsts = new int[1 << SEGMENT_BITS][LEAST];

  private final int[] used = new int[1 << SEGMENT_BITS];

  /**
   * An index without places.
   *
   * @param keys the key of each place, which does not change while the place is linked
   */
  KeyIndex(LongPages keys, long seed) {
    this.keys = keys;
    this.seed = seed;
  }

  /** The place of a key that was linked last; {@link Places#NONE} if there is none. */
  int first(long key) {
    long hash = hash(key);
    int[] segment = firsts[segment(hash)];
    return segment[slot(segment, hash, key)] - 1;
  }

  /** The next place of the same key; {@link Places#NONE} behind the last. */
  int next(int place) {
    return nexts.get(place);
  }

  /** Has a place be found by its key. */
  void link(int place) {
    long key = keys.get(place);
    long hash = hash(key);
    int[] segment = firsts[segment(hash)];
    int slot = slot(segment, hash, key);
    if (segment[slot] == 0 && 3 * (used[segment(hash)] + 1) > 2 * segment.length) {
      segment = grown(segment(hash));
      slot = slot(segment, hash, key);
    }
    int before = segment[slot] - 1;
    nexts.set(place, before);
    previous.set(place, Places.NONE);
    if (before == Places.NONE) {
      used[segment(hash)]++;
    } else {
      previous.set(before, place);
    }
    segment[slot] = place + 1;
  }

  /** Takes {@link #link} back. */
  void unlink(int place) {
    int next = nexts.get(place);
    int before = previous.get(place);
    if (next != Places.NONE) {
      previous.set(next, before);
    }
    if (before != Places.NONE) {
      nexts.set(before, next);
      return;
    }
    long key = keys.get(place);
    long hash = hash(key);
    int[] segment = firsts[segment(hash)];
    int slot = slot(segment, hash, key);
    segment[slot] = next + 1;
    if (next == Places.NONE) {
      used[segment(hash)]--;
      close(segment, slot);
    }
  }

  /** Moves what would not be found any more into a slot that has become empty. */
  private void close(int[] segment, int empty) {
    int mask = segment.length - 1;
    int hole = empty;
    for (int slot = (hole + 1) & mask; segment[slot] != 0; slot = (slot + 1) & mask) {
      int home = (int) hash(keys.get(segment[slot] - 1)) & mask;
      if (((slot - home) & mask) >= ((slot - hole) & mask)) {
        segment[hole] = segment[slot];
        segment[slot] = 0;
        hole = slot;
      }
    }
  }

  private int[] grown(int number) {
    int[] before = firsts[number];
    int[] wider = new int[2 * before.length];
    for (int first : before) {
      if (first != 0) {
        long key = keys.get(first - 1);
        wider[slot(wider, hash(key), key)] = first;
      }
    }
    firsts[number] = wider;
    return wider;
  }

  /** Where a key is, or would be. */
  private int slot(int[] segment, long hash, long key) {
    int mask = segment.length - 1;
    int slot = (int) hash & mask;
    while (segment[slot] != 0 && keys.get(segment[slot] - 1) != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private long hash(long key) {
    return SplitMix64.mixed(key ^ seed);
  }

  private static int segment(long hash) {
    return (int) (hash >>> (Long.SIZE - SEGMENT_BITS));
  }

  long bytes() {
    long slots = Arrays.stream(firsts).mapToLong(segment -> segment.length).sum();
    return nexts.bytes() + previous.bytes() + slots * Integer.BYTES;
  }
}
