package org.spamwatch.agent.quota;

import org.jspecify.annotations.Nullable;
import org.spamwatch.sketch.BloomFilter;

/**
 * A smoothed rate of distinct events. An event that was seen in this period is free; another one
 * counts, and is refused, without being counted, if the rate would exceed the limit. After a pause
 * t a new event makes the rate (1 - a) p / t + a r with a = e^(-t/p), p the period; so a burst up
 * to the limit passes, and a refused one waits until the rate has decayed. The Bloom filter has 16
 * bits for each permitted event and 8 hashes, and is emptied after each period, so that as long as
 * the limit holds one new event in 1,700 at most passes as a repeat. Source: Finch, <em>What use
 * are Bloom filters, anyway?</em> (Exim's ratelimit with {@code per_addr}).
 *
 * <p>2 bytes a permitted event, 128 at least, taken at the first. Not thread-safe.
 */
final class DistinctRate {
  private static final int BITS_PER_EVENT = 16;
  private static final int HASHES = 8;

  // In a filter for one event every 256th other would look as if it had been seen.
  private static final long LEAST_BITS = 1024;

  private final int limit;
  private final long periodMillis;
  private final long seed;
  private @Nullable BloomFilter seen;
  private long seenSinceMillis;
  private long lastMillis;
  private double rate;

  /**
   * Nothing has happened yet.
   *
   * @param limit distinct events in a period, 1 or more
   * @param periodMillis the period, which also smooths the rate
   * @param seed chooses the filter's hash functions
   */
  public DistinctRate(int limit, long periodMillis, long seed) {
    if (limit < 1 || periodMillis < 1) {
      throw new IllegalArgumentException(
          "a limit of " + limit + " in " + periodMillis + " ms is not positive");
    }
    this.limit = limit;
    this.periodMillis = periodMillis;
    this.seed = seed;
  }

  /**
   * Asks for an event, and counts it unless it is refused or a repeat.
   *
   * @return 0 if it may happen; else the milliseconds after which it may, if nothing else does
   */
  public long ask(long event, long nowMillis) {
    long now = Math.max(nowMillis, lastMillis); // a clock that is set back stops time
    BloomFilter filter = filter(now);
    if (filter.mightContain(event)) {
      return 0;
    }
    if (rateAfter(now - lastMillis) > limit) {
      return untilFree(now - lastMillis);
    }
    rate = rateAfter(now - lastMillis);
    lastMillis = now;
    filter.add(event);
    return 0;
  }

  private BloomFilter filter(long now) {
    BloomFilter filter = seen;
    if (filter == null || now - seenSinceMillis >= periodMillis) {
      filter = new BloomFilter(Math.max(LEAST_BITS, (long) BITS_PER_EVENT * limit), HASHES, seed);
      seen = filter;
      seenSinceMillis = now;
    }
    return filter;
  }

  /** The rate if an event came so long after the last one. */
  private double rateAfter(long pauseMillis) {
    if (rate == 0) {
      return 1;
    }
    double periods = Math.max((double) pauseMillis, 1e-6) / periodMillis;
    return -Math.expm1(-periods) / periods + Math.exp(-periods) * rate;
  }

  /** The rate falls with the pause: halves the interval in which it comes down to the limit. */
  private long untilFree(long pauseMillis) {
    long least = pauseMillis;
    long most = Math.max(1, pauseMillis);
    while (rateAfter(most) > limit) {
      most *= 2;
    }
    while (most - least > 1) {
      long middle = least + (most - least) / 2;
      if (rateAfter(middle) > limit) {
        least = middle;
      } else {
        most = middle;
      }
    }
    return most - pauseMillis;
  }

  /** The rate at the last event that was counted, in events a period. */
  public double rate() {
    return rate;
  }
}
