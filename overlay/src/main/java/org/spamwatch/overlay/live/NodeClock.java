package org.spamwatch.overlay.live;

import java.util.function.LongSupplier;

/**
 * A machine's two clocks, in microseconds. Safe for any thread.
 *
 * <p>The time never runs backwards and begins where the wall clock was, by which only numbers in
 * logs mean something.
 */
final class NodeClock {
  private final LongSupplier wallMillis;
  private final long startMicros;
  private final long startNanos = System.nanoTime();

  /** With a wall clock, in milliseconds since the epoch. */
  NodeClock(LongSupplier wallMillis) {
    this.wallMillis = wallMillis;
    this.startMicros = wallMillis.getAsLong() * 1000;
  }

  /** The time: passes evenly, whatever the wall clock is set to. */
  long nowMicros() {
    return startMicros + (System.nanoTime() - startNanos) / 1000;
  }

  /** By how much the wall clock is ahead of a time that was just read. */
  long wallAheadMicros(long nowMicros) {
    return wallMillis.getAsLong() * 1000 - nowMicros;
  }
}
