package org.spamwatch.simulator.analytic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.simulator.analytic.GivenTables.Known;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.AltGraph.Link;
import org.spamwatch.topologies.AltGraph.Router;
import org.spamwatch.topologies.Latencies;
import org.spamwatch.topologies.TopologyException;

/** Tables of one leaf a side; {@code EnginesExperimentTest} has those of real nodes. */
class GivenTablesTest {
  private static final AltGraph GRAPH =
      new AltGraph(
          "two",
          List.of(),
          List.of(new Router("a", 0, 0), new Router("b", 1, 0)),
          List.of(new Link(0, 1, 1, 0)));

  private static final long KEY = id("80");

  private static long id(String digits) {
    return Long.parseUnsignedLong((digits + "0".repeat(16)).substring(0, 16), 16);
  }

  private static Known knows(String self, List<String> leaves, List<String> entries) {
    return new Known(
        id(self),
        0,
        leaves.stream().map(GivenTablesTest::id).toList(),
        entries.stream().map(GivenTablesTest::id).toList());
  }

  private static List<Long> way(String from, Known... all) throws TopologyException {
    Latencies latencies = Latencies.of(GRAPH, Latencies.PAPER_DIAMETER);
    return new GivenTables(List.of(all), 1, Topology.of(GRAPH, latencies))
        .ways(KEY, List.of(id(from)))
        .getOrDefault(id(from), List.of());
  }

  private static final Known SLOT = knows("3", List.of("2", "4"), List.of("9", "8f", "88"));
  private static final Known LEAF = knows("8f", List.of("7f", "9"), List.of());
  private static final Known END = knows("7f", List.of("4", "8f"), List.of());
  private static final Known[] OTHERS = {
    knows("2", List.of(), List.of()),
    knows("4", List.of(), List.of()),
    knows("9", List.of(), List.of()),
    knows("88", List.of(), List.of())
  };

  @Test
  void aWayLeadsOverTheFirstOfASlotAndThenToTheClosestLeaf() throws TopologyException {
    assertThat(way("3", SLOT, LEAF, END, OTHERS[0], OTHERS[1], OTHERS[2], OTHERS[3]))
        .containsExactly(id("3"), id("8f"), id("7f"));
  }

  @Test
  void withoutASlotItLeadsToTheClosestOfAllKnown() throws TopologyException {
    Known noSlot = knows("3", List.of("2", "4"), List.of("9", "7f", "5"));
    assertThat(
            way(
                "3",
                noSlot,
                END,
                LEAF,
                OTHERS[0],
                OTHERS[1],
                OTHERS[2],
                knows("5", List.of(), List.of())))
        .containsExactly(id("3"), id("7f"));
  }

  @Test
  void aCircleIsAnEnd() throws TopologyException {
    Known back = knows("7f", List.of("4", "7ff"), List.of("8f"));
    Known unknown = knows("7ff", List.of(), List.of());
    assertThat(way("8f", LEAF, back, unknown, OTHERS[1], OTHERS[2])).containsExactly(id("8f"));
  }
}
