package org.spamwatch.agent.api;

/** How long something took, as answers say it: in milliseconds with one decimal. */
final class Millis {
  private Millis() {}

  static double of(long nanos) {
    return Math.round(nanos / 1e5) / 10.0;
  }
}
