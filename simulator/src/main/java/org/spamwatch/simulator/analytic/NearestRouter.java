package org.spamwatch.simulator.analytic;

/** Finds for every router the nearest of some. Not thread-safe. */
interface NearestRouter {
  /** Finds for every router the nearest of some, of which none is there twice. */
  void search(int[] sources, int count);

  /** The router found nearest to a router. */
  int nearest(int from);
}
