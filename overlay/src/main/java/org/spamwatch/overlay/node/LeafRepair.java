package org.spamwatch.overlay.node;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.node.OverlayMessage.NodeDown;
import org.spamwatch.overlay.routing.LeafSet;
import org.spamwatch.overlay.routing.Neighbour;

/**
 * Finds out who comes next when a leaf is gone. Whoever was next to it found it out first and tells
 * the others, who go by their own probes as ever.
 */
final class LeafRepair {
  private final NodeContext node;
  private final LeafSet leafSet;
  private final CandidateVerifier candidateVerifier;
  private final JoinResponder joinResponder;

  /** The leaves lost last, oldest first: who knows nobody any more looks for them too. */
  private final Set<Endpoint> formerLeaves = new LinkedHashSet<>();

  LeafRepair(NodeContext node, CandidateVerifier candidateVerifier, JoinResponder joinResponder) {
    this.node = node;
    this.leafSet = node.table().leafSet();
    this.candidateVerifier = candidateVerifier;
    this.joinResponder = joinResponder;
  }

  /** Where the leaves were that were lost last, oldest first. */
  Set<Endpoint> formerLeaves() {
    return formerLeaves;
  }

  /** A leaf is gone: asks the farthest one of its side who comes next. */
  void lost(Contact leaf, boolean wasNearest) {
    formerLeaves.remove(leaf.endpoint());
    formerLeaves.add(leaf.endpoint());
    if (formerLeaves.size() > 2 * node.config().leafSideSize()) {
      formerLeaves.remove(formerLeaves.iterator().next());
    }
    farthestBeside(leaf.id())
        .ifPresent(farthest -> joinResponder.sendLeaves(farthest.contact(), true));
    if (wasNearest) {
      for (Neighbour told : leafSet.neighbours()) {
        node.outbox().send(told.contact(), new NodeDown(leaf));
      }
      leafSet.nearest().forEach(candidateVerifier::check); // the next one may have died with it
    }
  }

  /**
   * Of the leaves on the side of a lost one the farthest. The leaf set itself cannot tell: the room
   * on a side is taken by nodes of the other until it is filled.
   */
  private Optional<Neighbour> farthestBeside(Id lost) {
    boolean clockwise = isClockwise(lost);
    Id self = node.self().id();
    Comparator<Neighbour> byDistance =
        Comparator.comparing(
            leaf -> clockwise ? self.clockwiseTo(leaf.id()) : leaf.id().clockwiseTo(self));
    List<Neighbour> leaves = leafSet.neighbours();
    return leaves.stream()
        .filter(leaf -> isClockwise(leaf.id()) == clockwise)
        .max(byDistance)
        .or(() -> leaves.stream().min(byDistance));
  }

  private boolean isClockwise(Id id) {
    Id self = node.self().id();
    return self.clockwiseTo(id).compareTo(id.clockwiseTo(self)) < 0;
  }
}
