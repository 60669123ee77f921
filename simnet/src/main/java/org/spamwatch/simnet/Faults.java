package org.spamwatch.simnet;

/**
 * What a network does to messages besides delaying them.
 *
 * @param loss share of messages lost, 0 to 1
 * @param duplication share of messages delivered twice
 * @param jitterMicros most extra delay of a message, drawn uniformly: what reorders messages
 */
public record Faults(double loss, double duplication, long jitterMicros) {
  /** A network without faults. */
  public static final Faults NONE = new Faults(0, 0, 0);

  /** Checks the ranges. */
  public Faults {
    if (!(loss >= 0 && loss <= 1) || !(duplication >= 0 && duplication <= 1)) {
      throw new IllegalArgumentException(
          "loss " + loss + " and duplication " + duplication + " are shares from 0 to 1");
    }
    if (jitterMicros < 0) {
      throw new IllegalArgumentException("jitter is 0 or more, not " + jitterMicros + " us");
    }
  }
}
