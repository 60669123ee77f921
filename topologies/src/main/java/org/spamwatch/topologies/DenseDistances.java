package org.spamwatch.topologies;

/**
 * Distances in any connected graph of up to {@value #MOST_ROUTERS} routers: half a matrix, filled
 * by Dijkstra's algorithm from each router.
 */
final class DenseDistances implements RouterDistances {
  static final int MOST_ROUTERS = 6_000;

  /** Row {@code i} holds the distances to routers 0 to {@code i - 1}. */
  private final int[] below;

  DenseDistances(AltGraph graph) {
    int routers = graph.routers().size();
    if (routers > MOST_ROUTERS) {
      throw new IllegalArgumentException(routers + " routers are more than " + MOST_ROUTERS);
    }
    Arcs arcs = new Arcs(graph);
    below = new int[routers * (routers - 1) / 2];
    for (int source = 1; source < routers; source++) {
      int[] distances = arcs.from(source);
      System.arraycopy(distances, 0, below, row(source), source);
    }
  }

  @Override
  public int between(int from, int to) {
    return from == to ? 0 : from > to ? below[row(from) + to] : below[row(to) + from];
  }

  @Override
  public long bytes() {
    return 4L * below.length;
  }

  private static int row(int router) {
    return router * (router - 1) / 2;
  }
}
