package org.spamwatch.simulator.analytic;

import org.spamwatch.topologies.Latencies;

/**
 * The next hop of every node towards one key, and an order in which each comes before its next hop.
 *
 * <p>Built anew for each key in the same arrays, 17 bytes a node. Costs O(nodes), and one search
 * over the graph a digit. Not thread-safe.
 */
final class RouteTree {
  static final int NONE = -1;

  private final Population nodes;
  private final Latencies latencies;
  private final NearestNode nearest;
  private final int[] next;
  private final int[] micros;
  private final int[] order;
  private final byte[] level;
  private int ordered;
  private int root;
  private int target; // the first node whose id is not below the key

  RouteTree(Population nodes, Latencies latencies, NearestRouter nearestRouter) {
    this.nodes = nodes;
    this.latencies = latencies;
    nearest = new NearestNode(nodes, nearestRouter, latencies.routers());
    int size = nodes.size();
    next = new int[size];
    micros = new int[size];
    order = new int[size];
    level = new byte[size];
  }

  /** Builds the tree of a key. */
  void build(long key, Routing routing) {
    boolean hasLeafSet = routing.leafSet() > 0;
    PrefixPath path = new PrefixPath(nodes, key, routing.digitBits(), !hasLeafSet);
    target = nodes.firstFrom(key);
    root = hasLeafSet ? closest(key) : path.from(path.depth());
    ordered = 0;
    for (int shell = 0; shell < path.depth(); shell++) {
      if (path.size(shell) > path.size(shell + 1)) {
        if (routing.sampled() == 0) {
          nearest.gather(path.from(shell + 1), path.to(shell + 1));
        }
        for (int node = path.from(shell); node < path.from(shell + 1); node++) {
          link(node, shell, path, routing);
        }
        for (int node = path.to(shell + 1); node < path.to(shell); node++) {
          link(node, shell, path, routing);
        }
      }
    }
    linkDeepest(key, path, routing);
    level[root] = (byte) path.levelOf(root);
    next[root] = NONE;
    micros[root] = 0;
    order[ordered++] = root;
  }

  private void link(int node, int shell, PrefixPath path, Routing routing) {
    if (node == root) {
      return;
    }
    level[node] = (byte) shell;
    if (routing.leafSet() > 0 && isAmongLeaves(node, routing.leafSet())) {
      lead(node, root);
    } else if (routing.sampled() > 0) {
      lead(node, nearestOfSome(node, path.from(shell + 1), path.size(shell + 1), routing));
    } else {
      lead(node, nearest.of(node));
    }
  }

  private void lead(int node, int to) {
    next[node] = to;
    micros[node] = latencies.oneWayMicros(nodes.router(node), nodes.router(to));
    order[ordered++] = node;
  }

  /**
   * Of those who share all digits that any node shares: by leaf sets alone, along the ring towards
   * the key; the farthest first, so from both ends of their part of it.
   */
  private void linkDeepest(long key, PrefixPath path, Routing routing) {
    int first = path.from(path.depth());
    int count = path.size(path.depth());
    int leaves = routing.leafSet();
    // If they are all nodes, their part ends where the ring is farthest from the key.
    int end = count == nodes.size() ? nodes.firstFrom(key ^ Long.MIN_VALUE) : 0;
    int low = 0;
    int high = count - 1;
    while (low <= high) {
      int below = first + (end + low) % count;
      int above = first + (end + high) % count;
      long up = key - nodes.id(below); // below zero if it is shorter downwards
      long down = nodes.id(above) - key;
      boolean goesUp = down < 0 || (up >= 0 && up >= down);
      int node = goesUp ? below : above;
      low += goesUp ? 1 : 0;
      high -= goesUp ? 0 : 1;
      if (node != root) {
        level[node] = (byte) path.depth();
        boolean isNear = leaves == 0 || isAmongLeaves(node, leaves); // 0 only if ids are the same
        lead(node, isNear ? root : Math.floorMod(node + (goesUp ? leaves : -leaves), nodes.size()));
      }
    }
  }

  /** Whether the key lies between the farthest leaves of a node on either side. */
  private boolean isAmongLeaves(int node, int leaves) {
    int size = nodes.size();
    int behind = Math.floorMod(target - node, size); // nodes from this one to the key
    return size <= 2 * leaves + 1 || behind <= leaves || behind > size - leaves;
  }

  /** The node whose id is closest to a key on the ring; of two the one behind it. */
  private int closest(long key) {
    int after = target % nodes.size();
    int before = Math.floorMod(after - 1, nodes.size());
    long up = nodes.id(after) - key;
    long down = key - nodes.id(before);
    return Long.compareUnsigned(up, down) <= 0 ? after : before;
  }

  /** The nearest of some of a range drawn by lot, the same ones whatever the key. */
  private int nearestOfSome(int node, int from, int size, Routing routing) {
    int best = NONE;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < Math.min(routing.sampled(), size); i++) {
      int other =
          routing.sampled() >= size ? from + i : from + nodes.draw(node, nodes.id(from), i, size);
      int length = latencies.length(nodes.router(node), nodes.router(other));
      if (length < least) {
        least = length;
        best = other;
      }
    }
    return best;
  }

  int root() {
    return root;
  }

  /** The next hop of a node, {@link #NONE} of the root. */
  int next(int node) {
    return next[node];
  }

  /** The one-way time to the next hop. */
  int micros(int node) {
    return micros[node];
  }

  /** How many digits of the key, or of what stands for them, a node has. */
  int level(int node) {
    return level[node];
  }

  /** The nodes in an order in which each comes before its next hop; the root is the last. */
  int inOrder(int place) {
    return order[place];
  }
}
