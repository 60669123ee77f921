package org.spamwatch.simulator.analytic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tables that nodes have come to by themselves, in the place of those that this engine thinks
 * out, and the ways that follow from them.
 *
 * <p>The rule is the product's, in digits of base 16: a key between the farthest leaves goes to the
 * closest of them; else to the first of its slot; else to the closest of all known that share as
 * many digits with the key and are closer to it. Not thread-safe.
 */
public final class GivenTables {
  private static final int DIGIT_BITS = 4;
  private static final int BASE = 1 << DIGIT_BITS;

  /**
   * What a node knows, by the first 64 bits of ids.
   *
   * @param id of the node
   * @param router where it stands
   * @param leaves on both sides, in any order
   * @param entries of its prefix table, those of a slot in the order in which it takes them
   */
  public record Known(long id, int router, List<Long> leaves, List<Long> entries) {
    /** Copies the lists. */
    public Known {
      leaves = List.copyOf(leaves);
      entries = List.copyOf(entries);
    }
  }

  private final Population nodes;
  private final RouteTree tree;
  private final int sideSize;
  private final int[][] up; // of each node its leaves by their way from it, upwards
  private final int[][] slots; // of each node the first of each row and digit
  private final int[][] known; // of each node all others that it knows

  /**
   * The tables of a whole network.
   *
   * @param all nodes, each once; they know no others
   * @param sideSize leaves on either side
   */
  public GivenTables(List<Known> all, int sideSize, Topology topology) {
    List<Known> sorted = new ArrayList<>(all);
    sorted.sort(Comparator.comparing(Known::id, Long::compareUnsigned));
    nodes =
        Population.of(
            sorted.stream().mapToLong(Known::id).toArray(),
            sorted.stream().mapToInt(Known::router).toArray());
    tree = new RouteTree(nodes, topology);
    this.sideSize = sideSize;
    up = new int[sorted.size()][];
    slots = new int[sorted.size()][];
    known = new int[sorted.size()][];
    for (int node = 0; node < sorted.size(); node++) {
      fill(node, sorted.get(node));
    }
  }

  private void fill(int node, Known of) {
    int size = nodes.size();
    int[] leaves = of.leaves().stream().mapToInt(this::node).toArray();
    // The order of ranks upwards from a node is that of ids.
    up[node] =
        Arrays.stream(leaves)
            .boxed()
            .sorted(Comparator.comparingInt(leaf -> Math.floorMod(leaf - node, size)))
            .mapToInt(leaf -> leaf)
            .toArray();
    int[] first = new int[BASE * Long.SIZE / DIGIT_BITS];
    Arrays.fill(first, RouteTree.NONE);
    int[] others = new int[of.entries().size() + leaves.length];
    int count = 0;
    for (long id : of.entries()) {
      int slot = slot(nodes.id(node), id);
      first[slot] = first[slot] == RouteTree.NONE ? node(id) : first[slot];
      others[count++] = node(id);
    }
    System.arraycopy(leaves, 0, others, count, leaves.length);
    known[node] = others;
    slots[node] = first;
  }

  private int node(long id) {
    int node = nodes.firstFrom(id);
    if (node == nodes.size() || nodes.id(node) != id) {
      throw new IllegalArgumentException(Long.toHexString(id) + " is known, and is no node");
    }
    return node;
  }

  private static int shared(long id, long other) {
    return Math.min(Long.SIZE / DIGIT_BITS - 1, Long.numberOfLeadingZeros(id ^ other) / DIGIT_BITS);
  }

  private static int slot(long id, long other) {
    int row = shared(id, other);
    return row * BASE + ((int) (other >>> (Long.SIZE - DIGIT_BITS * (row + 1))) & (BASE - 1));
  }

  /** The ways of messages with one key: by the origin the nodes passed, the last the root. */
  public Map<Long, List<Long>> ways(long key, List<Long> origins) {
    tree.build(key, this);
    Map<Long, List<Long>> ways = new LinkedHashMap<>();
    for (long origin : origins) {
      List<Long> way = new ArrayList<>();
      for (int at = node(origin); at != RouteTree.NONE; at = tree.next(at)) {
        way.add(nodes.id(at));
      }
      ways.put(origin, way);
    }
    return ways;
  }

  /** Digits of a key that a node has. */
  int level(int node, long key) {
    return shared(nodes.id(node), key);
  }

  /** Where a node sends a message with a key, {@link RouteTree#NONE} if it keeps it. */
  int next(int node, long key) {
    if (covers(node, key)) {
      return closest(node, key, up[node], 0);
    }
    int slot = slots[node][slot(nodes.id(node), key)];
    return slot == RouteTree.NONE ? closest(node, key, known[node], level(node, key)) : slot;
  }

  /** Whether a key lies between the farthest leaves on either side, or these reach all round. */
  private boolean covers(int node, long key) {
    int[] leaves = up[node];
    if (leaves.length <= sideSize) {
      return leaves.length > 0; // fewer than both sides hold: some are on both
    }
    long own = nodes.id(node);
    long last = nodes.id(leaves[sideSize - 1]) - own;
    long first = nodes.id(leaves[leaves.length - sideSize]) - own;
    boolean spansRing = Long.compareUnsigned(first, last) <= 0;
    return spansRing || Long.compareUnsigned(key - own - first, last - first) <= 0;
  }

  private int closest(int node, long key, int[] others, int leastLevel) {
    int best = node;
    for (int other : others) {
      if (level(other, key) >= leastLevel && isCloser(nodes.id(other), key, nodes.id(best))) {
        best = other;
      }
    }
    return best == node ? RouteTree.NONE : best;
  }

  private static boolean isCloser(long id, long key, long other) {
    int order = Long.compareUnsigned(distance(id, key), distance(other, key));
    return order == 0 ? Long.compareUnsigned(id - key, other - key) < 0 : order < 0;
  }

  private static long distance(long id, long key) {
    return Long.compareUnsigned(id - key, key - id) <= 0 ? id - key : key - id;
  }
}
