package org.spamwatch.agent.digest;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Which period it is, periods being counted from the epoch, so that servers agree on them. What is
 * old is dropped period by period; so that no jump of the clock drops it all, the period moves by
 * one at a time, and only after this server has run for a while since it last did: for half a
 * period, or six hours if that is less. Where the date is further ahead, the period follows it at
 * that pace; where the date is behind, the period stands until the date has come. Not thread-safe.
 */
public final class PeriodClock {
  private static final Duration MOST_PATIENCE = Duration.ofHours(6);

  private final long lengthMillis;
  private final long patienceMillis;
  private final InstantSource date;
  private final LongSupplier nanos;
  private long lastNanos;
  private long period;
  private long ranMillis;

  /**
   * What is kept over a restart.
   *
   * @param period the number of the current one
   * @param ranMillis for how long the server has run since that began
   */
  public record Kept(long period, long ranMillis) {}

  /**
   * A clock that never ran before.
   *
   * @param length of a period, a second at least
   * @param date the wall clock
   * @param nanos the monotonic one
   */
  public PeriodClock(Duration length, InstantSource date, LongSupplier nanos) {
    if (length.toSeconds() < 1) {
      throw new IllegalArgumentException("a period is a second at least, not " + length);
    }
    lengthMillis = length.toMillis();
    patienceMillis = Math.min(lengthMillis / 2, MOST_PATIENCE.toMillis());
    this.date = date;
    this.nanos = nanos;
    lastNanos = nanos.getAsLong();
    period = ofDate();
  }

  /** Goes on from what was kept. */
  public void restore(Kept kept) {
    period = kept.period();
    ranMillis = Math.max(0, kept.ranMillis());
  }

  /** What to keep. */
  public Kept kept() {
    period();
    return new Kept(period, ranMillis);
  }

  private long ofDate() {
    return Math.floorDiv(date.millis(), lengthMillis);
  }

  /** The current period's number; it never goes back. */
  public long period() {
    long passed = Math.max(0, nanos.getAsLong() - lastNanos) / 1_000_000;
    lastNanos += passed * 1_000_000;
    ranMillis += passed;
    if (ofDate() > period && ranMillis >= patienceMillis) {
      period++;
      ranMillis = 0;
    }
    return period;
  }

  /** Why the date cannot be right, in one line, if it is more than a period from what has run. */
  public Optional<String> wrong() {
    long ahead = ofDate() - period();
    return Math.abs(ahead) <= 1
        ? Optional.empty()
        : Optional.of(
            "the clock, at %s, is %d periods %s what this server has run through: set it, with NTP"
                .formatted(date.instant(), Math.abs(ahead), ahead > 0 ? "ahead of" : "behind"));
  }
}
