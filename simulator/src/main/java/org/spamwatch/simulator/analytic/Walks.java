package org.spamwatch.simulator.analytic;

import java.util.Arrays;
import java.util.SplittableRandom;
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
  private final boolean[] isMarked;
  private final boolean[] hasPointer;
  private final byte[] steps;
  private final byte[] gainedAt; // the level of the pointer that is met
  private final int[] micros;
  private final int[] publisher; // the nearest that the node has a pointer to; empty if not asked

  Walks(Population nodes, Latencies latencies, Reading reading) {
    this.nodes = nodes;
    this.latencies = latencies;
    this.reading = reading;
    int size = nodes.size();
    isMarked = new boolean[size];
    hasPointer = new boolean[size];
    steps = new byte[size];
    gainedAt = new byte[size];
    micros = new int[size];
    publisher = new int[reading.publisher() ? size : 0];
  }

  /** Chooses who has published: different nodes, by lot. */
  void mark(int count, SplittableRandom random) {
    Arrays.fill(isMarked, false);
    for (int i = 0; i < count; ) {
      int node = random.nextInt(isMarked.length);
      if (!isMarked[node]) {
        isMarked[node] = true;
        i++;
      }
    }
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
    System.arraycopy(isMarked, 0, hasPointer, 0, hasPointer.length);
    for (int node = 0; node < publisher.length; node++) {
      publisher[node] = isMarked[node] ? node : RouteTree.NONE;
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
    };
  }

  /** Whether a node has published. */
  boolean isMarked(int node) {
    return isMarked[node];
  }

  /** Whether a node asks. */
  boolean asks(int node) {
    return reading.marked() || !isMarked[node];
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
