package org.spamwatch.overlay.pointer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.node.Cluster;
import org.spamwatch.overlay.node.Cluster.Note;
import org.spamwatch.overlay.node.Cluster.Peer;
import org.spamwatch.simnet.Faults;

/** Objects and their pointers in a network of twenty, over days. */
class PointerDolrTest {
  private static final long SECOND = 1_000_000;
  private static final long HOUR = 3_600 * SECOND;
  private static final Id GUID = Id.ofHex("4378");

  private final Cluster cluster =
      new Cluster(9, Faults.NONE).leases(new LeaseConfig(Duration.ofHours(2), 4)).grow(20);
  private long number;

  private Peer peer(int index) {
    return cluster.running().get(index);
  }

  private void publish(Peer peer, Id guid) {
    cluster.call(peer, () -> peer.dolr.publish(guid));
    cluster.simulation().runFor(5 * SECOND);
  }

  private List<Contact> query(Peer asker, Id guid) {
    Note note = new Note(++number);
    cluster.call(
        asker, () -> asker.dolr.routeToObject(guid, note, Integer.MAX_VALUE, asker.contact()));
    cluster.simulation().runFor(60 * SECOND);
    return cluster.servedBy(note.number());
  }

  private Peer root(Id guid) {
    Contact root = cluster.root(guid).contact();
    return cluster.running().stream()
        .filter(p -> p.contact().equals(root))
        .findFirst()
        .orElseThrow();
  }

  private Set<Contact> holders() {
    Set<Contact> holders = new LinkedHashSet<>();
    cluster.running().stream()
        .filter(p -> !p.dolr.pointersTo(GUID).isEmpty())
        .forEach(p -> holders.add(p.contact()));
    return holders;
  }

  /** A node that is neither the object's root nor one of its replicas. */
  private Peer publisher() {
    List<Contact> replicas = root(GUID).node.replicaSet(GUID, 5);
    return cluster.running().stream()
        .filter(p -> !replicas.contains(p.contact()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void rootAndThreeReplicasHoldAPointer() {
    publish(publisher(), GUID);
    assertThat(holders()).containsAll(root(GUID).node.replicaSet(GUID, 4));
  }

  @Test
  void aPublicationLivesAsLongAsItsPublisher() {
    Peer publisher = publisher();
    publish(publisher, GUID);
    for (int hours = 0; hours < 5; hours++) {
      cluster.simulation().runFor(HOUR);
      assertThat(query(peer(hours), GUID)).containsExactly(publisher.contact());
    }
  }

  @Test
  void noPointerOutlivesTheLeaseOfACrashedPublisher() {
    Peer publisher = publisher();
    publish(publisher, GUID);
    cluster.crash(publisher);
    cluster.simulation().runFor(2 * HOUR + 120 * SECOND);
    assertThat(holders()).isEmpty();
    assertThat(cluster.running().stream().mapToInt(p -> p.dolr.pointerCount()).sum()).isZero();
    int failures = cluster.failures().size();
    assertThat(query(peer(3), GUID)).isEmpty();
    assertThat(cluster.failures()).hasSize(failures + 1);
  }

  @Test
  void aHandoverDoesNotLengthenALease() {
    Peer publisher = publisher();
    publish(publisher, GUID);
    cluster.crash(publisher);
    for (int i = 0; i < 8; i++) {
      cluster.simulation().runFor(HOUR / 5);
      cluster.crash(root(GUID));
      cluster.add();
    }
    cluster.simulation().runFor(HOUR / 2);
    assertThat(holders()).isEmpty();
  }

  @Test
  void anObjectIsFoundThoughItsRootsCrashOneAfterAnother() {
    Peer publisher = publisher();
    publish(publisher, GUID);
    for (int i = 0; i < 6; i++) {
      Peer root = root(GUID);
      if (!root.equals(publisher)) {
        cluster.crash(root);
      }
      cluster.simulation().runFor(30 * SECOND);
      Peer asker = cluster.running().get(i);
      assertThat(query(asker, GUID))
          .as("after %s crashes", i + 1)
          .containsExactly(publisher.contact());
    }
  }

  /** Each is back, with nothing that it kept, before anybody has missed it. */
  @Test
  void anObjectIsFoundThoughAllItsHoldersBeginAnewOneAfterAnother() {
    Peer publisher = publisher();
    publish(publisher, GUID);
    Set<Contact> before = holders();
    for (Contact holder : before) {
      if (!holder.equals(publisher.contact())) {
        Peer crashed =
            cluster.running().stream().filter(p -> p.contact().equals(holder)).findFirst().get();
        cluster.crash(crashed);
        Peer anew = cluster.restart(crashed);
        cluster.simulation().runFor(20 * SECOND);
        assertThat(anew.dolr.pointersTo(GUID)).containsExactly(publisher.contact());
      }
    }
    assertThat(holders()).containsAll(before);
    assertThat(query(peer(3), GUID)).containsExactly(publisher.contact());
  }

  @Test
  void anObjectIsFoundThoughNewRootsJoin() {
    Peer publisher = publisher();
    publish(publisher, GUID);
    for (int i = 9; i >= 1; i--) {
      Peer newRoot = cluster.add(Id.ofHex("43780000" + i));
      cluster.simulation().runFor(20 * SECOND);
      assertThat(root(GUID)).isEqualTo(newRoot);
      assertThat(newRoot.dolr.pointersTo(GUID)).containsExactly(publisher.contact());
    }
  }

  @Test
  void aWithdrawnObjectIsNotFoundAndPublishedAgainItIs() {
    Peer publisher = publisher();
    for (int i = 0; i < 3; i++) {
      publish(publisher, GUID);
      assertThat(query(peer(4), GUID)).containsExactly(publisher.contact());
      cluster.call(publisher, () -> publisher.dolr.unpublish(GUID));
      cluster.simulation().runFor(5 * SECOND);
      assertThat(query(peer(4), GUID)).isEmpty();
    }
    cluster.simulation().runFor(3 * HOUR);
    assertThat(holders()).isEmpty();
  }

  @Test
  void publishingAgainDoesNotMultiplyRenewals() {
    Peer publisher = publisher();
    publish(publisher, GUID);
    int before = publisher.timers().pending();
    for (int i = 0; i < 50; i++) {
      cluster.call(publisher, () -> publisher.dolr.unpublish(GUID));
      cluster.call(publisher, () -> publisher.dolr.publish(GUID));
    }
    cluster.simulation().runFor(30 * SECOND);
    assertThat(publisher.timers().pending()).isLessThanOrEqualTo(before + 10);
  }

  @Test
  void ofTwoServersTheOtherAnswersWhenOneHasForgottenTheObject() {
    Peer first = publisher();
    publish(first, GUID);
    Peer second =
        cluster.running().stream()
            .filter(p -> !p.equals(first) && !holders().contains(p.contact()))
            .findFirst()
            .orElseThrow();
    publish(second, GUID);
    cluster.crash(first);
    Peer again = cluster.start(first.contact());
    cluster.simulation().runFor(60 * SECOND);
    for (Peer asker : new ArrayList<>(cluster.running())) {
      if (!asker.equals(again)) {
        assertThat(query(asker, GUID))
            .as("asked by %s", asker.contact())
            .containsExactly(second.contact());
      }
    }
    assertThat(cluster.failures()).isEmpty();
  }

  @Test
  void aServerOutOfReachForAWhileIsFoundAgain() {
    Peer publisher = publisher();
    publish(publisher, GUID);
    Endpoint cut = publisher.contact().endpoint();
    cluster.links().partition((a, b) -> a.equals(cut) || b.equals(cut));
    Peer asker =
        cluster.running().stream().filter(p -> !p.equals(publisher)).findFirst().orElseThrow();
    assertThat(query(asker, GUID)).isEmpty();
    cluster.links().partition((a, b) -> false);
    cluster.simulation().runFor(600 * SECOND);
    assertThat(query(asker, GUID)).containsExactly(publisher.contact());
  }

  @Test
  void anObjectPublishedWhileLinksWereCutIsFoundFromTheOtherSideOnceTheyHeal() {
    cluster.links().partition((a, b) -> (a.hashCode() & 1) != (b.hashCode() & 1));
    cluster.simulation().runFor(180 * SECOND);
    Peer publisher = peer(5);
    List<Id> guids = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      Id guid = Id.ofHex(Integer.toHexString(i) + "abc");
      guids.add(guid);
      publish(publisher, guid);
    }
    cluster.links().partition((a, b) -> false);
    cluster.simulation().runFor(600 * SECOND);
    for (Id guid : guids) {
      for (int asker = 0; asker < 20; asker += 4) {
        assertThat(query(peer(asker), guid)).containsExactly(publisher.contact());
      }
    }
  }

  @Test
  void ttlBoundsTheHopsOfAQuery() {
    Peer publisher = publisher();
    publish(publisher, GUID);
    Peer far =
        cluster.running().stream()
            .filter(p -> !holders().contains(p.contact()))
            .findFirst()
            .orElseThrow();
    int failures = cluster.failures().size();
    cluster.call(far, () -> far.dolr.routeToObject(GUID, new Note(-5), 0, far.contact()));
    cluster.simulation().runFor(5 * SECOND);
    assertThat(cluster.servedBy(-5)).isEmpty();
    assertThat(cluster.failures()).hasSize(failures + 1);
  }

  @Test
  void aMessageToANodeArrivesThereAndToNoOther() {
    Peer target = peer(6);
    cluster.call(peer(1), () -> peer(1).dolr.routeToNode(target.contact().id(), new Note(-7)));
    cluster.call(peer(1), () -> peer(1).dolr.routeToNode(Id.ofHex("1234"), new Note(-8)));
    cluster.simulation().runFor(5 * SECOND);
    assertThat(cluster.servedBy(-7)).containsExactly(target.contact());
    assertThat(cluster.servedBy(-8)).isEmpty();
  }
}
