package org.spamwatch.sketch;

/**
 * The exponentially smoothed rate of Exim's ratelimit, in events a period: an event after a pause t
 * makes it (1 - a) p / t + a r with a = e^(-t/p), p the period, and a rate of which nothing more is
 * heard is a r.
 */
final class SmoothedRate {
  /** Of two events at once the second counts whole. */
  private static final double LEAST_MILLIS = 1e-6;

  private SmoothedRate() {}

  /** The rate with an event so long after the last one; 1 with the first, when it is 0. */
  static double after(double rate, long pauseMillis, long periodMillis) {
    if (rate == 0) {
      return 1;
    }
    double periods = Math.max((double) pauseMillis, LEAST_MILLIS) / periodMillis;
    return -Math.expm1(-periods) / periods + decayed(rate, pauseMillis, periodMillis);
  }

  /** What a rate has come down to so long after the last event. */
  static double decayed(double rate, long pauseMillis, long periodMillis) {
    return rate * Math.exp(-(double) pauseMillis / periodMillis);
  }
}
