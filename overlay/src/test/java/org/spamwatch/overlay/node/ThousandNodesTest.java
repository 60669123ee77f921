package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.node.Cluster.Routes;
import org.spamwatch.simnet.Faults;

/** A thousand nodes, with and without loss: what the design promises at its scale. */
@Tag("soak")
class ThousandNodesTest {
  @Test
  void withoutLossEveryRouteEndsAtTheOraclesRoot() {
    Routes routes = new Cluster(7, Faults.NONE).grow(1_000).routeFromEverywhere(1);
    assertThat(routes.right()).isEqualTo(routes.asked());
  }

  @Test
  void routesEndRightInFewHopsAtAFewMessagesASecond() {
    Cluster cluster = new Cluster(13, new Faults(.005, 0, 20_000)).grow(1_000);
    int right = 0;
    int asked = 0;
    double hops = 0;
    for (int round = 0; round < 20; round++) {
      Routes routes = cluster.routeFromEverywhere(1);
      right += routes.right();
      asked += routes.asked();
      hops += routes.meanHops() / 20;
    }
    long sent = cluster.links().totals().get(0);
    cluster.simulation().runFor(300_000_000);
    double perNodeAndSecond = (cluster.links().totals().get(0) - sent) / 300.0 / 1_000;
    assertThat(right).isGreaterThanOrEqualTo((int) (.999 * asked));
    assertThat(hops).isLessThan(3.5);
    assertThat(perNodeAndSecond).isLessThan(4);
  }
}
