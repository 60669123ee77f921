package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/** Knows all peers of a network: who runs where, and whose id is the closest to a key. */
final class PeerOracle {
  private final Map<Endpoint, Peer> running = new LinkedHashMap<>();
  private final Map<Endpoint, Contact> crashed = new LinkedHashMap<>(); // their messages arrive yet
  private final TreeMap<Id, Peer> ring = new TreeMap<>();

  void started(Peer peer) {
    running.put(peer.contact().endpoint(), peer);
    ring.put(peer.contact().id(), peer);
  }

  void crashed(Peer peer) {
    crashed.put(peer.contact().endpoint(), peer.contact());
    running.remove(peer.contact().endpoint());
    ring.remove(peer.contact().id(), peer);
  }

  List<Peer> running() {
    return new ArrayList<>(running.values());
  }

  Optional<Peer> at(Endpoint endpoint) {
    return Optional.ofNullable(running.get(endpoint));
  }

  /** Whose a link from an endpoint is, or was. */
  Contact provenBy(Endpoint from) {
    return at(from).map(Peer::contact).orElseGet(() -> Objects.requireNonNull(crashed.get(from)));
  }

  /** Of the running peers that count the one whose id is closest to a key. */
  Optional<Contact> closest(Id key, Predicate<Peer> counts) {
    return Stream.concat(
            firstOf(ring.tailMap(key, true), ring.headMap(key, false), counts).stream(),
            firstOf(
                ring.descendingMap().tailMap(key, true),
                ring.descendingMap().headMap(key, false),
                counts)
                .stream())
        .reduce((a, b) -> b.id().isCloserTo(key, a.id()) ? b : a);
  }

  private static Optional<Contact> firstOf(
      Map<Id, Peer> ahead, Map<Id, Peer> round, Predicate<Peer> counts) {
    return Stream.of(ahead, round)
        .flatMap(part -> part.values().stream())
        .filter(counts)
        .findFirst()
        .map(Peer::contact);
  }
}
