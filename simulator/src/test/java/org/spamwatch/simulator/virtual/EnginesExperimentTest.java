package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.node.OverlayConfig;
import org.spamwatch.simulator.analytic.GivenTables.Known;
import org.spamwatch.simulator.analytic.Topology;
import org.spamwatch.simulator.virtual.EnginesExperiment.Compared;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.GeometricSpec;
import org.spamwatch.topologies.Latencies;
import org.spamwatch.topologies.Proportions;
import org.spamwatch.topologies.TopologyException;
import org.spamwatch.topologies.TransitStubGenerator;
import org.spamwatch.topologies.TransitStubSpec;

class EnginesExperimentTest {
  private static final int NODES = 200;
  private static final int WAYS = 1_000;

  @Test
  void realMessagesGoTheWaysThatTheirNodesTablesGive() throws TopologyException {
    AltGraph graph = graph();
    Topology topology = Topology.of(graph, Latencies.of(graph, Latencies.PAPER_DIAMETER));
    RouterLatency latency = RouterLatency.ofRandomPlacement(topology, NODES, 1);
    DolrNetwork network = new DolrNetwork(1, OverlayConfig.DEFAULT, latency);
    WayComparison comparison = new WayComparison(network, topology, latency, 1);
    network.grow(NODES, comparison::watch, stage -> {});
    network.simulation().runFor(30_000_000);

    Compared own = comparison.compare(WAYS);
    assertThat(own.ways()).isEqualTo(WAYS);
    assertThat(own.differ()).isZero();
    assertThat(own.hops()).isGreaterThan(WAYS);

    Map<Long, Known> others = comparison.tables();
    others.replaceAll(
        (id, known) ->
            new Known(
                id, known.router(), known.leaves(), known.entries().stream().skip(1).toList()));
    assertThat(comparison.round(WAYS, others).differ()).isBetween(1, WAYS / 2);
  }

  private static AltGraph graph() throws TopologyException {
    return TransitStubGenerator.generate(
        new TransitStubSpec(
            1,
            1,
            3,
            0,
            0,
            GeometricSpec.pureRandom(4, 2, .5),
            GeometricSpec.pureRandom(4, 316, .6),
            GeometricSpec.pureRandom(8, 10, .42),
            Proportions.SCALED),
        0);
  }
}
