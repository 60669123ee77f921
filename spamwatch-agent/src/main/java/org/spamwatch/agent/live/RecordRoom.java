package org.spamwatch.agent.live;

import org.spamwatch.overlay.Limits;

/**
 * How much of others fits the memory that this program may use; own records are charged with the
 * votes that they are published for. Nobody but who starts the peer moves these bounds.
 */
final class RecordRoom {
  /**
   * What a feature record takes that is the only one held of its publication, of a vector of 64
   * keys: the most that anybody can make it take. One of many of a publication takes 9, and its
   * part of that.
   */
  static final int RECORD_BYTES = 750;

  /** What a pointer takes with a publisher of its own, which anybody can give it. */
  static final int POINTER_BYTES = 600;

  private static final int SHARE_OF_RECORDS = 4;
  private static final int SHARE_OF_POINTERS = 16;
  private static final int LEAST = 10_000;

  private RecordRoom() {}

  /** The limits with as many records as take a quarter of the heap, and pointers a sixteenth. */
  static Limits within(Limits limits, long heapBytes) {
    return limits
        .withFeatureRecords(
            fitting(heapBytes / SHARE_OF_RECORDS, RECORD_BYTES), limits.maxRecordsPerFeature())
        .withPointers(fitting(heapBytes / SHARE_OF_POINTERS, POINTER_BYTES));
  }

  private static int fitting(long bytes, int each) {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(LEAST, bytes / each));
  }
}
