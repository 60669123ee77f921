package org.spamwatch.simulator.analytic;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.spamwatch.topologies.Placement;

/**
 * The nodes of a network: ids of 64 bits in ascending, unsigned order, and the router that each
 * stands on. A node's number is its rank.
 *
 * <p>Immutable.
 */
final class Population {
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final long[] ids;
  private final int[] routers;

  private Population(long[] ids, int[] routers) {
    this.ids = ids;
    this.routers = routers;
  }

  /**
   * Nodes with random ids on random places: one on each as long as these are enough, else any
   * number.
   *
   * @param places routers
   * @param nodes 1 or more
   */
  static Population draw(List<Integer> places, int nodes, SplittableRandom random) {
    long[] ids = new long[nodes];
    Arrays.setAll(ids, i -> random.nextLong());
    int[] routers = new int[nodes];
    if (nodes <= places.size()) {
      List<Integer> drawn = Placement.draw(places, nodes, random);
      Arrays.setAll(routers, drawn::get);
    } else {
      Arrays.setAll(routers, i -> places.get(random.nextInt(places.size())));
    }
    return of(ids, routers);
  }

  /**
   * Nodes with these ids.
   *
   * @param ids in any order; they are sorted, the routers are not
   * @param routers of the nodes in the order of their ids
   */
  static Population of(long[] ids, int[] routers) {
    long[] sorted = ids.clone();
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] ^= Long.MIN_VALUE; // the order of signed numbers is then that of unsigned ones
    }
    Arrays.sort(sorted);
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] ^= Long.MIN_VALUE;
    }
    return new Population(sorted, routers);
  }

  int size() {
    return ids.length;
  }

  long id(int node) {
    return ids[node];
  }

  int router(int node) {
    return routers[node];
  }

  /** A number below a bound that depends on the node and what is drawn for it, and on no order. */
  int draw(int node, long what, int which, int bound) {
    long mixed = (ids[node] ^ Long.rotateLeft((what + MIX * which) * MIX, 29)) * MIX;
    mixed = (mixed ^ mixed >>> 32) * MIX;
    return (int) Math.floorMod(mixed ^ mixed >>> 29, (long) bound);
  }

  /** The first node whose id is not below one, the number of nodes if all are. */
  int firstFrom(long id) {
    int low = 0;
    int high = ids.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(ids[middle], id) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
