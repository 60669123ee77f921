package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.node.Cluster.Peer;
import org.spamwatch.simnet.Faults;

/** How nodes that lost each other, or their seeds, find together again by what they remember. */
class ReunionTest {
  private static final long SECOND = 1_000_000;

  private final SplittableRandom random = new SplittableRandom(11);

  private static void assertWhole(Cluster cluster) {
    Cluster.Routes routes = cluster.routeFromEverywhere(20);
    assertThat(routes.right()).isEqualTo(routes.asked());
  }

  private Contact contact(String host) {
    return new Contact(Id.random(random), new Endpoint(host, 1));
  }

  /** A ring of its own, all of whose nodes have one of them for their seed. */
  private List<Peer> ring(Cluster cluster, String name, int size, List<KnownHost> remembered) {
    List<Peer> ring = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      List<Endpoint> seed = ring.isEmpty() ? List.of() : List.of(ring.get(0).contact().endpoint());
      ring.add(cluster.start(contact(name + i), seed, i == 3 ? remembered : List.of()));
      cluster.simulation().runFor(SECOND / 3);
    }
    return ring;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void ringsThatFormedApartMergeIfOneNodeOfOneRemembersOneOfTheOther(int seed) {
    Cluster cluster = new Cluster(seed, new Faults(.005, 0, 20_000));
    List<Peer> first = ring(cluster, "a", 20, List.of());
    long now = cluster.simulation().nowMicros() / 1000;
    KnownHost old = new KnownHost(first.get(7).contact(), 0, now);
    cluster.links().partition((a, b) -> a.host().charAt(0) != b.host().charAt(0));
    ring(cluster, "b", 20, List.of(old));
    cluster.simulation().runFor(300 * SECOND);
    assertThat(cluster.oneRing()).isFalse();
    cluster.links().partition((a, b) -> false);
    cluster.simulation().runFor(600 * SECOND);
    cluster.links().faults(Faults.NONE);
    assertThat(cluster.oneRing()).isTrue();
    assertWhole(cluster);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void fiveNodesRestartedAtOnceAreOneRingWithinAMinute(int seed) {
    Cluster cluster = new Cluster(seed, Faults.NONE).grow(5);
    List<Peer> before = cluster.running();
    List<List<KnownHost>> caches = before.stream().map(peer -> peer.node.knownHosts()).toList();
    before.forEach(cluster::crash);
    List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4));
    Collections.shuffle(order, new Random(seed));
    for (int index : order) {
      // The seed that they all had is gone for good: only what they remember is left.
      cluster.start(
          before.get(index).contact(), List.of(new Endpoint("gone", 1)), caches.get(index));
      cluster.simulation().runFor(random.nextLong(8 * SECOND));
    }
    cluster.simulation().runFor(30 * SECOND);
    assertThat(cluster.oneRing()).isTrue();
    assertWhole(cluster);
  }

  @Test
  void aNodeWithoutASeedComesBackThroughWhomItRemembers() {
    Cluster cluster = new Cluster(4, Faults.NONE).grow(30);
    Peer first = cluster.running().get(0);
    List<KnownHost> remembered = first.node.knownHosts();
    assertThat(remembered).hasSizeGreaterThan(16);
    cluster.crash(first);
    cluster.simulation().runFor(60 * SECOND);
    Peer again = cluster.start(first.contact(), List.of(), remembered);
    cluster.simulation().runFor(30 * SECOND);
    assertThat(again.node.isJoined()).isTrue();
    assertThat(cluster.oneRing()).isTrue();
    assertWhole(cluster);
  }

  @Test
  void whoeverRemembersOnlyTheDeadServesAloneAndGoesOnTrying() {
    Cluster cluster = new Cluster(5, Faults.NONE);
    Contact late = contact("late");
    Peer lost =
        cluster.start(
            contact("lost"),
            List.of(),
            List.of(new KnownHost(contact("dead"), 0, 0), new KnownHost(late, 0, 0)));
    assertThat(lost.node.isJoined()).isFalse();
    cluster.simulation().runFor(60 * SECOND);
    assertThat(lost.node.isJoined()).isTrue();
    cluster.start(late, List.of());
    cluster.simulation().runFor(20 * SECOND);
    assertThat(lost.node.leaves()).containsExactly(late);
  }
}
