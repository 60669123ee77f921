package org.spamwatch.simnet;

import java.util.function.BooleanSupplier;

/**
 * Virtual time and the events in it. Events at one time run in the order in which they were
 * scheduled, so a run depends on nothing but its inputs.
 *
 * <p>Not thread-safe; two simulations share nothing and may run side by side.
 */
public final class Simulation {
  private final EventQueue queue = new EventQueue();
  private long nowMicros;
  private long steps;

  /** Time begins at 0. */
  public Simulation() {}

  /** The present, in microseconds of virtual time. */
  public long nowMicros() {
    return nowMicros;
  }

  /** Events run so far. */
  public long steps() {
    return steps;
  }

  /** Schedules an action; a time in the past means now. */
  public void at(long atMicros, Runnable action) {
    queue.add(Math.max(atMicros, nowMicros), action);
  }

  /** Schedules an action after a delay. */
  public void after(long delayMicros, Runnable action) {
    at(nowMicros + delayMicros, action);
  }

  /** Runs the next event; returns whether there was one. */
  public boolean step() {
    if (queue.isEmpty()) {
      return false;
    }
    nowMicros = queue.firstMicros();
    steps++;
    queue.poll().run();
    return true;
  }

  /** Runs every event up to a time and sets the present to it. */
  public void runUntil(long untilMicros) {
    while (!queue.isEmpty() && queue.firstMicros() <= untilMicros) {
      step();
    }
    nowMicros = Math.max(nowMicros, untilMicros);
  }

  /** Runs for a span of virtual time. */
  public void runFor(long spanMicros) {
    runUntil(nowMicros + spanMicros);
  }

  /**
   * Runs until a condition holds, looking after every event.
   *
   * @return whether it came to hold by {@code limitMicros}
   */
  public boolean runUntil(BooleanSupplier condition, long limitMicros) {
    while (!condition.getAsBoolean()) {
      if (queue.isEmpty() || queue.firstMicros() > limitMicros) {
        nowMicros = Math.max(nowMicros, limitMicros);
        return condition.getAsBoolean();
      }
      step();
    }
    return true;
  }
}
