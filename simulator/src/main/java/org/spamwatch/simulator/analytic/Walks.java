package org.spamwatch.simulator.analytic;

import org.spamwatch.topologies.Latencies;

/**
 * The walks of all nodes to one object that some have published: each goes towards the root until
 * it meets a pointer, and publications have left one at every node that they passed.
 *
 * <p>Costs O(nodes) for each {@link #walk}. Not thread-safe.
 */
final class Walks {
  private final Population nodes;
  private final Latencies latencies;
  private final Reading reading;
  private final Publishers publishers;
  private final boolean[] hasPointer;
  private final byte[] steps;
  private final byte[] gainedAt; // the level of the pointer that is met
  private final int[] micros;
  private final int[] publisher; // the nearest that the node has a pointer to; empty if not asked

  /** Walks in a population of which some have published. */
  Walks(Population nodes, Latencies latencies, Reading reading, Publishers publishers) {
    this.nodes = nodes;
    this.latencies = latencies;
    this.reading = reading;
    this.publishers = publishers;
    int size = nodes.size();
    hasPointer = new boolean[size];
    steps = new byte[size];
    gainedAt = new byte[size];
    micros = new int[size];
    publisher = new int[reading.publisher() ? size : 0];
  }

  /** Publishes along a tree, and lets all nodes ask. */
  void walk(RouteTree tree) {
    publish(tree);
    for (int place = nodes.size() - 1; place >= 0; place--) {
      int node = tree.inOrder(place);
      int next = tree.next(node);
      if (hasPointer[node]) {
        steps[node] = 0;
        gainedAt[node] = (byte) tree.level(node);
        micros[node] = 0;
        if (reading.publisher()) {
          lastHop(node);
        }
      } else {
        steps[node] = (byte) stepsOver(tree, node, next);
        gainedAt[node] = gainedAt[next];
        micros[node] = micros[next] + tree.micros(node);
      }
    }
  }

  private void publish(RouteTree tree) {
    publishers.copyTo(hasPointer);
    for (int node = 0; node < publisher.length; node++) {
      publisher[node] = publishers.has(node) ? node : RouteTree.NONE;
    }
    for (int place = 0; place < nodes.size() - 1; place++) {
      int node = tree.inOrder(place);
      if (hasPointer[node]) {
        int next = tree.next(node);
        hasPointer[next] = true;
        if (reading.publisher()) {
          publisher[next] = nearer(next, publisher[next], publisher[node]);
        }
      }
    }
    if (reading.holders() > 1 && hasPointer[tree.root()]) {
      replicate(tree);
    }
  }

  private void replicate(RouteTree tree) {
    for (int holder : tree.closest(reading.holders())) {
      hasPointer[holder] = true;
      if (reading.publisher()) {
        publisher[holder] = nearer(holder, publisher[holder], publisher[tree.root()]);
      }
    }
  }

  private int nearer(int node, int known, int other) {
    return known == RouteTree.NONE || length(node, other) < length(node, known) ? other : known;
  }

  private int length(int node, int other) {
    return latencies.length(nodes.router(node), nodes.router(other));
  }

  private void lastHop(int node) {
    if (publisher[node] != node) {
      steps[node] = 1;
      micros[node] = latencies.oneWayMicros(nodes.router(node), nodes.router(publisher[node]));
    }
  }

  private int stepsOver(RouteTree tree, int node, int next) {
    boolean isMet = hasPointer[next];
    return switch (reading.step()) {
      case HOP -> steps[next] + 1;
      case DIGIT -> isMet ? tree.level(node) + 1 : steps[next];
      case GAIN -> gainedAt[next] - tree.level(node);
      case LEVEL -> gainedAt[next];
    };
  }

  /** Whether a node asks. */
  boolean asks(int node) {
    return reading.marked() || !publishers.has(node);
  }

  /**
   * Adds for each TTL the time that a node's query travels if it meets nothing, as the reading
   * counts it.
   *
   * @param sums in microseconds, of the TTLs from 0 on
   */
  void reach(RouteTree tree, int node, long[] sums) {
    int at = node;
    int hops = 0;
    long travelled = 0;
    for (int ttl = 0; ttl < sums.length; ttl++) {
      while (tree.next(at) != RouteTree.NONE
          && reading.free() + stepsTo(tree, node, at, hops) <= ttl) {
        travelled += tree.micros(at);
        at = tree.next(at);
        hops++;
      }
      sums[ttl] += reading.trips() * travelled;
    }
  }

  private int stepsTo(RouteTree tree, int from, int at, int hops) {
    return reading.step().count(hops, tree.level(from), tree.level(at), tree.level(tree.next(at)));
  }

  /** The TTL that a node's query needs. */
  int ttl(int node) {
    return steps[node] + reading.free();
  }

  /** The time that it takes to where it succeeds, as the reading counts it. */
  long micros(int node) {
    return (long) reading.trips() * micros[node];
  }
}
