package org.spamwatch.topologies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A connected random graph on a square of integer points, drawn from a {@link GeometricSpec}.
 *
 * <p>The parts of a graph that is not connected as it is drawn are joined by the shortest edges
 * that do it, because a spec may make connected graphs arbitrarily rare. Quadratic in the nodes.
 */
final class GeometricGraph {
  /** An undirected edge between two nodes. */
  record Edge(int from, int to) {}

  private final int[] x;
  private final int[] y;
  private final List<Edge> edges = new ArrayList<>();
  private boolean joined;

  private GeometricGraph(int nodes) {
    x = new int[nodes];
    y = new int[nodes];
  }

  /**
   * Draws a graph.
   *
   * @param mostEdges no more than this many
   */
  static GeometricGraph draw(GeometricSpec spec, int mostEdges, RandomGenerator random)
      throws TopologyException {
    GeometricGraph graph = new GeometricGraph(spec.nodes());
    graph.place(spec.scale(), random);
    int[] part = new int[spec.nodes()];
    Arrays.setAll(part, i -> i);
    int parts = spec.nodes();
    for (int i = 0; i < spec.nodes(); i++) {
      for (int j = i + 1; j < spec.nodes(); j++) {
        double distance = Math.sqrt((double) graph.squaredDistance(i, j));
        if (random.nextDouble() < spec.probability(distance, random)) {
          graph.add(i, j, mostEdges);
          parts -= union(part, i, j) ? 1 : 0;
        }
      }
    }
    if (parts > 1) {
      graph.joined = true;
      graph.join(part, parts, mostEdges);
    }
    return graph;
  }

  int nodes() {
    return x.length;
  }

  /** Whether it was not connected as it was drawn. */
  boolean isJoined() {
    return joined;
  }

  int x(int node) {
    return x[node];
  }

  int y(int node) {
    return y[node];
  }

  List<Edge> edges() {
    return edges;
  }

  /** The most edges on a shortest path between two nodes. */
  int hopDiameter() {
    List<List<Integer>> neighbors = new ArrayList<>();
    for (int i = 0; i < nodes(); i++) {
      neighbors.add(new ArrayList<>());
    }
    for (Edge edge : edges) {
      neighbors.get(edge.from()).add(edge.to());
      neighbors.get(edge.to()).add(edge.from());
    }
    int diameter = 0;
    for (int source = 0; source < nodes(); source++) {
      diameter = Math.max(diameter, hopsToFarthest(source, neighbors));
    }
    return diameter;
  }

  private int hopsToFarthest(int source, List<List<Integer>> neighbors) {
    int[] hops = new int[nodes()];
    Arrays.fill(hops, -1);
    int[] queue = new int[nodes()];
    int queued = 0;
    hops[source] = 0;
    queue[queued++] = source;
    int farthest = 0;
    for (int next = 0; next < queued; next++) {
      int node = queue[next];
      farthest = hops[node];
      for (int neighbor : neighbors.get(node)) {
        if (hops[neighbor] < 0) {
          hops[neighbor] = hops[node] + 1;
          queue[queued++] = neighbor;
        }
      }
    }
    return farthest;
  }

  /** At different points, if there are plenty. */
  private void place(int scale, RandomGenerator random) {
    boolean distinct = 2L * nodes() <= (scale + 1L) * (scale + 1L);
    // Only asked, never iterated over.
    Set<Long> taken = new LinkedHashSet<>();
    for (int i = 0; i < nodes(); i++) {
      do {
        x[i] = random.nextInt(scale + 1);
        y[i] = random.nextInt(scale + 1);
      } while (distinct && !taken.add(((long) x[i] << 32) | y[i]));
    }
  }

  private void add(int from, int to, int mostEdges) throws TopologyException {
    if (edges.size() >= mostEdges) {
      throw new TopologyException(
          "more than " + TopologyLimits.LINKS + " links; lower alpha or the number of nodes");
    }
    edges.add(new Edge(from, to));
  }

  /** Kruskal's way, over pairs from near to far. */
  private void join(int[] part, int parts, int mostEdges) throws TopologyException {
    long[] pairs = new long[nodes() * (nodes() - 1) / 2];
    int count = 0;
    for (int i = 0; i < nodes(); i++) {
      for (int j = i + 1; j < nodes(); j++) {
        pairs[count++] = (squaredDistance(i, j) << 20) | ((long) i << 10) | j;
      }
    }
    Arrays.sort(pairs);
    int left = parts;
    for (int next = 0; left > 1; next++) {
      int i = (int) (pairs[next] >>> 10) & 1023;
      int j = (int) pairs[next] & 1023;
      if (union(part, i, j)) {
        add(i, j, mostEdges);
        left--;
      }
    }
  }

  private long squaredDistance(int i, int j) {
    long dx = (long) x[i] - x[j];
    long dy = (long) y[i] - y[j];
    return dx * dx + dy * dy;
  }

  private static boolean union(int[] part, int i, int j) {
    int first = root(part, i);
    int second = root(part, j);
    part[first] = second;
    return first != second;
  }

  private static int root(int[] part, int node) {
    int at = node;
    while (part[at] != at) {
      part[at] = part[part[at]];
      at = part[at];
    }
    return at;
  }
}
