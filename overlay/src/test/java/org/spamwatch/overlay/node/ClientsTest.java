package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.node.Cluster.Note;
import org.spamwatch.overlay.node.Cluster.Peer;
import org.spamwatch.simnet.Faults;

/** Nodes that nobody can reach take part through hosts that can be reached. */
class ClientsTest {
  private static final long SECOND = 1_000_000;

  private final Cluster cluster = new Cluster(31, Faults.NONE);

  private List<Peer> addClients(int count) {
    List<Peer> clients = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      clients.add(cluster.addBehindNat());
      cluster.simulation().runFor(SECOND);
    }
    cluster.simulation().runFor(20 * SECOND);
    return clients;
  }

  private Peer hostOf(Peer client) {
    Contact host = client.node.host().orElseThrow();
    return cluster.running().stream()
        .filter(peer -> peer.contact().equals(host))
        .findFirst()
        .orElseThrow();
  }

  private boolean arrives(Peer from, Contact to, long number) {
    AtomicReference<Boolean> outcome = new AtomicReference<>();
    cluster.call(from, () -> from.node.send(to, new Note(number), outcome::set));
    cluster.simulation().runFor(10 * SECOND);
    return Boolean.TRUE.equals(outcome.get());
  }

  private List<Contact> servers(Peer asker, Id guid, long number) {
    cluster.call(
        asker, () -> asker.dolr.routeToObject(guid, new Note(number), 32, asker.contact()));
    cluster.simulation().runFor(20 * SECOND);
    return cluster.servedBy(number);
  }

  @Test
  void aNodeBehindNatBecomesAClientAndIsInNobodysTables() {
    cluster.grow(20);
    List<Peer> clients = addClients(5);
    assertThat(clients).allMatch(peer -> peer.node.role() == Role.CLIENT && peer.node.isJoined());
    for (Peer client : clients) {
      assertThat(client.node.self().endpoint()).isEqualTo(hostOf(client).contact().endpoint());
      assertThat(client.node.isRoot(client.contact().id())).isFalse();
      assertThat(client.node.replicaSet(client.contact().id(), 4)).isEmpty();
    }
    for (Peer peer : cluster.running()) {
      assertThat(peer.node.neighbours()).noneMatch(n -> n.endpoint().host().startsWith("nat"));
    }
    cluster.simulation().runFor(300 * SECOND);
    assertThat(cluster.oneRing()).isTrue();
    Cluster.Routes routes = cluster.routeFromEverywhere(10);
    assertThat(routes.asked()).isEqualTo(250);
    assertThat(routes.right()).isEqualTo(250);
  }

  @Test
  void aNodeThatCanBeReachedFindsOutAndBecomesAMember() {
    cluster.grow(5);
    Peer peer =
        cluster.start(
            new Contact(Id.ofHex("77"), new Endpoint("open", 1)),
            cluster.links().running(),
            List.of(),
            Role.AUTO);
    assertThat(peer.node.role()).isEqualTo(Role.AUTO);
    cluster.simulation().runFor(20 * SECOND);
    assertThat(peer.node.role()).isEqualTo(Role.MEMBER);
    assertThat(cluster.oneRing()).isTrue();
  }

  @Test
  void messagesToAndFromClientsArriveAndAreAcknowledged() {
    cluster.grow(10);
    List<Peer> clients = addClients(3);
    Peer member = cluster.running().get(4);
    Peer first = clients.get(0);
    Peer second = clients.get(1);
    assertThat(arrives(member, first.node.self(), 1)).isTrue();
    assertThat(cluster.receivedFrom(1)).containsExactly(member.contact());
    assertThat(arrives(first, member.contact(), 2)).isTrue();
    assertThat(cluster.receivedFrom(2)).containsExactly(first.contact());
    assertThat(arrives(first, second.node.self(), 3)).isTrue();
    assertThat(cluster.receivedFrom(3)).containsExactly(first.contact());
    assertThat(arrives(hostOf(first), first.node.self(), 4)).isTrue();
    assertThat(arrives(first, hostOf(first).contact(), 5)).isTrue();
  }

  @Test
  void lossBetweenClientAndHostDeliversNothingTwice() {
    cluster.grow(6);
    Peer client = addClients(1).get(0);
    cluster.links().faults(new Faults(.2, .1, 20_000));
    int acknowledged = 0;
    for (int i = 0; i < 40; i++) {
      acknowledged += arrives(cluster.running().get(i % 6), client.node.self(), 100 + i) ? 1 : 0;
      assertThat(cluster.receivedFrom(100 + i)).hasSizeLessThan(2);
    }
    assertThat(acknowledged).isGreaterThan(30);
  }

  @Test
  void aClientWhoseHostDiesFindsAnotherAndPublishesAgain() {
    cluster.grow(20);
    Peer client = addClients(1).get(0);
    Id guid = Id.ofHex("4242");
    cluster.call(client, () -> client.dolr.publish(guid));
    cluster.simulation().runFor(5 * SECOND);
    assertThat(servers(cluster.running().get(3), guid, 1)).containsExactly(client.node.self());
    Contact before = hostOf(client).contact();
    cluster.crash(hostOf(client));
    cluster.simulation().runFor(60 * SECOND);
    assertThat(client.node.isJoined()).isTrue();
    assertThat(client.node.self().endpoint()).isNotEqualTo(before.endpoint());
    assertThat(client.node.self().endpoint()).isEqualTo(hostOf(client).contact().endpoint());
    assertThat(servers(cluster.running().get(3), guid, 2)).containsExactly(client.node.self());
    assertThat(client.node.knownHosts()).extracting(KnownHost::contact).contains(before);
  }

  @Test
  void aHostThatLeavesSaysSoAndAClientThatLeavesIsForgotten() {
    cluster.grow(6);
    List<Peer> clients = addClients(2);
    Peer client = clients.get(0);
    Contact before = client.node.self();
    cluster.leave(hostOf(client));
    cluster.simulation().runFor(4 * SECOND);
    assertThat(client.node.isJoined()).isTrue();
    assertThat(client.node.self()).isNotEqualTo(before);
    clients.forEach(cluster::leave);
    cluster.simulation().runFor(SECOND);
    assertThat(cluster.running()).allMatch(peer -> peer.node.clients() == 0);
  }

  @Test
  void aSilentClientIsForgottenWhenItsLeaseIsOver() {
    cluster.grow(3);
    Peer client = addClients(1).get(0);
    Peer host = hostOf(client);
    cluster.simulation().runFor(200 * SECOND);
    assertThat(host.node.clients()).isEqualTo(1);
    cluster.crash(client);
    cluster.simulation().runFor(61 * SECOND);
    assertThat(host.node.clients()).isZero();
  }

  @Test
  void whoIsRefusedGoesToAnotherHost() {
    cluster.limits(Limits.DEFAULT.withMaxClients(1)).grow(4);
    List<Peer> clients = addClients(4);
    cluster.simulation().runFor(60 * SECOND);
    assertThat(clients).allMatch(peer -> peer.node.isJoined());
    assertThat(clients.stream().map(this::hostOf).distinct()).hasSize(4);
    Peer fifth = addClients(1).get(0);
    assertThat(fifth.node.role()).isEqualTo(Role.CLIENT);
    assertThat(fifth.node.isJoined()).isFalse();
    cluster.leave(clients.get(2));
    cluster.simulation().runFor(90 * SECOND);
    assertThat(fifth.node.isJoined()).isTrue();
  }

  @Test
  void aClientThatHasBecomeReachableFindsOutAndBecomesAMember() {
    cluster.grow(6);
    List<Peer> clients = addClients(2);
    Peer opened = clients.get(0);
    Peer host = hostOf(opened);
    Id guid = Id.ofHex("4242");
    cluster.call(opened, () -> opened.dolr.publish(guid));
    cluster.letIn(opened);
    cluster.simulation().runFor(20 * 60 * SECOND);
    assertThat(opened.node.role()).as("asks rarely").isEqualTo(Role.CLIENT);
    cluster.simulation().runFor(60 * 60 * SECOND);
    assertThat(opened.node.role()).isEqualTo(Role.MEMBER);
    assertThat(opened.node.isJoined()).isTrue();
    assertThat(opened.node.self()).isEqualTo(opened.contact());
    assertThat(host.node.clients()).isZero();
    assertThat(clients.get(1).node.role()).isEqualTo(Role.CLIENT);
    assertThat(cluster.oneRing()).isTrue();
    Cluster.Routes routes = cluster.routeFromEverywhere(10);
    assertThat(routes.right()).isEqualTo(routes.asked()).isEqualTo(80);
    assertThat(servers(cluster.running().get(3), guid, 1)).containsExactly(opened.contact());
    assertThat(arrives(cluster.running().get(2), opened.node.self(), 2)).isTrue();
  }

  @Test
  void aNodeBehindNatWhoseSeedsAppearLateServesAloneAndThenBecomesAClient() {
    cluster.grow(3);
    List<Peer> all = cluster.running();
    all.forEach(cluster::crash);
    Peer lost = cluster.addBehindNat(all.stream().map(peer -> peer.contact().endpoint()).toList());
    cluster.simulation().runFor(30 * SECOND);
    assertThat(lost.node.role()).isEqualTo(Role.MEMBER);
    assertThat(lost.node.isJoined()).isTrue();
    all.forEach(cluster::restart);
    cluster.simulation().runFor(60 * SECOND);
    assertThat(lost.node.role()).isEqualTo(Role.CLIENT);
    assertThat(lost.node.isJoined()).isTrue();
    assertThat(cluster.oneRing()).isTrue();
  }
}
