package org.spamwatch.simulator.analytic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.Latencies;
import org.spamwatch.topologies.TopologyException;
import org.spamwatch.topologies.TransitStubGenerator;
import org.spamwatch.topologies.TransitStubSpec;

/** The tree of a key against what each node does by the rule, one by one. */
class RouteTreeTest {
  private static final AltGraph GRAPH = graph();
  private static final Latencies LATENCIES = latencies();
  private static final Topology TOPOLOGY = Topology.of(GRAPH, LATENCIES);

  private static AltGraph graph() {
    try {
      return TransitStubGenerator.generate(TransitStubSpec.gtItm(5), 0);
    } catch (TopologyException e) {
      throw new AssertionError(e);
    }
  }

  private static Latencies latencies() {
    try {
      return Latencies.of(GRAPH, Latencies.PAPER_DIAMETER);
    } catch (TopologyException e) {
      throw new AssertionError(e);
    }
  }

  /** What is known of a node by its id alone, digit by digit. */
  private record Rule(Population nodes, long key, int bits) {
    int digit(long id, int place) {
      return ((int) (id >>> (Long.SIZE - bits * (place + 1)))) & ((1 << bits) - 1);
    }

    /** The nodes that share a prefix, for each length, with digits that no node has replaced. */
    List<List<Integer>> shells(boolean surrogates) {
      List<List<Integer>> shells = new ArrayList<>();
      List<Integer> all = new ArrayList<>();
      for (int node = 0; node < nodes.size(); node++) {
        all.add(node);
      }
      shells.add(all);
      int place = 0;
      List<Integer> last = all;
      while (last.size() > 1) {
        List<Integer> matching = List.of();
        for (int i = 0; i < (surrogates ? 1 << bits : 1) && matching.isEmpty(); i++) {
          int wanted = (digit(key, place) + i) % (1 << bits);
          int at = place;
          matching = last.stream().filter(node -> digit(nodes.id(node), at) == wanted).toList();
        }
        if (matching.isEmpty()) {
          return shells;
        }
        shells.add(matching);
        last = matching;
        place++;
      }
      return shells;
    }
  }

  private static RouteTree tree(Population nodes) {
    return new RouteTree(nodes, TOPOLOGY);
  }

  private static Population drawn(int size, long seed) {
    return Population.draw(TOPOLOGY.places(), size, new SplittableRandom(seed));
  }

  @Property(tries = 60)
  void everyNodeGoesToTheNearestThatSharesADigitMore(
      @ForAll @IntRange(min = 2, max = 300) int size,
      @ForAll @IntRange(min = 1, max = 4) int bits,
      @ForAll long seed) {
    Population nodes = drawn(size, seed);
    long key = seed * 31;
    RouteTree tree = tree(nodes);
    tree.build(key, new Routing(bits, 0, 0));
    List<List<Integer>> shells = new Rule(nodes, key, bits).shells(true);
    assertThat(shells.get(shells.size() - 1)).containsExactly(tree.root());
    for (int node = 0; node < size; node++) {
      int level = level(shells, node);
      assertThat(tree.level(node)).isEqualTo(level);
      if (node == tree.root()) {
        assertThat(tree.next(node)).isEqualTo(RouteTree.NONE);
      } else {
        int next = tree.next(node);
        int from = node;
        assertThat(shells.get(level + 1)).contains(next);
        assertThat(length(nodes, node, next))
            .isEqualTo(
                shells.get(level + 1).stream()
                    .mapToInt(other -> length(nodes, from, other))
                    .min()
                    .orElseThrow());
        assertThat(tree.micros(node))
            .isEqualTo(LATENCIES.oneWayMicros(nodes.router(node), nodes.router(next)));
      }
    }
    assertThatEachComesBeforeItsNextHop(tree, size);
  }

  @Property(tries = 60)
  void withALeafSetAllWalksEndAtTheClosestNode(
      @ForAll @IntRange(min = 2, max = 400) int size,
      @ForAll @IntRange(min = 1, max = 4) int bits,
      @ForAll @IntRange(min = 1, max = 8) int leaves,
      @ForAll @IntRange(min = 0, max = 3) int sampled,
      @ForAll long seed) {
    Population nodes = drawn(size, seed);
    long key = seed * 17;
    RouteTree tree = tree(nodes);
    tree.build(key, new Routing(bits, leaves, sampled));
    List<List<Integer>> shells = new Rule(nodes, key, bits).shells(false);
    long closest = Long.MAX_VALUE;
    for (int node = 0; node < size; node++) {
      closest = unsignedMin(closest, ring(nodes.id(node), key));
      assertThat(tree.level(node)).isEqualTo(level(shells, node));
      int next = tree.next(node);
      if (next != RouteTree.NONE && next != tree.root()) {
        boolean isLonger = tree.level(next) > tree.level(node);
        boolean isCloser =
            Long.compareUnsigned(ring(nodes.id(next), key), ring(nodes.id(node), key)) < 0;
        assertThat(isLonger || (isCloser && tree.level(next) == tree.level(node))).isTrue();
      }
    }
    assertThat(ring(nodes.id(tree.root()), key)).isEqualTo(closest);
    assertThatEachComesBeforeItsNextHop(tree, size);
  }

  @Property(tries = 20)
  void aTableHasTheSameSamplesForEveryKeyOfASlot(@ForAll long seed) {
    Population nodes = drawn(200, seed);
    RouteTree tree = tree(nodes);
    long key = seed | 0xFFF; // keys that differ in their last digits only lead the same way
    tree.build(key, new Routing(4, 0, 2));
    int[] first = new int[200];
    Arrays.setAll(first, tree::next);
    tree.build(key ^ 0x0F0, new Routing(4, 0, 2));
    int[] second = new int[200];
    Arrays.setAll(second, tree::next);
    assertThat(second).isEqualTo(first);
  }

  private static void assertThatEachComesBeforeItsNextHop(RouteTree tree, int size) {
    Set<Integer> seen = new HashSet<>();
    for (int place = size - 1; place >= 0; place--) {
      int node = tree.inOrder(place);
      assertThat(tree.next(node) == RouteTree.NONE || seen.contains(tree.next(node))).isTrue();
      assertThat(seen.add(node)).isTrue();
    }
    assertThat(seen).hasSize(size);
  }

  private static int level(List<List<Integer>> shells, int node) {
    int level = 0;
    while (level + 1 < shells.size() && shells.get(level + 1).contains(node)) {
      level++;
    }
    return level;
  }

  private static int length(Population nodes, int from, int to) {
    return LATENCIES.length(nodes.router(from), nodes.router(to));
  }

  private static long ring(long id, long key) {
    return unsignedMin(id - key, key - id);
  }

  private static long unsignedMin(long one, long other) {
    return Long.compareUnsigned(one, other) <= 0 ? one : other;
  }
}
