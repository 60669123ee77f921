package org.spamwatch.simulator.analytic;

import java.util.Arrays;
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
  private long key;
  private int target; // the first node whose id is not below the key

  RouteTree(Population nodes, Topology topology) {
    this(
        nodes,
        topology.latencies(),
        new NearestNode(nodes, topology.nearestRouter(), topology.latencies().routers()));
  }

  /** A tree that looks for the nearest by a search that others may use too, one at a time. */
  RouteTree(Population nodes, Latencies latencies, NearestNode nearest) {
    this.nodes = nodes;
    this.latencies = latencies;
    this.nearest = nearest;
    int size = nodes.size();
    next = new int[size];
    micros = new int[size];
    order = new int[size];
    level = new byte[size];
  }

  /** Builds the tree of a key. */
  void build(long key, Routing routing) {
    this.key = key;
    boolean hasLeafSet = routing.leafSet() > 0;
    PrefixPath path = new PrefixPath(nodes, key, routing.digitBits(), !hasLeafSet);
    target = nodes.firstFrom(key);
    root = hasLeafSet ? closest(1)[0] : path.from(path.depth());
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
    linkDeepest(path, routing);
    level[root] = (byte) path.levelOf(root);
    next[root] = NONE;
    micros[root] = 0;
    order[ordered++] = root;
  }

  /**
   * Builds the tree of a key from tables that nodes have come to by themselves, as far as they
   * lead: where they disagree there are several ends, and who goes round in circles is an end too.
   */
  void build(long key, GivenTables tables) {
    this.key = key;
    target = nodes.firstFrom(key);
    root = closest(1)[0];
    ordered = nodes.size();
    int[] firstBefore = new int[nodes.size()]; // of each node the first that leads to it
    int[] following = new int[nodes.size()];
    Arrays.fill(firstBefore, NONE);
    for (int node = 0; node < nodes.size(); node++) {
      level[node] = (byte) tables.level(node, key);
      next[node] = tables.next(node, key);
      micros[node] = 0;
      if (next[node] == NONE) {
        order[--ordered] = node;
      } else {
        following[node] = firstBefore[next[node]];
        firstBefore[next[node]] = node;
        micros[node] = latencies.oneWayMicros(nodes.router(node), nodes.router(next[node]));
      }
    }
    // From the ends backwards.
    for (int place = nodes.size() - 1; place >= ordered; place--) {
      for (int node = firstBefore[order[place]]; node != NONE; node = following[node]) {
        order[--ordered] = node;
      }
    }
    endCircles();
  }

  private void endCircles() {
    boolean[] isReached = new boolean[nodes.size()];
    for (int place = ordered; place < nodes.size(); place++) {
      isReached[order[place]] = true;
    }
    for (int node = 0; node < nodes.size(); node++) {
      if (!isReached[node]) {
        next[node] = NONE;
        micros[node] = 0;
        order[--ordered] = node;
      }
    }
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
   * Of those who share all digits that any node shares: to the closest that they know, along the
   * ring towards the key; the farthest first, so from both ends of their part of it.
   */
  private void linkDeepest(PrefixPath path, Routing routing) {
    NextDigits known = new NextDigits(nodes, key, path, routing.digitBits());
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
        int leaf = Math.floorMod(node + (goesUp ? leaves : -leaves), nodes.size());
        lead(node, isNear ? root : known.closest(node, leaf));
      }
    }
  }

  /** Whether the key lies between the farthest leaves of a node on either side. */
  private boolean isAmongLeaves(int node, int leaves) {
    int size = nodes.size();
    int behind = Math.floorMod(target - node, size); // nodes from this one to the key
    return size <= 2 * leaves + 1 || behind <= leaves || behind > size - leaves;
  }

  /** The nodes whose ids are closest to the key on the ring; of two the one behind it first. */
  int[] closest(int count) {
    int[] found = new int[Math.min(count, nodes.size())];
    int up = target;
    int down = target - 1;
    for (int i = 0; i < found.length; i++) {
      int after = Math.floorMod(up, nodes.size());
      int before = Math.floorMod(down, nodes.size());
      boolean isUp = Long.compareUnsigned(nodes.id(after) - key, key - nodes.id(before)) <= 0;
      found[i] = isUp ? after : before;
      up += isUp ? 1 : 0;
      down -= isUp ? 0 : 1;
    }
    return found;
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
