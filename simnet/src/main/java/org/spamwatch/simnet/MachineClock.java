package org.spamwatch.simnet;

/**
 * How a machine's own clock differs from virtual time: what it shows is the time, plus the skew,
 * plus the drift's share of the time.
 *
 * @param skewMicros how far it is ahead at time 0, in microseconds; negative if behind
 * @param drift how much faster it runs, as a share, within -0.5 to 0.5; a bad crystal has 1e-4
 */
public record MachineClock(long skewMicros, double drift) {
  /** A clock that shows virtual time. */
  public static final MachineClock TRUE = new MachineClock(0, 0);

  /** Checks the range of the drift. */
  public MachineClock {
    if (!(Math.abs(drift) <= .5)) {
      throw new IllegalArgumentException("drift " + drift + " is not within -0.5 to 0.5");
    }
  }

  /** What the clock shows at a point of virtual time. */
  public long shownAt(long micros) {
    return micros + skewMicros + Math.round(micros * drift);
  }

  /** The first point of virtual time at which the clock shows no less than the given. */
  public long whenShown(long shownMicros) {
    if (equals(TRUE)) {
      return shownMicros;
    }
    long at = Math.round((shownMicros - skewMicros) / (1 + drift)) - 2;
    while (shownAt(at) < shownMicros) {
      at++;
    }
    return at;
  }
}
