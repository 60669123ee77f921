package org.spamwatch.simulator.virtual;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.spamwatch.agent.peer.PeerStatus;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.node.OverlayConfig;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * What must hold of a peer after every turn, whatever happens to the network. The leaf set is
 * looked at after each that changes it, what costs more after every hundredth turn.
 */
final class PeerInvariants {
  private static final int SELDOM = 100;

  private record Delivery(Peer at, long number) {}

  private final int leafSideSize;
  private final VoteLedger ledger;
  private final Set<Delivery> deliveries = new LinkedHashSet<>();
  private final Map<Peer, List<Contact>> looked = new LinkedHashMap<>();
  private long turns;

  PeerInvariants(OverlayConfig config, VoteLedger ledger) {
    this.leafSideSize = config.leafSideSize();
    this.ledger = ledger;
  }

  void check(Peer peer) {
    List<Contact> leaves = peer.core().node().leaves();
    if (!leaves.equals(looked.put(peer, leaves))) {
      checkLeaves(peer, leaves);
    }
    if (++turns % SELDOM == 0) {
      checkStores(peer);
      ledger.check();
    }
  }

  private void checkLeaves(Peer peer, List<Contact> leaves) {
    Id self = peer.contact().id();
    require(leaves.size() <= 2 * leafSideSize, peer, "its leaf set holds " + leaves.size());
    int clockwise = Math.min(leafSideSize, leaves.size());
    Id last = Id.ZERO;
    for (int i = 0; i < leaves.size(); i++) {
      Id id = leaves.get(i).id();
      require(!id.equals(self), peer, "it is in its own leaf set");
      if (i < clockwise) {
        Id away = self.clockwiseTo(id);
        require(last.compareTo(away) < 0, peer, "its leaves are not in order");
        last = away;
      }
    }
  }

  private static void checkStores(Peer peer) {
    PeerStatus status = peer.core().status();
    Limits limits = Limits.DEFAULT;
    require(status.features() <= limits.maxFeatureRecords(), peer, "too many feature records");
    require(status.pointers() <= limits.maxPointers(), peer, "too many pointers");
    require(
        status.neighbours().size() == Set.copyOf(status.neighbours()).size(),
        peer,
        "a neighbour is known twice");
  }

  /** A numbered message was delivered at a peer. */
  void delivered(RouteProbe.Arrival arrival, Peer peer, long number) {
    if (arrival.hops() > Limits.DEFAULT.maxHops()) {
      throw new BrokenPromiseException(
          "message " + number + " took " + arrival.hops() + " hops to " + arrival.at());
    }
    if (!deliveries.add(new Delivery(peer, number))) {
      throw new BrokenPromiseException(
          "message " + number + " was delivered twice at " + arrival.at());
    }
  }

  private static void require(boolean holds, Peer peer, String otherwise) {
    if (!holds) {
      throw new BrokenPromiseException(peer.contact() + ": " + otherwise);
    }
  }
}
