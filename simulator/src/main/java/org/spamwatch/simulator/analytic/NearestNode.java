package org.spamwatch.simulator.analytic;

import java.util.Arrays;

/**
 * For every node the nearest of a range of nodes, of several on one router one by lot. Not
 * thread-safe.
 */
final class NearestNode {
  private final Population nodes;
  private final NearestRouter nearestRouter;
  private final int[] firstAt; // of each router, its first place in members
  private final int[] members; // nodes of the range by router
  private final int[] sources;

  NearestNode(Population nodes, NearestRouter nearestRouter, int routers) {
    this.nodes = nodes;
    this.nearestRouter = nearestRouter;
    firstAt = new int[routers + 1];
    members = new int[nodes.size()];
    sources = new int[routers];
  }

  /** Looks for the nearest of a range from now on. Costs O(routers, links and range). */
  void gather(int from, int to) {
    Arrays.fill(firstAt, 0);
    for (int node = from; node < to; node++) {
      firstAt[nodes.router(node)]++;
    }
    int count = 0;
    int end = 0;
    for (int router = 0; router + 1 < firstAt.length; router++) {
      if (firstAt[router] > 0) {
        sources[count++] = router;
      }
      end += firstAt[router];
      firstAt[router] = end;
    }
    firstAt[firstAt.length - 1] = end;
    for (int node = to - 1; node >= from; node--) {
      members[--firstAt[nodes.router(node)]] = node;
    }
    nearestRouter.search(sources, count);
  }

  /** The one nearest to a node. */
  int of(int node) {
    int router = nearestRouter.nearest(nodes.router(node));
    int first = firstAt[router];
    int count = firstAt[router + 1] - first;
    return members[first + (count == 1 ? 0 : nodes.draw(node, nodes.id(members[first]), 0, count))];
  }
}
