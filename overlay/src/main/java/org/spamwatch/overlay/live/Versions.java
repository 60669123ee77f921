package org.spamwatch.overlay.live;

import java.util.OptionalInt;

/**
 * The versions of the protocol that a peer speaks: all from one to another.
 *
 * @param lowest 1 to 65535
 * @param highest {@code lowest} to 65535
 */
record Versions(int lowest, int highest) {
  /** Checks the ranges. */
  public Versions {
    if (lowest < 1 || highest > 0xFFFF || lowest > highest) {
      throw new IllegalArgumentException(
          "versions " + lowest + " to " + highest + " are no range within 1 to 65535");
    }
  }

  /** The version that two peers speak with each other: the highest that both do, if any. */
  OptionalInt common(Versions other) {
    int version = Math.min(highest, other.highest);
    return version >= lowest && version >= other.lowest
        ? OptionalInt.of(version)
        : OptionalInt.empty();
  }

  @Override
  public String toString() {
    return lowest == highest ? "" + lowest : lowest + " to " + highest;
  }
}
