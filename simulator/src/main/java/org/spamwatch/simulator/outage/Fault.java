package org.spamwatch.simulator.outage;

/** What is done to running peers. */
public enum Fault {
  /** Some are killed at once and stay away; afterwards they return with what they kept. */
  KILL(30),
  /** Some are killed and started again at once, with what they kept. */
  RESTART(30),
  /** Some are killed and come back as others, with nothing. */
  ERASE(30),
  /** All are killed, and all started again at once, with what they kept. */
  BLACKOUT(30),
  /** Some are stopped for a while, as by SIGSTOP, and go on. */
  PAUSE(30),
  /** Some are flooded with bytes that are no messages, and with connections that do nothing. */
  GARBAGE(30),
  /** The line between two halves is cut for a while, and joined again. */
  PARTITION(420);

  private final int routesWithinSeconds;

  Fault(int routesWithinSeconds) {
    this.routesWithinSeconds = routesWithinSeconds;
  }

  /**
   * How soon every route must be right again, after the fault, or after the last peer is back.
   * Halves that have forgotten each other meet at the next look-up through their seeds, which is
   * every five minutes.
   */
  int routesWithinSeconds() {
    return routesWithinSeconds;
  }
}
