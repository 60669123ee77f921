package org.spamwatch.clients;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what other programs do, no longer than it takes them. */
final class Awaiting {
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private Awaiting() {}

  /** What is waited for. */
  interface Condition {
    boolean holds() throws Exception;
  }

  /**
   * Waits until something holds.
   *
   * @param what said if it does not within half a minute
   */
  static void until(String what, Condition condition) throws Exception {
    until(what, PATIENCE, condition);
  }

  /** Waits at most so long. */
  static void until(String what, Duration patience, Condition condition) throws Exception {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within " + patience.toSeconds() + " s: " + what);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
