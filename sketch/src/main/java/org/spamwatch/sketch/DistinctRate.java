package org.spamwatch.sketch;

import org.jspecify.annotations.Nullable;

/**
 * A smoothed rate of distinct events, and a limit on it: a rotating distinct counter. An event that
 * was seen in this period does not count; another one does. After a pause t a new event makes the
 * rate (1 - a) p / t + a r with a = e^(-t/p), p the period; so a burst up to the limit passes, and
 * then one has to wait until the rate has decayed. The Bloom filter has 16 bits for each permitted
 * event and 8 hashes, and is emptied after each period. While the rate is at the limit one new
 * event in 1,700 at most looks like a repeat; at e times the limit one in 11, but a filter as full
 * as that is emptied before the rate of somebody who stops has come down to the limit. Source:
 * Finch, <em>What use are Bloom filters, anyway?</em> (Exim's ratelimit with {@code per_addr}).
 *
 * <p>2 bytes a permitted event, 128 at least, taken at the first. An event that passes allocates
 * nothing but, once a period, the filter. No clock: time is a parameter. Not thread-safe.
 */
public final class DistinctRate {
  private static final int BITS_PER_EVENT = 16;

  /** k of a filter. */
  static final int HASHES = 8;

  // In a filter for one event every 256th other would look as if it had been seen.
  private static final long LEAST_BITS = 1024;

  /** What counts towards the rate (Exim's {@code leaky} and {@code strict}). */
  public enum Counting {
    /** What was not refused: who is over the limit may go on at the limit. */
    SUCCESSES,
    /** Everything: who is over the limit is refused until he has slowed down. */
    ATTEMPTS
  }

  private final int limit;
  private final long periodMillis;
  private final long seed;
  private final Counting counting;
  private @Nullable BloomFilter seen;
  private long seenSinceMillis;
  private long lastMillis;
  private double rate;

  /**
   * Nothing has happened yet.
   *
   * @param limit distinct events in a period, 1 or more
   * @param periodMillis the period, which also smooths the rate; 1 or more
   * @param seed chooses the filter's hash functions
   * @param counting whether refused events count
   */
  public DistinctRate(int limit, long periodMillis, long seed, Counting counting) {
    if (limit < 1 || periodMillis < 1) {
      throw new IllegalArgumentException(
          "a limit of " + limit + " in " + periodMillis + " ms is not positive");
    }
    this.limit = limit;
    this.periodMillis = periodMillis;
    this.seed = seed;
    this.counting = counting;
  }

  /**
   * Asks for an event, and counts it unless it is a repeat, or refused where only successes count.
   * Such a repeat always passes; where attempts count, it passes while the rate, which it leaves as
   * it is, has decayed to the limit. A clock that is set back stops time.
   *
   * @return 0 if it may happen; else the milliseconds after which it may, if nothing else does
   */
  public long ask(long event, long nowMillis) {
    long now = Math.max(nowMillis, lastMillis);
    BloomFilter filter = filter(now);
    boolean isRepeat = filter.mightContain(event);
    if (isRepeat && counting == Counting.SUCCESSES) {
      return 0;
    }
    boolean passes = passes(isRepeat, now);
    boolean counts = !isRepeat && (passes || counting == Counting.ATTEMPTS);
    if (counts) {
      rate = SmoothedRate.after(rate, now - lastMillis, periodMillis);
      lastMillis = now;
      filter.add(event);
    }
    return passes ? 0 : untilItPasses(isRepeat || counts, now);
  }

  private BloomFilter filter(long now) {
    BloomFilter filter = seen;
    if (filter == null || isOver(now)) {
      filter = new BloomFilter(filterBits(limit), HASHES, seed);
      seen = filter;
      seenSinceMillis = now;
    }
    return filter;
  }

  /** m of the filter for a limit, in bits. */
  static long filterBits(int limit) {
    return Math.max(LEAST_BITS, (long) BITS_PER_EVENT * limit);
  }

  /** Whether the filter's period is over. */
  private boolean isOver(long now) {
    return now - seenSinceMillis >= periodMillis;
  }

  /** Whether an event may happen then, if nothing else does until then. */
  private boolean passes(boolean isRepeat, long then) {
    long pause = then - lastMillis;
    double rateThen =
        isRepeat && !isOver(then)
            ? SmoothedRate.decayed(rate, pause, periodMillis)
            : SmoothedRate.after(rate, pause, periodMillis);
    return rateThen <= limit;
  }

  /** The rate falls with the pause: halves the interval in which it comes down to the limit. */
  private long untilItPasses(boolean isRepeat, long now) {
    long least = 0;
    long most = 1;
    while (!passes(isRepeat, now + most)) {
      least = most;
      most *= 2;
    }
    while (most - least > 1) {
      long middle = least + (most - least) / 2;
      if (passes(isRepeat, now + middle)) {
        most = middle;
      } else {
        least = middle;
      }
    }
    return most;
  }

  /** The rate at the last event that was counted, in events a period. */
  public double rate() {
    return rate;
  }
}
