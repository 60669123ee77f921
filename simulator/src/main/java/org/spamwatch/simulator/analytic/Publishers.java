package org.spamwatch.simulator.analytic;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Which nodes have published an object. Not thread-safe. */
final class Publishers {
  private final boolean[] published;

  Publishers(int nodes) {
    published = new boolean[nodes];
  }

  /** Chooses different nodes by lot. */
  void draw(int count, SplittableRandom random) {
    Arrays.fill(published, false);
    for (int i = 0; i < count; ) {
      int node = random.nextInt(published.length);
      if (!published[node]) {
        published[node] = true;
        i++;
      }
    }
  }

  boolean has(int node) {
    return published[node];
  }

  /** Copies for each node whether it has published. */
  void copyTo(boolean[] nodes) {
    System.arraycopy(published, 0, nodes, 0, nodes.length);
  }
}
