package org.spamwatch.overlay.node;

/** The mutable counts behind {@link OverlayCounters}. */
final class Counts {
  long routed;
  long delivered;
  long rerouted;
  long lost;
  long hopLimit;
  long refused;
  long misdirected;
  long forged;
  long probes;
  long failures;
  long overRate;

  OverlayCounters snapshot() {
    return new OverlayCounters(
        routed,
        delivered,
        rerouted,
        lost,
        hopLimit,
        refused,
        misdirected,
        forged,
        probes,
        failures,
        overRate);
  }
}
