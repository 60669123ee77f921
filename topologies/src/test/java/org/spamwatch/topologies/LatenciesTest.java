package org.spamwatch.topologies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.spamwatch.topologies.AltGraph.Link;
import org.spamwatch.topologies.AltGraph.Router;

class LatenciesTest {
  private static final Duration DIAMETER = Latencies.PAPER_DIAMETER;

  @Property(tries = 200)
  @Domain(Specs.class)
  void lengthsAreThoseOfDijkstra(@ForAll TransitStubSpec spec) throws TopologyException {
    AltGraph graph = TransitStubGenerator.generate(spec, 0);
    Latencies latencies = Latencies.of(graph, DIAMETER);
    for (int from = 0; from < graph.routers().size(); from++) {
      int[] naive = dijkstra(graph, from);
      for (int to = 0; to < naive.length; to++) {
        assertThat(latencies.length(from, to)).isEqualTo(naive[to]);
      }
    }
  }

  /** As in the textbook: no heap, no adjacency lists. */
  private static int[] dijkstra(AltGraph graph, int source) {
    int[] distance = new int[graph.routers().size()];
    boolean[] done = new boolean[distance.length];
    Arrays.fill(distance, Integer.MAX_VALUE);
    distance[source] = 0;
    for (int round = 0; round < distance.length; round++) {
      int nearest = -1;
      for (int i = 0; i < distance.length; i++) {
        if (!done[i] && (nearest < 0 || distance[i] < distance[nearest])) {
          nearest = i;
        }
      }
      done[nearest] = true;
      for (Link link : graph.links()) {
        if (link.from() == nearest || link.to() == nearest) {
          int other = link.from() + link.to() - nearest;
          distance[other] = Math.min(distance[other], distance[nearest] + link.length());
        }
      }
    }
    return distance;
  }

  @Test
  void singleHomedGraphsTakeLittleMemoryAndAgreeWithTheFullMatrix() throws TopologyException {
    TransitStubSpec spec =
        new TransitStubSpec(
            1,
            3,
            3,
            0,
            0,
            GeometricSpec.pureRandom(6, 20, .5),
            GeometricSpec.pureRandom(5, 20, .6),
            GeometricSpec.pureRandom(8, 10, .4),
            Proportions.SCALED);
    AltGraph graph = TransitStubGenerator.generate(spec, 0);
    Latencies latencies = Latencies.of(graph, DIAMETER);
    RouterDistances dense = new DenseDistances(graph);
    for (int from = 0; from < spec.routers(); from++) {
      for (int to = 0; to < spec.routers(); to++) {
        assertThat(latencies.length(from, to)).isEqualTo(dense.between(from, to));
      }
    }
    assertThat(latencies.bytes()).isLessThan(dense.bytes() / 10);
  }

  @Property(tries = 100)
  @Domain(Specs.class)
  void latenciesAreAMetricWhoseLargestIsTheDiameter(@ForAll TransitStubSpec spec)
      throws TopologyException {
    AltGraph graph = TransitStubGenerator.generate(spec, 0);
    int diameter = 1 + (int) Math.abs(spec.seed() % 900_000);
    Latencies latencies = Latencies.of(graph, Duration.ofNanos(diameter * 1_000L));
    int routers = graph.routers().size();
    int largest = 0;
    for (int from = 0; from < routers; from++) {
      assertThat(latencies.oneWayMicros(from, from)).isZero();
      for (int to = 0; to < routers; to++) {
        int micros = latencies.oneWayMicros(from, to);
        assertThat(latencies.oneWayMicros(to, from)).isEqualTo(micros);
        largest = Math.max(largest, micros);
      }
    }
    assertThat(largest).isEqualTo(routers == 1 ? 0 : diameter);
    SplittableRandom random = new SplittableRandom(spec.seed());
    for (int i = 0; i < 2_000; i++) {
      int from = random.nextInt(routers);
      int to = random.nextInt(routers);
      int via = random.nextInt(routers);
      assertThat(latencies.oneWayMicros(from, to))
          .isLessThanOrEqualTo(latencies.oneWayMicros(from, via) + latencies.oneWayMicros(via, to));
    }
  }

  @Test
  void thePapersGraphHasItsDiameterAndNearStubs() throws TopologyException {
    AltGraph graph = TransitStubGenerator.generate(TransitStubSpec.paper(1), 0);
    Latencies latencies = Latencies.of(graph, DIAMETER);
    assertThat(latencies.bytes()).isLessThan(420_000);
    LatencyDistribution all = new LatencyDistribution(latencies, graph.stubRouters());
    assertThat(all.pairs()).isEqualTo(4800L * 4799 / 2);
    assertThat(all.longestMicros()).isEqualTo(400_000);
    assertThat(all.percentileMicros(.5)).isBetween(100_000.0, 250_000.0);
    // Router 200 is the first of the first stub.
    LatencyDistribution stub =
        new LatencyDistribution(latencies, List.of(200, 201, 202, 203, 204, 205, 206, 207));
    assertThat(stub.longestMicros()).isLessThan(20_000);
  }

  @Test
  void aGraphThatIsNotConnectedIsRefused() {
    AltGraph graph =
        new AltGraph(
            "two",
            List.of(),
            List.of(new Router("T:0.0", 0, 0), new Router("T:0.1", 1, 1)),
            List.of());
    assertThatThrownBy(() -> Latencies.of(graph, DIAMETER))
        .isInstanceOf(TopologyException.class)
        .hasMessage(
            "the graph is not connected: no path from router 0 to router 1 (T:0.1)"
                + "; link its parts, or leave all but one out");
  }

  @Test
  void aLargeGraphWithoutDomainsIsRefused() {
    List<Router> routers = new ArrayList<>();
    List<Link> links = new ArrayList<>();
    for (int i = 0; i < 6_001; i++) {
      routers.add(new Router("" + i, 0, 0));
      if (i > 0) {
        links.add(new Link(i - 1, i, TopologyLimits.LENGTH, 1));
      }
    }
    AltGraph graph = new AltGraph("path", List.of(), routers, links);
    assertThatThrownBy(() -> Latencies.of(graph, DIAMETER))
        .isInstanceOf(TopologyException.class)
        .hasMessageStartingWith("6001 routers are more than the 6000 of a graph");
  }

  @Test
  void theLongestPossiblePathDoesNotOverflow() throws TopologyException {
    List<Router> routers = new ArrayList<>();
    List<Link> links = new ArrayList<>();
    for (int i = 0; i < 1_200; i++) {
      int stub = i / 400;
      routers.add(new Router(i == 0 ? "T:0.0" : "S:0.0/" + stub + "." + i % 400, 0, 0));
      if (i > 0) {
        boolean gateway = i == 1 || i % 400 == 0;
        links.add(new Link(gateway ? 0 : i - 1, i, TopologyLimits.LENGTH, 1));
      }
    }
    Latencies latencies =
        Latencies.of(new AltGraph("paths", List.of(), routers, links), Duration.ofMinutes(1));
    assertThat(latencies.longestLength()).isEqualTo(800 * TopologyLimits.LENGTH);
    assertThat(latencies.oneWayMicros(799, 1199)).isEqualTo(60_000_000);
  }

  @Test
  void oneRouterIsAtNoDistanceFromItself() throws TopologyException {
    AltGraph graph = new AltGraph("one", List.of(), List.of(new Router("a", 0, 0)), List.of());
    assertThat(Latencies.of(graph, DIAMETER).oneWayMicros(0, 0)).isZero();
  }

  @Property(tries = 100)
  @Domain(DomainContext.Global.class)
  void percentilesAreThoseOfTheSortedLatencies(@ForAll @IntRange(min = 1, max = 100) int percent)
      throws TopologyException {
    TransitStubSpec spec = Specs.readSpec(Specs.resource("small.spec"));
    AltGraph graph = TransitStubGenerator.generate(spec, 0);
    Latencies latencies = Latencies.of(graph, DIAMETER);
    List<Integer> sorted = new ArrayList<>();
    for (int from = 0; from < 54; from++) {
      for (int to = 0; to < from; to++) {
        sorted.add(latencies.oneWayMicros(from, to));
      }
    }
    sorted.sort(null);
    int expected = sorted.get((percent * sorted.size() + 99) / 100 - 1);
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < 54; i++) {
      all.add(i);
    }
    assertThat(new LatencyDistribution(latencies, all).percentileMicros(percent / 100.0))
        .isBetween((double) expected, expected + 40.0);
  }
}
