package org.spamwatch.overlay.routing;

/**
 * An estimate of the round-trip time to one node, and the time-out that follows from it: max(1.5
 * srtt + 50 ms, srtt + 4 var).
 *
 * <p>Without the first term the variance of a quiet link falls to 0, healthy hops time out, and
 * messages are rerouted to wrong roots. Source: Jacobson 1988 for the filter; Dabek et al. 2003 for
 * its use per hop.
 *
 * <p>The estimate also decides who is near, so it ages: a sample that follows a long silence counts
 * half instead of an eighth.
 */
public final class RoundTrip {
  /** The time-out towards a node that was never measured, in microseconds. */
  public static final long UNKNOWN_TIMEOUT_MICROS = 1_500_000;

  /** An estimate without a sample for this long counts no more than the next sample. */
  public static final long STALE_MICROS = 300_000_000;

  private static final long FLOOR_MICROS = 50_000;

  /** Nine minutes: longer than anything is waited for. */
  private static final long MOST_MICROS = 1 << 29;

  private long measuredAtMillis;
  private long smoothedMicros = -1;
  private long deviationMicros;

  /** Whether there is one measurement only. */
  private boolean isFirst;

  /** Nothing is measured yet. */
  public RoundTrip() {}

  /**
   * Adds a measurement; never one of a message that was sent twice (Karn).
   *
   * @param sampleMicros the round trip, in microseconds
   * @param nowMicros when it ended, by the node's time
   */
  public void add(long sampleMicros, long nowMicros) {
    long sample = Math.max(0, Math.min(sampleMicros, MOST_MICROS));
    long nowMillis = Math.floorDiv(nowMicros, 1000);
    boolean stale = nowMillis - measuredAtMillis > STALE_MICROS / 1000;
    measuredAtMillis = nowMillis;
    // The first message may have waited for its link to be opened and authenticated.
    boolean opening = isFirst && sample < smoothedMicros;
    if (smoothedMicros < 0 || opening) {
      isFirst = smoothedMicros < 0;
      smoothedMicros = sample;
      deviationMicros = sample / 2;
      return;
    }
    isFirst = false;
    long error = sample - smoothedMicros;
    smoothedMicros += error / (stale ? 2 : 8);
    deviationMicros += (Math.abs(error) - deviationMicros) / 4;
  }

  /**
   * Adds what an answer took to a message that was sent more than once. Nobody knows which it was
   * that arrived, so it says nothing of the distance; but the time-out may have been too short, and
   * is longer for a while. Otherwise a node that has become slow is never waited for long enough to
   * be measured: everything is sent to it twice, and makes it slower.
   *
   * @param sinceFirstMicros since the message was sent first, in microseconds
   */
  public void addRepeated(long sinceFirstMicros) {
    if (smoothedMicros >= 0) {
      long error = Math.abs(sinceFirstMicros - smoothedMicros);
      deviationMicros += (Math.min(error, UNKNOWN_TIMEOUT_MICROS) - deviationMicros) / 4;
    }
  }

  /** The smoothed round-trip time in microseconds, or -1 before the first measurement. */
  public long smoothedMicros() {
    return smoothedMicros;
  }

  /** How long to wait for an answer, in microseconds. */
  public long timeoutMicros() {
    if (smoothedMicros < 0) {
      return UNKNOWN_TIMEOUT_MICROS;
    }
    return Math.max(
        smoothedMicros + smoothedMicros / 2 + FLOOR_MICROS, smoothedMicros + 4 * deviationMicros);
  }
}
