package org.spamwatch.simulator.analytic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.spamwatch.simulator.analytic.OutbreakExperiment.Outcome;
import org.spamwatch.simulator.analytic.OutbreakExperiment.Way;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.Latencies;
import org.spamwatch.topologies.TopologyException;
import org.spamwatch.topologies.TransitStubGenerator;
import org.spamwatch.topologies.TransitStubSpec;

class OutbreakExperimentTest {
  private static final Topology TOPOLOGY = topology();
  private static final int FULL = Integer.MAX_VALUE;

  private static Topology topology() {
    try {
      AltGraph graph = TransitStubGenerator.generate(TransitStubSpec.gtItm(1), 0);
      return Topology.of(graph, Latencies.of(graph, Latencies.PAPER_DIAMETER));
    } catch (TopologyException e) {
      throw new AssertionError(e);
    }
  }

  private static List<Outcome> run(int users, double rate, List<Way> ways, int threads)
      throws InterruptedException {
    Reading reading = Reading.of("paper-b").orElseThrow();
    OutbreakExperiment experiment =
        new OutbreakExperiment(reading, users, List.of(rate), 3, 4, ways, threads, 1);
    List<Outcome> all = new ArrayList<>();
    for (int spam = 0; spam < 5; spam++) {
      all.addAll(experiment.run(TOPOLOGY, spam));
    }
    return all;
  }

  @Test
  void whatComesOutDoesNotDependOnTheThreads() throws Exception {
    List<Way> ways = List.of(Way.within(1), Way.within(FULL), Way.announced(5));
    List<Outcome> one = run(400, .1, ways, 1);
    assertThat(run(400, .1, ways, 3)).isEqualTo(one);
    assertThat(one).hasSize(15);
  }

  @Test
  void moreHopsShowMoreAndTheFullRouteStopsAtTheVotesNeeded() throws Exception {
    List<Way> ways =
        List.of(
            Way.within(1), Way.within(2), Way.within(FULL), Way.announced(0), Way.announced(60));
    List<Outcome> all = run(2_000, .02, ways, 2);
    for (int spam = 0; spam < 5; spam++) {
      List<Outcome> of = all.subList(5 * spam, 5 * spam + 5);
      assertThat(of.get(0).seen()).isGreaterThan(of.get(1).seen());
      assertThat(of.get(1).seen()).isGreaterThan(of.get(2).seen());
      assertThat(of.get(2).marks()).isEqualTo(3); // the third is the last who sees it
      assertThat(of.get(3).seen()).isEqualTo(of.get(2).seen());
      assertThat(of.get(4).seen()).isGreaterThan(of.get(3).seen());
    }
  }

  /** Every mark and question walked by itself. */
  @Property(tries = 30)
  void aQuestionThatCrossesAVotersWayLearnsOfAllVotes(
      @ForAll @IntRange(min = 2, max = 120) int users,
      @ForAll @IntRange(min = 1, max = 4) int needed,
      @ForAll @IntRange(min = 0, max = 4) int ttl,
      @ForAll Reading.Step step,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Population nodes = Population.draw(TOPOLOGY.places(), users, random);
    RouteTree tree = new RouteTree(nodes, TOPOLOGY);
    int[][] next = new int[3][users];
    byte[][] level = new byte[3][users];
    for (int i = 0; i < next.length; i++) {
      tree.build(random.nextLong(), new Routing(2, 0, 0));
      Arrays.setAll(next[i], tree::next);
      for (int node = 0; node < users; node++) {
        level[i][node] = (byte) tree.level(node);
      }
    }
    Pointers pointers = new Pointers(next, level, step, ttl, needed);
    Set<Integer> marked = new HashSet<>();
    for (int i = 0; i < users; i++) {
      int user = random.nextInt(users);
      boolean isMet =
          IntStream.range(0, 3)
              .anyMatch(
                  way -> {
                    List<Integer> asked = asked(next[way], level[way], step, user, ttl);
                    return marked.stream().anyMatch(voter -> isMet(asked, way(next[way], voter)));
                  });
      assertThat(pointers.isSpam(user, 0)).isEqualTo(isMet && marked.size() >= needed);
      if (marked.add(user)) {
        pointers.mark(user, 0);
      }
    }
  }

  private static boolean isMet(List<Integer> asked, List<Integer> left) {
    return asked.stream().anyMatch(left::contains);
  }

  /** The nodes that a question passes. */
  private static List<Integer> asked(
      int[] next, byte[] level, Reading.Step step, int from, int ttl) {
    List<Integer> way = way(next, from);
    int last = 0;
    for (int i = 1; i < way.size(); i++) {
      int digits = level[way.get(i)];
      boolean isWithin =
          switch (step) {
            case HOP -> i <= ttl;
            case DIGIT -> level[way.get(i - 1)] < ttl;
            case GAIN -> digits <= level[from] + ttl;
            case LEVEL -> digits <= ttl;
          };
      if (isWithin && last == i - 1) {
        last = i;
      }
    }
    return way.subList(0, last + 1);
  }

  private static List<Integer> way(int[] next, int from) {
    List<Integer> way = new ArrayList<>();
    for (int at = from; at != RouteTree.NONE; at = next[at]) {
      way.add(at);
    }
    return way;
  }

  @Test
  void copiesAreOpenedFourHoursAfterTheFirstOnAverage() {
    Openings openings = Openings.draw(50_000, 2, 3, new SplittableRandom(1));
    double sum = 0;
    Set<Integer> users = new HashSet<>();
    for (int place = 0; place < 50_000; place++) {
      sum += openings.hours(place);
      users.add(openings.user(place));
      assertThat(openings.hours(place))
          .isGreaterThanOrEqualTo(openings.hours(Math.max(0, place - 1)));
    }
    assertThat(users).hasSize(50_000);
    assertThat(sum / 50_000).isCloseTo(4, within(.06));
  }
}
