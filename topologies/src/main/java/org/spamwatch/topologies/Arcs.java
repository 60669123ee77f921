package org.spamwatch.topologies;

import java.util.Arrays;
import java.util.PriorityQueue;
import org.spamwatch.topologies.AltGraph.Link;

/** The links of a graph both ways, by the router where they begin. Immutable. */
final class Arcs {
  // Those of router r: places first[r] to first[r + 1] - 1.
  private final int[] first;
  private final int[] to;
  private final int[] length;

  Arcs(AltGraph graph) {
    int routers = graph.routers().size();
    first = new int[routers + 1];
    for (Link link : graph.links()) {
      first[link.from() + 1]++;
      first[link.to() + 1]++;
    }
    Arrays.parallelPrefix(first, Integer::sum);
    to = new int[first[routers]];
    length = new int[to.length];
    int[] place = Arrays.copyOf(first, routers);
    for (Link link : graph.links()) {
      put(place[link.from()]++, link.to(), link.length());
      put(place[link.to()]++, link.from(), link.length());
    }
  }

  private void put(int place, int end, int linkLength) {
    to[place] = end;
    length[place] = linkLength;
  }

  /**
   * The distances from a router by Dijkstra's algorithm; {@link RouterDistances#UNREACHABLE} where
   * no shorter path leads.
   */
  int[] from(int source) {
    int[] distance = new int[first.length - 1];
    Arrays.fill(distance, RouterDistances.UNREACHABLE);
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
      for (int arc = first[router]; arc < first[router + 1]; arc++) {
        int over = distance[router] + length[arc];
        if (over < distance[to[arc]]) {
          distance[to[arc]] = over;
          open.add(((long) over << 32) | to[arc]);
        }
      }
    }
    return distance;
  }
}
