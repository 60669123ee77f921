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
  private final AltGraph graph = graph();
  private final Latencies latencies = latencies(graph);

  private static AltGraph graph() {
    try {
      return TransitStubGenerator.generate(TransitStubSpec.gtItm(1), 0);
    } catch (TopologyException e) {
      throw new AssertionError(e);
    }
  }

  private static Latencies latencies(AltGraph graph) {
    try {
      return Latencies.of(graph, Latencies.PAPER_DIAMETER);
    } catch (TopologyException e) {
      throw new AssertionError(e);
    }
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
      table.add(
          new TtlExperiment(reading, 4096, List.of(.01, .1), 3, 32, 2, 1)
              .run(graph, latencies, placement));
    }
    assertThat(table.means())
        .allMatch(mean -> KnownTtl.success(reading, mean.rate(), mean.ttl()).isPresent())
        .allMatch(mean -> KnownTtl.isWithin(reading, mean));
  }

  @Test
  void whatIsFarFromWhatIsKnownIsAMiss() {
    Reading surrogate = Reading.of("surrogate-16").orElseThrow();
    Reading paper = Reading.of("paper-b").orElseThrow();
    assertThat(KnownTtl.isWithin(surrogate, new TtlTable.Mean(.1, 1, .84, .005, 30))).isFalse();
    assertThat(KnownTtl.isWithin(paper, new TtlTable.Mean(.1, 2, .70, .005, 45))).isFalse();
    assertThat(KnownTtl.isWithin(paper, new TtlTable.Mean(.02, 3, .87, .005, 45))).isFalse();
    assertThat(KnownTtl.isWithin(paper, new TtlTable.Mean(.05, 3, .97, .03, 45))).isFalse();
  }

  @Test
  void moreNodesThanRoutersShareThem() throws Exception {
    List<Cell> cells = run(Reading.PRODUCT, 2, 20_000);
    assertThat(cells.get(cells.size() - 1).success()).isEqualTo(1);
  }

  private List<Cell> run(Reading reading, int threads, int nodes) throws Exception {
    return new TtlExperiment(reading, nodes, List.of(.02, .3), 12, 5, threads, 7)
        .run(graph, latencies, 3);
  }

  /** Each query walked by itself, by what the reading says. */
  @ParameterizedTest
  @ValueSource(strings = {"product", "paper-a", "paper-b", "c", "e", "a-gain"})
  void everyQueryNeedsTheTtlOfItsOwnWalk(String name) throws Exception {
    Reading reading = Reading.of(name).orElseThrow();
    SplittableRandom random = new SplittableRandom(name.hashCode());
    Population nodes = Population.draw(graph, 300, random);
    RouteTree tree = new RouteTree(nodes, latencies, new NearestRouter(graph));
    Walks walks = new Walks(nodes, latencies, reading);
    for (int round = 0; round < 10; round++) {
      tree.build(random.nextLong(), reading.routing());
      walks.mark(1 + round * round, random);
      walks.walk(tree);
      Set<Integer> pointers = new HashSet<>();
      List<Integer> marked = new ArrayList<>();
      for (int node = 0; node < 300; node++) {
        if (walks.isMarked(node)) {
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
}
