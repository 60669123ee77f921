package org.spamwatch.overlay.live;

/**
 * Microseconds since the epoch that never run backwards: the system's time when this clock was made
 * plus the monotonic time since. Safe for any thread.
 */
final class NodeClock {
  private final long startMicros = System.currentTimeMillis() * 1000;
  private final long startNanos = System.nanoTime();

  long nowMicros() {
    return startMicros + (System.nanoTime() - startNanos) / 1000;
  }
}
