package org.spamwatch.simulator.analytic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.simulator.analytic.TtlExperiment.Cell;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.Latencies;
import org.spamwatch.topologies.TopologyException;
import org.spamwatch.topologies.TransitStubGenerator;
import org.spamwatch.topologies.TransitStubSpec;

class TtlExperimentTest {
  private final Topology topology = topology();
  private final Latencies latencies = topology.latencies();

  private static Topology topology() {
    try {
      AltGraph graph = TransitStubGenerator.generate(TransitStubSpec.gtItm(1), 0);
      return Topology.of(graph, Latencies.of(graph, Latencies.PAPER_DIAMETER));
    } catch (TopologyException e) {
      throw new AssertionError(e);
    }
  }

  private static TtlExperiment experiment(
      Reading reading, int nodes, List<Double> rates, int maxTtl, int objects, int threads) {
    return new TtlExperiment(reading, nodes, rates, maxTtl, 1, List.of(1), objects, threads, 7);
  }

  private static TtlTable.Mean mean(double rate, int ttl, double success, double deviation) {
    return new TtlTable.Mean(rate, 1, ttl, success, deviation, 45, 60);
  }

  @Test
  void whatComesOutDoesNotDependOnTheThreads() throws Exception {
    List<Cell> one = run(Reading.PRODUCT, 1, 500);
    assertThat(run(Reading.PRODUCT, 2, 500)).isEqualTo(one);
    assertThat(run(Reading.PRODUCT, 8, 500)).isEqualTo(one);
  }

  @Test
  void successIsWhatExactTablesOfAnotherProgramGave() throws Exception {
    Reading reading = Reading.of("surrogate-16").orElseThrow();
    TtlTable table = new TtlTable();
    for (int placement = 0; placement < 2; placement++) {
      table.add(experiment(reading, 4096, List.of(.01, .1), 3, 32, 2).run(topology, placement));
    }
    assertThat(table.means())
        .allMatch(mean -> KnownTtl.success(reading, 1, mean).isPresent())
        .allMatch(mean -> KnownTtl.isWithin(reading, 1, mean));
  }

  @Test
  void whatIsFarFromWhatIsKnownIsAMiss() {
    Reading surrogate = Reading.of("surrogate-16").orElseThrow();
    Reading paper = Reading.of("paper-b").orElseThrow();
    assertThat(KnownTtl.isWithin(surrogate, 1, mean(.1, 1, .84, .005))).isFalse();
    assertThat(KnownTtl.isWithin(paper, 1, mean(.1, 2, .70, .005))).isFalse();
    assertThat(KnownTtl.isWithin(paper, 1, mean(.02, 3, .87, .005))).isFalse();
    assertThat(KnownTtl.isWithin(paper, 1, mean(.05, 3, .97, .03))).isFalse();
  }

  @Test
  void moreNodesThanRoutersShareThem() throws Exception {
    List<Cell> cells = run(Reading.PRODUCT, 2, 20_000);
    assertThat(cells.get(cells.size() - 1).success()).isEqualTo(1);
  }

  private List<Cell> run(Reading reading, int threads, int nodes) throws Exception {
    return experiment(reading, nodes, List.of(.02, .3), 12, 5, threads).run(topology, 3);
  }

  private RouteTree tree(Population nodes) {
    return new RouteTree(nodes, topology);
  }

  /** Each query walked by itself, by what the reading says. */
  @ParameterizedTest
  @ValueSource(strings = {"product", "paper-a", "paper-b", "c", "e", "a-gain", "a-level"})
  void everyQueryNeedsTheTtlOfItsOwnWalk(String name) throws Exception {
    Reading reading = Reading.of(name).orElseThrow();
    SplittableRandom random = new SplittableRandom(name.hashCode());
    Population nodes = Population.draw(topology.places(), 300, random);
    RouteTree tree = tree(nodes);
    Publishers publishers = new Publishers(300);
    Walks walks = new Walks(nodes, latencies, reading, publishers);
    for (int round = 0; round < 10; round++) {
      tree.build(random.nextLong(), reading.routing());
      publishers.draw(1 + round * round, random);
      walks.walk(tree);
      Set<Integer> pointers = new HashSet<>();
      List<Integer> marked = new ArrayList<>();
      for (int node = 0; node < 300; node++) {
        if (publishers.has(node)) {
          marked.add(node);
          for (int at = node; at != RouteTree.NONE; at = tree.next(at)) {
            pointers.add(at);
          }
        }
      }
      if (reading.equals(Reading.PRODUCT)) {
        Arrays.stream(tree.closest(4)).forEach(pointers::add);
      }
      assertThat(marked).hasSize(1 + round * round);
      for (int node = 0; node < 300; node++) {
        assertThat(walks.asks(node)).isEqualTo(reading.marked() || !marked.contains(node));
        int at = node;
        int hops = 0;
        int digits = 0;
        long micros = 0;
        while (!pointers.contains(at)) {
          hops++;
          digits = tree.level(at) + 1;
          micros += tree.micros(at);
          at = tree.next(at);
        }
        int steps =
            switch (reading.step()) {
              case HOP -> hops;
              case DIGIT -> digits;
              case GAIN -> tree.level(at) - tree.level(node);
              case LEVEL -> at == node ? 0 : tree.level(at);
            };
        if (reading.publisher() && !marked.contains(at)) {
          steps++;
        } else {
          assertThat(walks.micros(node)).isEqualTo(reading.trips() * micros);
        }
        assertThat(walks.ttl(node)).isEqualTo(steps + reading.free());
      }
    }
  }

  /** Of several fingerprints each counted by itself. */
  @Test
  void asManyFingerprintsAreMetAsTheirOwnWalksMeet() {
    Reading reading = Reading.of("surrogate-16").orElseThrow();
    SplittableRandom random = new SplittableRandom(3);
    Population nodes = Population.draw(topology.places(), 300, random);
    Publishers publishers = new Publishers(300);
    publishers.draw(5, random);
    Walks[] walks = new Walks[4];
    for (int i = 0; i < walks.length; i++) {
      RouteTree tree = tree(nodes);
      tree.build(random.nextLong(), reading.routing());
      walks[i] = new Walks(nodes, latencies, reading, publishers);
      walks[i].walk(tree);
    }
    TtlExperiment of = new TtlExperiment(reading, 300, List.of(.02), 3, 4, List.of(1, 3), 1, 1, 1);
    for (int node = 0; node < 300; node++) {
      Tally tally = new Tally(of);
      tally.count(0, node, walks);
      int at = node;
      for (Cell cell : tally.cells()) {
        List<Long> times =
            Arrays.stream(walks)
                .filter(walk -> walk.ttl(at) <= cell.ttl())
                .map(walk -> walk.micros(at))
                .sorted()
                .toList();
        boolean isMet = times.size() >= cell.needed();
        assertThat(cell.success()).isEqualTo(isMet ? 1 : 0);
        assertThat(cell.millis()).isEqualTo(isMet ? times.get(cell.needed() - 1) / 1e3 : 0);
      }
    }
  }

  @Test
  void aQueryThatMeetsNothingTravelsAsFarAsItsTtlAllows() {
    Reading reading = Reading.of("paper-b").orElseThrow();
    Population nodes = Population.draw(topology.places(), 300, new SplittableRandom(4));
    RouteTree tree = tree(nodes);
    tree.build(12345, reading.routing());
    Walks walks = new Walks(nodes, latencies, reading, new Publishers(300));
    for (int node = 0; node < 300; node++) {
      long[] sums = new long[4];
      walks.reach(tree, node, sums);
      int first = tree.next(node) == RouteTree.NONE ? 0 : tree.micros(node);
      assertThat(sums[0]).isZero();
      assertThat(sums[1]).isZero(); // the node that asks is the first of the TTL
      assertThat(sums[2]).isEqualTo(2L * first);
      int next = tree.next(node);
      boolean goesOn = next != RouteTree.NONE && tree.next(next) != RouteTree.NONE;
      assertThat(sums[3]).isEqualTo(2L * (first + (goesOn ? tree.micros(next) : 0)));
    }
  }

  @Test
  void onMeasuredSitesTheNearestIsTheNearest() {
    NearestSite sites = new NearestSite(latencies);
    NearestRouter routers = topology.nearestRouter();
    int[] sources = {3, 70, 71, 4_000};
    sites.search(sources, 3);
    routers.search(sources, 3);
    for (int router = 0; router < latencies.routers(); router++) {
      assertThat(latencies.length(router, sites.nearest(router)))
          .isEqualTo(latencies.length(router, routers.nearest(router)));
    }
  }
}
