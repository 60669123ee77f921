package org.spamwatch.simulator.virtual;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.routing.Neighbour;
import org.spamwatch.overlay.routing.RoutingTable;
import org.spamwatch.simulator.virtual.DolrNetwork.Node;

/**
 * Fills the tables of nodes that maintain none with what an oracle knows: the true leaf sets, and
 * in each slot of the prefix table the nodes that are truly nearest. What a sampler of round trips
 * is measured against.
 */
final class ExactTables {
  /** Rows that hold anything but leaves in a network of up to 16^7 nodes. */
  private static final int ROWS = 8;

  private final DolrNetwork network;

  ExactTables(DolrNetwork network) {
    this.network = network;
  }

  /** Fills every table; costs the square of the number of nodes. */
  void fill(int leafSideSize) {
    Map<Node, Set<Contact>> leafSets = network.leafSets(leafSideSize);
    leafSets.forEach(
        (node, leaves) ->
            leaves.forEach(leaf -> know(node, network.at(leaf.endpoint()).orElseThrow())));
    network.nodes().forEach(this::fillSlots);
  }

  private void fillSlots(Node self) {
    Id own = self.contact().id();
    @Nullable Node[] nearest = new Node[ROWS * Id.BASE];
    for (Node other : network.nodes()) {
      int row = own.sharedPrefix(other.contact().id());
      if (row < ROWS) {
        int slot = row * Id.BASE + other.contact().id().digit(row);
        Node best = nearest[slot];
        if (best == null || network.oneWayMicros(self, other) < network.oneWayMicros(self, best)) {
          nearest[slot] = other;
        }
      }
    }
    for (Node best : nearest) {
      if (best != null) {
        know(self, best);
      }
    }
  }

  private void know(Node self, Node other) {
    RoutingTable table = self.node().table();
    Neighbour known = table.neighbour(other.contact().id());
    Neighbour neighbour = known == null ? new Neighbour(other.contact()) : known;
    if (known == null) {
      neighbour.roundTrip().add(2 * network.oneWayMicros(self, other), 0);
    }
    table.add(neighbour);
  }
}
