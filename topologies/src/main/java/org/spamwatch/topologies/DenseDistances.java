package org.spamwatch.topologies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.spamwatch.topologies.AltGraph.Link;

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
    List<List<Link>> neighbors = neighbors(graph);
    below = new int[routers * (routers - 1) / 2];
    for (int source = 1; source < routers; source++) {
      int[] distances = from(source, neighbors);
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

  /** For each router its links, those that end at it turned round. */
  static List<List<Link>> neighbors(AltGraph graph) {
    List<List<Link>> neighbors = new ArrayList<>();
    graph.routers().forEach(router -> neighbors.add(new ArrayList<>()));
    for (Link link : graph.links()) {
      neighbors.get(link.from()).add(link);
      neighbors
          .get(link.to())
          .add(new Link(link.to(), link.from(), link.length(), link.policyWeight()));
    }
    return neighbors;
  }

  /** The distances from a router; {@link #UNREACHABLE} where no path leads. */
  static int[] from(int source, List<List<Link>> neighbors) {
    int[] distance = new int[neighbors.size()];
    Arrays.fill(distance, UNREACHABLE);
    distance[source] = 0;
    // The distance in the upper half, so that the nearest comes first.
    PriorityQueue<Long> open = new PriorityQueue<>();
    open.add((long) source);
    while (!open.isEmpty()) {
      long nearest = open.remove();
      int router = (int) nearest;
      if (nearest >>> 32 != distance[router]) {
        continue;
      }
      for (Link link : neighbors.get(router)) {
        int over = distance[router] + link.length();
        if (over < distance[link.to()]) {
          distance[link.to()] = over;
          open.add(((long) over << 32) | link.to());
        }
      }
    }
    return distance;
  }
}
