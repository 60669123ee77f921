package org.spamwatch.agent.summary;

import org.spamwatch.sketch.SplitMix64;

/**
 * Finds the places at which a number of 64 bits stands: linear hashing (Litwin 1980), which has a
 * chain of places for each bucket and a bucket for each place, so that it grows by a chain at a
 * time and never as a whole. 12 bytes a place. Keys are mixed with a seed: who does not know it
 * cannot have them collide. Looking up allocates nothing. Not thread-safe.
 */
final class KeyIndex {
  private final LongPages keys;
  private final long seed;
  private final IntPages
      firsts; // by bucket: the first place of its chain, from 1; 0 if it is empty
  private final IntPages nexts; // by place
  private final IntPages previous; // by place
  private int buckets = 1;
  private int half = 1; // the highest power of two that is not above the number of buckets
  private int used;

  /**
   * An index without places.
   *
   * @param keys the key of each place, which does not change while the place is linked
   */
  KeyIndex(LongPages keys, SummaryPages pages, long seed) {
    this.keys = keys;
    this.seed = seed;
    firsts = new IntPages(pages);
    nexts = new IntPages(pages);
    previous = new IntPages(pages);
    firsts.set(0, 0);
  }

  /** The place of a key that was linked last; {@link Places#NONE} if there is none. */
  int first(long key) {
    return found(firsts.get(bucket(key)) - 1, key);
  }

  /** The next place of the same key; {@link Places#NONE} behind the last. */
  int next(int place) {
    return found(nexts.get(place), keys.get(place));
  }

  private int found(int from, long key) {
    int place = from;
    while (place != Places.NONE && keys.get(place) != key) {
      place = nexts.get(place);
    }
    return place;
  }

  private int bucket(long key) {
    int hash = (int) SplitMix64.mixed(key ^ seed);
    int bucket = hash & (2 * half - 1);
    return bucket < buckets ? bucket : bucket - half;
  }

  /** Has a place be found by its key. */
  void link(int place) {
    used++;
    if (used > buckets && buckets < 1 << 30) {
      split();
    }
    push(bucket(keys.get(place)), place);
  }

  private void push(int bucket, int place) {
    int before = firsts.get(bucket) - 1;
    nexts.set(place, before);
    previous.set(place, Places.NONE);
    if (before != Places.NONE) {
      previous.set(before, place);
    }
    firsts.set(bucket, place + 1);
  }

  /**
   * Divides the chain whose turn it is between its bucket and a new one, each in the same order.
   */
  private void split() {
    int place = firsts.get(buckets - half) - 1;
    int last = Places.NONE; // of the chain, to go back from
    while (place != Places.NONE) {
      last = place;
      place = nexts.get(place);
    }
    firsts.set(buckets - half, 0);
    firsts.set(buckets, 0);
    buckets++;
    while (last != Places.NONE) {
      int before = previous.get(last);
      push(bucket(keys.get(last)), last);
      last = before;
    }
    if (buckets == 2 * half) {
      half = buckets;
    }
  }

  /** Takes {@link #link} back. */
  void unlink(int place) {
    used--;
    int next = nexts.get(place);
    int before = previous.get(place);
    if (next != Places.NONE) {
      previous.set(next, before);
    }
    if (before != Places.NONE) {
      nexts.set(before, next);
    } else {
      firsts.set(bucket(keys.get(place)), next + 1);
    }
  }

  long bytes() {
    return firsts.bytes() + nexts.bytes() + previous.bytes();
  }
}
