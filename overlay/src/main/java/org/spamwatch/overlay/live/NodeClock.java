package org.spamwatch.overlay.live;

/**
 * A machine's two clocks, in microseconds. Safe for any thread.
 *
 * <p>The time never runs backwards and begins where the wall clock was, by which only numbers in
 * logs mean something.
 */
final class NodeClock {
  private final long startMicros = System.currentTimeMillis() * 1000;
  private final long startNanos = System.nanoTime();

  /** The time: passes evenly, whatever the wall clock is set to. */
  long nowMicros() {
    return startMicros + (System.nanoTime() - startNanos) / 1000;
  }

  /** By how much the wall clock is ahead of a time that was just read. */
  long wallAheadMicros(long nowMicros) {
    return System.currentTimeMillis() * 1000 - nowMicros;
  }
}
