package org.spamwatch.overlay.lease;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Keys of records that are to be kept in {@link LeasePages} together, gathered by their first bits
 * and put in in their order. Put in as they come, each of millions lies in another page, which is
 * not in the processor's cache; in order they fill one page after the other, and no record is
 * looked at again. A key takes 8 bytes until it is put in.
 */
final class GatheredKeys<R extends LeaseRecord<R>> {
  private static final int BUCKET_BITS = 10;

  /** Keys put in in one turn: some milliseconds where they do not lie behind all others. */
  private static final int PUT_IN_A_TURN = 20_000;

  private static final long[] NONE = {};

  private final LeasePages<R> pages;
  private long[][] buckets = {}; // once there are any: of each key the first 32 bits, its posting
  private int[] sizes = {};

  GatheredKeys(LeasePages<R> pages) {
    this.pages = pages;
  }

  /** Takes all keys of a record. */
  void add(R record) {
    if (sizes.length == 0) {
      buckets = new long[1 << BUCKET_BITS][];
      Arrays.fill(buckets, NONE);
      sizes = new int[buckets.length];
    }
    for (int index = 0; index < record.keys(); index++) {
      int top = LeasePage.top(record.first(index));
      int bucket = top >>> (Integer.SIZE - BUCKET_BITS);
      int size = sizes[bucket]++;
      if (size == buckets[bucket].length) {
        buckets[bucket] = Arrays.copyOf(buckets[bucket], size + size / 2 + 4);
      }
      int posting = pages.postings().keep(record, index);
      buckets[bucket][size] = (long) top << Integer.SIZE | Integer.toUnsignedLong(posting);
    }
  }

  /** Puts in what was gathered: as {@link KeptRecords#putGathered}. */
  void putIn(Consumer<Runnable> turns) {
    for (int bucket = 0; bucket < sizes.length; bucket++) {
      long[] keys = buckets[bucket];
      buckets[bucket] = NONE;
      Arrays.sort(keys, 0, sizes[bucket]); // of one bucket all have one sign
      for (int from = 0; from < sizes[bucket]; from += PUT_IN_A_TURN) {
        int first = from;
        int end = Math.min(sizes[bucket], from + PUT_IN_A_TURN);
        turns.accept(() -> putIn(keys, first, end));
      }
    }
    buckets = new long[][] {};
    sizes = new int[] {};
  }

  private void putIn(long[] keys, int from, int end) {
    for (int i = from; i < end; i++) {
      pages.keepInOrder((int) (keys[i] >>> Integer.SIZE), (int) keys[i]);
    }
  }
}
