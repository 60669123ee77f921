package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.node.Cluster.Arrival;
import org.spamwatch.overlay.node.Cluster.Note;
import org.spamwatch.overlay.node.Cluster.Peer;
import org.spamwatch.simnet.Faults;

/** One random history of a network, and what must hold during it and at its end. */
final class Scenario {
  private static final long SECOND = 1_000_000;

  private final SplittableRandom random;
  private final Cluster cluster;
  private final List<String> history = new ArrayList<>();
  private final List<Peer> crashed = new ArrayList<>();
  private final Map<Id, Set<Contact>> publishers = new LinkedHashMap<>();
  private final Set<Id> withdrawn = new LinkedHashSet<>();
  private final Faults faults;
  private boolean severed;
  private long number;

  Scenario(long seed) {
    random = new SplittableRandom(seed);
    faults =
        new Faults(random.nextDouble() * .02, random.nextDouble() * .02, random.nextInt(50_000));
    cluster =
        new Cluster(random.nextLong(), faults).leases(new LeaseConfig(Duration.ofHours(1), 4));
    history.add("seed " + seed + ", " + faults);
    cluster.grow(3 + random.nextInt(40));
  }

  List<String> history() {
    return history;
  }

  private void told(String line) {
    history.add(cluster.simulation().nowMicros() / SECOND + " s: " + line);
  }

  private String story() {
    return String.join("\n", history);
  }

  private Peer anyone() {
    List<Peer> peers = cluster.running();
    return peers.get(random.nextInt(peers.size()));
  }

  /** So many random events, with some virtual time between them. */
  Scenario live(int events) {
    for (int i = 0; i < events; i++) {
      event();
      cluster.simulation().runFor(random.nextLong(15 * SECOND));
      checkInvariants();
    }
    return this;
  }

  private void event() {
    switch (random.nextInt(10)) {
      case 0 -> told("joined " + cluster.add().contact());
      case 1 -> crash();
      case 2 -> restart();
      case 3 -> leave();
      case 4 -> sever();
      case 5, 6 -> publish();
      case 7 -> unpublish();
      default -> routes();
    }
  }

  /** The first node lives as long as the network: it is the seed by which parted rings meet. */
  private Peer anyoneButTheFirst() {
    List<Peer> peers = cluster.running();
    return peers.get(1 + random.nextInt(peers.size() - 1));
  }

  private void crash() {
    if (cluster.running().size() > 3) {
      Peer peer = anyoneButTheFirst();
      told("crashed " + peer.contact());
      cluster.crash(peer);
      crashed.add(peer);
      publishers.values().forEach(servers -> servers.remove(peer.contact()));
    }
  }

  private void restart() {
    if (!crashed.isEmpty()) {
      Peer peer = crashed.remove(random.nextInt(crashed.size()));
      boolean sameId = random.nextBoolean();
      Contact contact =
          sameId ? peer.contact() : new Contact(Id.random(random), peer.contact().endpoint());
      told("restarted " + contact + (sameId ? "" : ", who was " + peer.contact()));
      cluster.start(contact);
    }
  }

  private void leave() {
    if (cluster.running().size() > 3) {
      Peer peer = anyoneButTheFirst();
      told("left " + peer.contact());
      publishers.forEach(
          (guid, servers) -> {
            if (servers.remove(peer.contact())) {
              cluster.call(peer, () -> peer.dolr.unpublish(guid));
            }
          });
      cluster.leave(peer);
    }
  }

  private void sever() {
    severed = !severed;
    if (severed) {
      long salt = random.nextLong();
      told("severed");
      cluster
          .links()
          .partition(
              (a, b) -> ((a.hashCode() * 31L ^ salt) & 4) != ((b.hashCode() * 31L ^ salt) & 4));
    } else {
      heal();
    }
  }

  private void heal() {
    severed = false;
    told("healed");
    cluster.links().partition((a, b) -> false);
  }

  private void publish() {
    Peer peer = anyone();
    Id guid = Id.random(random);
    told(peer.contact() + " published " + guid.brief());
    cluster.call(peer, () -> peer.dolr.publish(guid));
    publishers.computeIfAbsent(guid, g -> new LinkedHashSet<>()).add(peer.contact());
  }

  private void unpublish() {
    for (Map.Entry<Id, Set<Contact>> entry : publishers.entrySet()) {
      for (Peer peer : cluster.running()) {
        if (entry.getValue().contains(peer.contact()) && random.nextInt(4) == 0) {
          told(peer.contact() + " withdrew " + entry.getKey().brief());
          cluster.call(peer, () -> peer.dolr.unpublish(entry.getKey()));
          entry.getValue().remove(peer.contact());
          withdrawn.add(entry.getKey());
          return;
        }
      }
    }
  }

  private void routes() {
    for (int i = 0; i < 5; i++) {
      Peer peer = anyone();
      Id key = Id.random(random);
      Note note = new Note(++number);
      cluster.call(peer, () -> peer.node.route(key, note));
    }
  }

  private void checkInvariants() {
    for (long note = 1; note <= number; note++) {
      for (Arrival arrival : cluster.arrivals(note)) {
        assertThat(arrival.routed().hops())
            .as(story())
            .isLessThanOrEqualTo(Limits.DEFAULT.maxHops());
      }
    }
    for (Peer peer : cluster.running()) {
      assertThat(peer.node.leaves())
          .as(story())
          .doesNotHaveDuplicates()
          .doesNotContain(peer.contact())
          .hasSizeLessThanOrEqualTo(2 * OverlayConfig.DEFAULT.leafSideSize());
    }
  }

  /** Lets the network settle and checks what it promises then. */
  void validate() {
    if (severed) {
      heal();
    }
    told("settling");
    cluster.links().faults(Faults.NONE);
    cluster.simulation().runFor(15 * 60 * SECOND);
    everyoneKnowsItsNeighbours();
    Cluster.Routes routes = cluster.routeFromEverywhere(10);
    assertThat(routes.right()).as(story()).isEqualTo(routes.asked());
    // Crashes of a pointer's every holder are mended by its renewal, after a third of the lease.
    cluster.simulation().runFor(10 * 60 * SECOND);
    publishers.forEach(this::isFoundIfServed);
  }

  private void everyoneKnowsItsNeighbours() {
    Map<Peer, Set<Contact>> leafSets = cluster.leafSets(OverlayConfig.DEFAULT.leafSideSize());
    leafSets.forEach(
        (peer, expected) ->
            assertThat(peer.node.leaves())
                .as("leaves of %s; %s", peer.contact(), story())
                .containsExactlyInAnyOrderElementsOf(expected));
  }

  private void isFoundIfServed(Id guid, Set<Contact> servers) {
    Peer asker = anyone();
    Note note = new Note(1_000_000_000 + number++);
    int failures = cluster.failures().size();
    cluster.call(
        asker, () -> asker.dolr.routeToObject(guid, note, Integer.MAX_VALUE, asker.contact()));
    cluster.simulation().runFor(90 * SECOND);
    String claim = guid.brief() + " asked by " + asker.contact() + "; " + story();
    if (servers.isEmpty()) {
      assertThat(cluster.servedBy(note.number())).as(claim).isEmpty();
      assertThat(cluster.failures()).as(claim).hasSize(failures + 1);
    } else {
      assertThat(cluster.servedBy(note.number())).as(claim).hasSize(1);
      assertThat(servers).as(claim).containsAll(cluster.servedBy(note.number()));
    }
  }
}
