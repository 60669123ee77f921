package org.spamwatch.overlay;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Timers that end with their owner: once the scope is closed, nothing that was set in it runs, and
 * nothing more is set. Not thread-safe: belongs to the node's turn.
 */
public final class TimerScope {
  private final Timers timers;
  private final RandomGenerator random;
  private boolean closed;

  /** A scope in which nothing is set. */
  public TimerScope(Timers timers, RandomGenerator random) {
    this.timers = timers;
    this.random = random;
  }

  /**
   * A pause drawn at random about a given one, so that nodes started together do not act together.
   *
   * @param micros the pause in the mean, in microseconds
   * @param part it is up to one part in so many shorter or longer
   */
  public static long jittered(long micros, int part, RandomGenerator random) {
    return micros - micros / part + random.nextLong(2 * micros / part + 1);
  }

  /** Runs an action once, after a delay. */
  public void after(Duration delay, Runnable action) {
    afterMicros(delay.toNanos() / 1000, action);
  }

  /** Runs an action once, after a delay a quarter shorter or longer. */
  public void afterAbout(Duration delay, Runnable action) {
    afterMicros(jittered(delay.toNanos() / 1000, 4, random), action);
  }

  /** Runs an action again and again, each time after a period a quarter shorter or longer. */
  public void every(Duration period, Runnable action) {
    long micros = period.toNanos() / 1000;
    repeat(() -> micros, action);
  }

  /**
   * Runs an action again and again.
   *
   * @param pauseMicros asked before each time how long to wait, a quarter more or less
   */
  public void repeat(LongSupplier pauseMicros, Runnable action) {
    new Repetition(pauseMicros, action).await();
  }

  private final class Repetition implements Runnable {
    private final LongSupplier pauseMicros;
    private final Runnable action;

    Repetition(LongSupplier pauseMicros, Runnable action) {
      this.pauseMicros = pauseMicros;
      this.action = action;
    }

    void await() {
      if (!closed) {
        timers.afterMicros(jittered(pauseMicros.getAsLong(), 4, random), this);
      }
    }

    @Override
    public void run() {
      if (!closed) {
        action.run();
        await();
      }
    }
  }

  private void afterMicros(long micros, Runnable action) {
    if (!closed) {
      timers.afterMicros(
          micros,
          () -> {
            if (!closed) {
              action.run();
            }
          });
    }
  }

  /** Ends all that is set. */
  public void close() {
    closed = true;
  }
}
