package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
    List<Node> ring = new ArrayList<>(network.nodes());
    ring.sort(Comparator.comparing(node -> node.contact().id()));
    for (int i = 0; i < ring.size(); i++) {
      RoutingTable table = ring.get(i).overlay().table();
      for (int step = 1; step <= Math.min(leafSideSize, ring.size() - 1); step++) {
        know(ring.get(i), ring.get((i + step) % ring.size()), table);
        know(ring.get(i), ring.get(Math.floorMod(i - step, ring.size())), table);
      }
    }
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
        know(self, best, self.overlay().table());
      }
    }
  }

  private void know(Node self, Node other, RoutingTable table) {
    Neighbour known = table.neighbour(other.contact().id());
    Neighbour neighbour = known == null ? new Neighbour(other.contact()) : known;
    if (known == null) {
      neighbour.roundTrip().add(2 * network.oneWayMicros(self, other), 0);
    }
    table.add(neighbour);
  }
}
