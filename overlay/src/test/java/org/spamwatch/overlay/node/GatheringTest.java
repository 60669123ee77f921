package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.node.Cluster.Peer;
import org.spamwatch.simnet.Faults;

/** How networks come together from unusual beginnings, and stay together through crashes. */
class GatheringTest {
  private static final long SECOND = 1_000_000;

  private static Contact contact(String host, String id) {
    return new Contact(Id.ofHex(id), new Endpoint(host, 1));
  }

  private static void assertWhole(Cluster cluster) {
    Cluster.Routes routes = cluster.routeFromEverywhere(20);
    assertThat(routes.right()).isEqualTo(routes.asked());
  }

  @Test
  void twoSeedsThatListEachOtherFormOneRing() {
    Cluster cluster = new Cluster(1, Faults.NONE);
    Contact a = contact("a", "1");
    Contact b = contact("b", "9");
    Peer first = cluster.start(a, List.of(b.endpoint()));
    Peer second = cluster.start(b, List.of(a.endpoint()));
    cluster.simulation().runFor(30 * SECOND);
    assertThat(first.node.isJoined()).isTrue();
    assertThat(first.node.leaves()).containsExactly(b);
    assertThat(second.node.leaves()).containsExactly(a);
    assertWhole(cluster);
  }

  @Test
  void aSeedThatAppearsLateIsFound() {
    Cluster cluster = new Cluster(2, Faults.NONE);
    Contact seed = contact("seed", "3");
    List<Peer> early = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      early.add(
          cluster.start(
              contact("early" + i, Integer.toHexString(2 * i + 4)), List.of(seed.endpoint())));
    }
    cluster.simulation().runFor(60 * SECOND);
    assertThat(early).allMatch(peer -> peer.node.isJoined() && peer.node.leaves().isEmpty());
    cluster.start(seed, List.of());
    cluster.simulation().runFor(60 * SECOND);
    assertThat(early).allMatch(peer -> peer.node.leaves().size() == 5);
    assertWhole(cluster);
  }

  @Test
  void whatWasPublishedBeforeTheSeedAppearedIsFoundAfterwards() {
    Cluster cluster = new Cluster(3, Faults.NONE).grow(40);
    Contact late = contact("late", "5");
    Contact seed = contact("seed", "6");
    Peer alone = cluster.start(late, List.of(seed.endpoint()));
    cluster.simulation().runFor(30 * SECOND);
    List<Id> guids = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      Id guid = Id.ofHex(Integer.toHexString(i) + "77");
      guids.add(guid);
      cluster.call(alone, () -> alone.dolr.publish(guid));
    }
    cluster.start(seed, List.of(cluster.running().get(0).contact().endpoint()));
    cluster.simulation().runFor(120 * SECOND);
    Peer asker = cluster.running().get(11);
    for (int i = 0; i < guids.size(); i++) {
      Id guid = guids.get(i);
      Cluster.Note note = new Cluster.Note(i);
      cluster.call(asker, () -> asker.dolr.routeToObject(guid, note, 32, asker.contact()));
      cluster.simulation().runFor(5 * SECOND);
      assertThat(cluster.servedBy(i)).as("object %s", guid.brief()).containsExactly(late);
    }
  }

  @Test
  void fiftyNodesThatJoinAtOnceFormOneRing() {
    Cluster cluster = new Cluster(4, new Faults(.005, .005, 20_000));
    cluster.add();
    for (int i = 0; i < 50; i++) {
      cluster.add();
    }
    cluster.settle();
    assertThat(cluster.running()).allMatch(peer -> peer.node.isJoined());
    cluster.links().faults(Faults.NONE);
    assertWhole(cluster);
  }

  @Test
  void aNodeRestartedWithAnotherIdReplacesTheOldOne() {
    Cluster cluster = new Cluster(5, Faults.NONE).grow(12);
    Peer old = cluster.running().get(4);
    cluster.crash(old);
    Contact renamed = new Contact(Id.ofHex("77"), old.contact().endpoint());
    cluster.start(renamed);
    cluster.simulation().runFor(60 * SECOND);
    for (Peer peer : cluster.running()) {
      assertThat(peer.node.neighbours()).doesNotContain(old.contact());
      assertThat(peer.contact().equals(renamed) || peer.node.leaves().contains(renamed)).isTrue();
    }
    assertWhole(cluster);
  }

  @Test
  void aNodeRestartedAtOnceIsItsKeysRootAgainWithinSeconds() {
    Cluster cluster = new Cluster(6, Faults.NONE).grow(30);
    Peer old = cluster.running().get(9);
    cluster.crash(old);
    cluster.simulation().runFor(25 * SECOND);
    cluster.restart(old);
    cluster.simulation().runFor(10 * SECOND);
    assertWhole(cluster);
  }

  @Test
  void leafSetsFillUpAgainAfterAThirdOfTheNodesCrashedAtOnce() {
    Cluster cluster = new Cluster(7, Faults.NONE).grow(60);
    for (int i = 0; i < 20; i++) {
      cluster.crash(cluster.running().get(1 + 2 * i));
    }
    cluster.settle();
    assertThat(cluster.running()).allMatch(peer -> peer.node.leaves().size() == 16);
    assertWhole(cluster);
  }
}
