package org.spamwatch.overlay;

/**
 * The sequence numbers of what a node signs and dates: the date in microseconds, or one more than
 * the last. They rise over restarts too, as long as the clock does; a clock that was far ahead and
 * is corrected does not leave them in the future, where nobody takes them. Not thread-safe.
 */
public final class RecordNumbers {
  /** What a right clock takes: {@link Limits#maxRecordSkewMillis}, twice what clocks may differ. */
  private static final long TAKEN_AHEAD_MICROS = 2 * Calendar.SKEW_MILLIS * 1000;

  private final Timers timers;
  private long last;

  /** Numbers by the date of these timers. */
  public RecordNumbers(Timers timers) {
    this.timers = timers;
  }

  /** The next one. */
  public long next() {
    long date = timers.dateMicros();
    boolean isAhead = last - date > TAKEN_AHEAD_MICROS;
    last = isAhead ? date : Math.max(last + 1, date);
    return last;
  }
}
