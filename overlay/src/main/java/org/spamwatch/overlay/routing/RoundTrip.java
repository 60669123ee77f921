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
 * half instead of an eighth. When that was is kept to the millisecond, and for 49 days.
 */
public class RoundTrip {
  /** The time-out towards a node that was never measured, in microseconds. */
  public static final long UNKNOWN_TIMEOUT_MICROS = 1_500_000;

  /** An estimate without a sample for this long counts no more than the next sample. */
  public static final long STALE_MICROS = 300_000_000;

  private static final long FLOOR_MICROS = 50_000;

  /** Nine minutes: longer than anything is waited for. */
  private static final long MOST_MICROS = 1 << 29;

  // A node has one for each of its neighbours: small types, and no field for what another can tell.
  private int measuredAtMillis; // the lower half
  private int smoothedMicros = -1;

  /** Its complement, which is negative, as long as there is one measurement only. */
  private int deviationMicros;

  /** Nothing is measured yet. */
  public RoundTrip() {}

  /**
   * Adds a measurement; never one of a message that was sent twice (Karn).
   *
   * @param sampleMicros the round trip, in microseconds
   * @param nowMicros when it ended, by the node's time
   */
  public final void add(long sampleMicros, long nowMicros) {
    int sample = (int) Math.max(0, Math.min(sampleMicros, MOST_MICROS));
    int nowMillis = (int) Math.floorDiv(nowMicros, 1000);
    boolean stale =
        Integer.compareUnsigned(nowMillis - measuredAtMillis, (int) (STALE_MICROS / 1000)) > 0;
    measuredAtMillis = nowMillis;
    // The first message may have waited for its link to be opened and authenticated.
    boolean isFirst = smoothedMicros < 0;
    boolean opening = deviationMicros < 0 && sample < smoothedMicros;
    if (isFirst || opening) {
      smoothedMicros = sample;
      deviationMicros = isFirst ? ~(sample / 2) : sample / 2;
      return;
    }
    int deviation = deviation();
    int error = sample - smoothedMicros;
    smoothedMicros += error / (stale ? 2 : 8);
    deviationMicros = deviation + (Math.abs(error) - deviation) / 4;
  }

  /**
   * Adds what an answer took to a message that was sent more than once. Nobody knows which it was
   * that arrived, so it says nothing of the distance; but the time-out may have been too short, and
   * is longer for a while. Otherwise a node that has become slow is never waited for long enough to
   * be measured: everything is sent to it twice, and makes it slower.
   *
   * @param sinceFirstMicros since the message was sent first, in microseconds
   */
  public final void addRepeated(long sinceFirstMicros) {
    if (smoothedMicros >= 0) {
      long error = Math.abs(sinceFirstMicros - smoothedMicros);
      int longer = deviation() + ((int) Math.min(error, UNKNOWN_TIMEOUT_MICROS) - deviation()) / 4;
      deviationMicros = deviationMicros < 0 ? ~longer : longer;
    }
  }

  private int deviation() {
    return deviationMicros < 0 ? ~deviationMicros : deviationMicros;
  }

  /** The smoothed round-trip time in microseconds, or -1 before the first measurement. */
  public final long smoothedMicros() {
    return smoothedMicros;
  }

  /** How long to wait for an answer, in microseconds. */
  public final long timeoutMicros() {
    if (smoothedMicros < 0) {
      return UNKNOWN_TIMEOUT_MICROS;
    }
    return Math.max(
        smoothedMicros + smoothedMicros / 2 + FLOOR_MICROS, smoothedMicros + 4L * deviation());
  }
}
