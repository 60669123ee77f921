package org.spamwatch.agent.live;

import org.spamwatch.overlay.Limits;

/** How many feature records fit the memory that this program may use. */
final class RecordRoom {
  /**
   * What a record takes, measured ({@code docs/adr/0006-signed-records.md}): one of 32 features
   * that is alone of its publication. One of 64 takes 1,700, of ten 630, and less if others are
   * held.
   */
  static final int RECORD_BYTES = 1_000;

  private static final int LEAST = 10_000;

  private RecordRoom() {}

  /** The limits with as many records as take a third of the heap, and no more than they say. */
  static Limits within(Limits limits, long heapBytes) {
    long fitting = Math.max(LEAST, heapBytes / 3 / RECORD_BYTES);
    int inAll = (int) Math.min(limits.maxFeatureRecords(), fitting);
    return limits.withFeatureRecords(inAll, limits.maxRecordsPerFeature());
  }
}
