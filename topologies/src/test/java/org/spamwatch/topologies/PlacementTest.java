package org.spamwatch.topologies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PlacementTest {
  private final AltGraph graph;

  PlacementTest() throws TopologyException {
    graph = TransitStubGenerator.generate(TransitStubSpec.paper(5), 0);
  }

  private List<Integer> place(int count, long seed) throws TopologyException {
    return Placement.onStubRouters(graph, count, new SplittableRandom(seed));
  }

  @Test
  void peersStandOnDifferentStubRouters() throws TopologyException {
    List<Integer> placed = place(4096, 1);
    assertThat(placed).hasSize(4096).doesNotHaveDuplicates().allMatch(i -> i >= 200 && i < 5000);
  }

  @Test
  void placesFollowFromTheSeed() throws TopologyException {
    assertThat(place(50, 1)).isEqualTo(place(50, 1)).isNotEqualTo(place(50, 2));
  }

  @Test
  void placesAreSpreadEvenly() throws TopologyException {
    double mean = place(1000, 3).stream().mapToInt(i -> i).average().orElseThrow();
    // The middle of 200 to 4999, and three standard errors.
    assertThat(mean).isBetween(2599.5 - 132, 2599.5 + 132);
  }

  @Test
  void morePeersThanStubRoutersAreRefused() {
    assertThatThrownBy(() -> place(4801, 1))
        .isInstanceOf(TopologyException.class)
        .hasMessage("4801 peers do not fit on 4800 stub routers, one on each");
  }
}
