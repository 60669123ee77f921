package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.node.Cluster.Note;
import org.spamwatch.overlay.node.Cluster.Peer;
import org.spamwatch.overlay.node.Cluster.Routes;
import org.spamwatch.simnet.Faults;

/** What a network promises once it has settled; a failing seed replays by its parameters. */
class SettledNetworkTest {
  @ParameterizedTest
  @CsvSource({"1, 50", "2, 50", "3, 50", "17, 20", "100, 5", "300, 2"})
  void everyRouteEndsAtTheOraclesRoot(int nodes, int routesPerNode) {
    Routes routes = new Cluster(7, Faults.NONE).grow(nodes).routeFromEverywhere(routesPerNode);
    assertThat(routes.right()).isEqualTo(routes.asked());
  }

  @ParameterizedTest
  @CsvSource({"2, 500", "3, 400", "17, 100", "100, 20"})
  void losingOneMessageIn200RoutesStillEndRight(int nodes, int routesPerNode) {
    Cluster cluster = new Cluster(11, new Faults(.005, .01, 20_000)).grow(nodes);
    Routes routes = cluster.routeFromEverywhere(routesPerNode);
    assertThat(routes.right()).isGreaterThanOrEqualTo((int) Math.ceil(.999 * routes.asked()));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 17, 100})
  void everyLivePublishedObjectIsFoundFromEverywhere(int nodes) {
    Cluster cluster = new Cluster(3, Faults.NONE).grow(nodes);
    SplittableRandom random = new SplittableRandom(5);
    List<Id> guids = new ArrayList<>();
    for (Peer peer : cluster.running()) {
      Id guid = Id.random(random);
      guids.add(guid);
      cluster.call(peer, () -> peer.dolr.publish(guid));
    }
    cluster.simulation().runFor(5_000_000);
    long number = 0;
    List<Peer> peers = cluster.running();
    for (Peer asker : peers) {
      long first = number;
      List<Contact> publishers = new ArrayList<>();
      for (int i = 0; i < Math.min(10, guids.size()); i++) {
        Id guid = guids.get(random.nextInt(guids.size()));
        publishers.add(peers.get(guids.indexOf(guid)).contact());
        Note note = new Note(number++);
        cluster.call(
            asker, () -> asker.dolr.routeToObject(guid, note, Integer.MAX_VALUE, asker.contact()));
      }
      cluster.simulation().runFor(3_000_000);
      for (int i = 0; i < publishers.size(); i++) {
        assertThat(cluster.servedBy(first + i)).containsExactly(publishers.get(i));
      }
    }
    assertThat(cluster.failures()).isEmpty();
  }

  @Test
  void oneSeedGivesOneTrace() {
    assertThat(trace(42)).isEqualTo(trace(42)).isNotEqualTo(trace(43));
  }

  private static List<String> trace(long seed) {
    List<String> lines = new ArrayList<>();
    Cluster cluster = new Cluster(seed, new Faults(.02, .02, 50_000));
    cluster.links().trace(lines::add);
    cluster.grow(12).routeFromEverywhere(3);
    return lines;
  }
}
