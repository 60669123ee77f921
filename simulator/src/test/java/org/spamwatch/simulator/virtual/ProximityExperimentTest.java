package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.ProximityExperiment.Look;

class ProximityExperimentTest {
  /**
   * Clusters of ten nodes, up to 10 ms wide, on a square of 200 ms. No two distances are equal:
   * exact tables would break ties the same way everywhere, which no node can know.
   */
  private static Latency clusters() {
    Latency between = Latency.plane(3, 200_000);
    Latency within = Latency.plane(4, 10_000);
    return (from, to) -> within.oneWayMicros(from, to) + between.oneWayMicros(from % 20, to % 20);
  }

  private static List<Look> looks(int nodes, long seed, Latency latency) {
    List<Look> looks = new ArrayList<>();
    new ProximityExperiment(nodes, List.of(.02, .1), List.of(0, 5), 16, 32, seed, latency)
        .run(stage -> {}, looks::add);
    return looks;
  }

  @Test
  void aSmallNetworkComesWithinATenthOfExactTables() {
    for (Latency latency : List.of(clusters(), Latency.plane(5, 200_000))) {
      Look last = looks(200, 1, latency).get(1);
      for (int rate = 0; rate < 2; rate++) {
        assertThat(last.found().get(rate).millis())
            .isLessThan(1.1 * last.exact().get(rate).millis());
      }
      assertThat(last.maintenance()).isBetween(1.0, 3.0);
    }
  }

  @Test
  void oneSeedGivesOneRun() {
    assertThat(looks(40, 2, clusters())).isEqualTo(looks(40, 2, clusters()));
  }
}
