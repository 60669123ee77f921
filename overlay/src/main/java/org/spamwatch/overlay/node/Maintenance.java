package org.spamwatch.overlay.node;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.spamwatch.overlay.TimerScope;
import org.spamwatch.overlay.routing.LeafSet;
import org.spamwatch.overlay.routing.Neighbour;

/**
 * Keeps the tables true by what is done periodically: leaf sets are exchanged, and silent nodes are
 * pinged. Rows are exchanged by {@link ProximitySelection}.
 */
final class Maintenance {
  private static final int ENTRIES_PINGED = 2;

  private final NodeContext node;
  private final CandidateVerifier candidateVerifier;
  private final JoinResponder joinResponder;
  private final BooleanSupplier takesPart;
  private final LeafSet leafSet;
  private final long nearestSilenceMicros;
  private final long leafSilenceMicros;

  Maintenance(
      NodeContext node,
      CandidateVerifier candidateVerifier,
      JoinResponder joinResponder,
      BooleanSupplier takesPart) {
    this.node = node;
    this.candidateVerifier = candidateVerifier;
    this.joinResponder = joinResponder;
    this.takesPart = takesPart;
    this.leafSet = node.table().leafSet();
    this.nearestSilenceMicros = node.config().neighbourPing().toNanos() * 3 / 4000;
    this.leafSilenceMicros = node.config().leafPing().toNanos() / 2000;
  }

  void start(TimerScope whileInRing) {
    OverlayConfig config = node.config();
    whileInRing.every(config.leafExchange(), this::exchangeLeaves);
    whileInRing.every(config.neighbourPing().dividedBy(4), this::pingSilentNearest);
    whileInRing.every(config.leafPing(), this::pingNeighbours);
  }

  private void exchangeLeaves() {
    List<Neighbour> leaves = leafSet.neighbours();
    if (takesPart.getAsBoolean() && !leaves.isEmpty()) {
      Neighbour leaf = leaves.get(node.random().nextInt(leaves.size()));
      joinResponder.sendLeaves(leaf.contact(), true);
    }
  }

  /**
   * Of two that are next to each other the one pings first that is due first. It is looked at four
   * times a period, so that a dead one is found as soon as if each pinged the other every period.
   */
  private void pingSilentNearest() {
    pingSilent(leafSet.nearest(), nearestSilenceMicros);
  }

  private void pingSilent(List<Neighbour> leaves, long silenceMicros) {
    long lately = node.timers().nowMicros() - silenceMicros;
    for (Neighbour leaf : leaves) {
      if (!leaf.hasBeenHeardSince(lately)) {
        candidateVerifier.check(leaf);
      }
    }
  }

  private void pingNeighbours() {
    pingSilent(leafSet.neighbours(), leafSilenceMicros);
    List<Neighbour> entries = node.table().prefixTable().neighbours();
    for (int i = 0; i < ENTRIES_PINGED && !entries.isEmpty(); i++) {
      candidateVerifier.check(entries.remove(node.random().nextInt(entries.size())));
    }
  }
}
