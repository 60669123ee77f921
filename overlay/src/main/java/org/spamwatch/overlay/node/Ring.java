package org.spamwatch.overlay.node;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.TimerScope;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.NodeDown;
import org.spamwatch.overlay.routing.Neighbour;

/**
 * The parts by which a node takes part in the ring; they outlive the time that it is a client.
 * Source of how they work together: Rhea et al., Handling Churn in a DHT (Bamboo, 2004), sections 4
 * and 5.
 */
final class Ring {
  private final NodeContext node;
  final Prober prober;
  final CandidateVerifier candidateVerifier;
  final JoinResponder joinResponder;
  final BootstrapSelection bootstrapSelection;
  final SelfLookup selfLookup;
  final ProximitySelection proximitySelection;
  private final HostCache hostCache;
  private final RejoinDetection rejoinDetection;
  private final LeafRepair leafRepair;
  private final Maintenance maintenance;
  private final BooleanSupplier takesPart;

  Ring(
      NodeContext node,
      ConnectionGater connectionGater,
      Forwarder forwarder,
      Supplier<NodeState> state) {
    this.node = node;
    this.takesPart = () -> state.get().takesPart();
    this.prober = new Prober(node, connectionGater, () -> state.get().saysItTakesPart());
    this.candidateVerifier =
        new CandidateVerifier(node, prober, id -> state.get().settled(id), this::leafLost);
    this.joinResponder = new JoinResponder(node, connectionGater);
    this.hostCache = new HostCache(node.self().id());
    this.bootstrapSelection = new BootstrapSelection(node, hostCache);
    this.rejoinDetection = new RejoinDetection(node.table(), candidateVerifier::begunAnew);
    this.leafRepair = new LeafRepair(node, candidateVerifier, joinResponder);
    this.selfLookup =
        new SelfLookup(node, prober, bootstrapSelection, leafRepair, forwarder, takesPart);
    this.proximitySelection = new ProximitySelection(node, candidateVerifier);
    this.maintenance = new Maintenance(node, candidateVerifier, joinResponder, takesPart);
  }

  private void leafLost(Contact leaf, boolean wasNearest) {
    leafRepair.lost(leaf, wasNearest);
  }

  /** Others to join through than the seeds; before the start. */
  void remember(List<KnownHost> hosts) {
    hostCache.restore(hosts, node.timers().calendar().settledMillis());
  }

  /** The nodes to remember over a restart. */
  List<KnownHost> knownHosts() {
    refreshHosts();
    return hostCache.hosts();
  }

  private void refreshHosts() {
    hostCache.refresh(node.table(), node.timers().calendar().settledMillis());
  }

  /** Whether there are no seeds, and no other node has been met, lately or in an earlier life. */
  boolean isAlone() {
    return bootstrapSelection.isEmpty()
        && leafRepair.formerLeaves().isEmpty()
        && node.table().leafSet().isEmpty();
  }

  /** Looks after the tables until this node leaves the ring. */
  void maintain(TimerScope whileInRing) {
    maintenance.start(whileInRing);
    whileInRing.repeat(
        bootstrapSelection::pauseMicros,
        () -> {
          refreshHosts();
          if (takesPart.getAsBoolean()) {
            selfLookup.begin();
          }
        });
  }

  /** Tells all in the tables that this node is none of the ring any more. */
  void leave() {
    refreshHosts();
    prober.stop();
    candidateVerifier.stop();
    for (Neighbour neighbour : node.table().neighbours()) {
      node.outbox().send(neighbour.contact(), new NodeDown(node.self()));
    }
  }

  /**
   * A node speaks, and says whether it takes part. Of two leaves that ping each other one can leave
   * it to the other.
   */
  void heard(Contact sender, boolean takesPart) {
    Neighbour neighbour = node.table().neighbour(sender.id());
    if (neighbour != null && neighbour.contact().equals(sender)) {
      neighbour.heard(node.timers().nowMicros());
    }
    rejoinDetection.heard(sender, takesPart);
  }

  /** The leaves that a node tells of, as many as are read, and the node itself. */
  List<Contact> contactsOf(Leaves leaves) {
    int read = Math.min(node.limits().maxContacts(), leaves.contacts().size());
    List<Contact> contacts = new ArrayList<>(leaves.contacts().subList(0, read));
    contacts.add(leaves.sender());
    return contacts;
  }

  /** Entries held for others, for tests of the bounds. */
  int held() {
    return leafRepair.formerLeaves().size()
        + candidateVerifier.held()
        + prober.held()
        + joinResponder.held();
  }
}
