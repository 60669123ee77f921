package org.spamwatch.overlay.lease;

import org.spamwatch.overlay.Timers;

/**
 * How much a node holds back what can wait. Overload feeds itself otherwise: a late node is taken
 * for dead, its records are handed over, and whoever is given them has their signatures to check
 * and is late in turn.
 */
public final class BackPressure {
  /** How late timers run when everything that can wait is done at half the pace. */
  private static final long HALF_PACE_MICROS = 50_000;

  private static final long MOST = 20;

  private BackPressure() {}

  /**
   * By what to divide the pace of what can wait: 1 on a node whose timers run in time, one more for
   * each 50 ms that they run late, 20 at most, so that nothing waits for ever.
   */
  public static int of(Timers timers) {
    return (int) Math.min(MOST, 1 + timers.lateMicros() / HALF_PACE_MICROS);
  }
}
