package org.spamwatch.simulator.analytic;

import org.spamwatch.topologies.Latencies;

/** For every site the nearest of some, by comparing all: costs O(sites times these). */
final class NearestSite implements NearestRouter {
  private final Latencies latencies;
  private final int[] nearest;

  NearestSite(Latencies latencies) {
    this.latencies = latencies;
    nearest = new int[latencies.routers()];
  }

  @Override
  public void search(int[] sources, int count) {
    for (int site = 0; site < nearest.length; site++) {
      int least = Integer.MAX_VALUE;
      for (int i = 0; i < count; i++) {
        int length = latencies.length(site, sources[i]);
        if (length < least) {
          least = length;
          nearest[site] = sources[i];
        }
      }
    }
  }

  @Override
  public int nearest(int from) {
    return nearest[from];
  }
}
