package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.TimerScope;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.RowRequest;
import org.spamwatch.overlay.routing.Neighbour;

/**
 * Knows its neighbours and answers probes. It counts as joined once the nodes next to it, the roots
 * of its keys until now, know it too: as long as one of them does not, some routes end there. Each
 * will probe it before it believes in it.
 */
final class Member extends RingState {
  /** How often it makes itself known to the nodes next to it, and how long it waits. */
  private static final int ANNOUNCEMENTS = 3;

  private static final Duration ANNOUNCEMENT_TIMEOUT = Duration.ofSeconds(1);

  private final Set<Id> unaware = new LinkedHashSet<>();
  private final HandoverRequest handoverRequest;
  private boolean joined;

  Member(Lifecycle node, TimerScope whileInRing) {
    super(node, whileInRing);
    this.handoverRequest = new HandoverRequest(context, whileInRing);
  }

  @Override
  void begin() {
    ring.proximitySelection.start(whileInRing);
    sendLeavesToAll(true);
    node.forwarder.release();
    context.table().leafSet().nearest().forEach(nearest -> unaware.add(nearest.id()));
    awaitNearest(ANNOUNCEMENTS);
  }

  private void sendLeavesToAll(boolean answerWanted) {
    for (Neighbour leaf : context.table().leafSet().neighbours()) {
      ring.joinResponder.sendLeaves(leaf.contact(), answerWanted);
    }
  }

  private void awaitNearest(int attemptsLeft) {
    if (unaware.isEmpty() || attemptsLeft == 0) {
      unaware.clear();
      joined = true;
      return;
    }
    whileInRing.after(
        ANNOUNCEMENT_TIMEOUT,
        () -> {
          for (Id id : unaware) {
            Neighbour nearest = context.table().neighbour(id);
            if (nearest != null) {
              ring.joinResponder.sendLeaves(nearest.contact(), true);
            }
          }
          awaitNearest(attemptsLeft - 1);
        });
  }

  private void isKnownBy(Id id) {
    joined = joined || (unaware.remove(id) && unaware.isEmpty());
  }

  @Override
  boolean isJoined() {
    return joined;
  }

  @Override
  boolean takesPart() {
    return true;
  }

  @Override
  boolean saysItTakesPart() {
    return !handoverRequest.isAsking();
  }

  /**
   * Has the leaves hand over again what this node is to hold: it may have refused some of it, for
   * one, while its date was wrong.
   */
  @Override
  void askForHandover() {
    handoverRequest.begin(() -> sendLeavesToAll(false));
  }

  @Override
  public void received(Contact from, Ping ping) {
    context.outbox().send(from, new Pong(ping.nonce(), context.self()));
    isKnownBy(ping.sender().id());
    ring.heard(ping.sender(), ping.joined());
    if (ping.joined()) {
      ring.candidateVerifier.consider(ping.sender(), from.endpoint());
    }
  }

  @Override
  public void received(Contact from, RowRequest request) {
    ring.proximitySelection.received(from, request);
  }

  @Override
  public void received(Contact from, Leaves leaves) {
    if (leaves.answerWanted() && !JoinResponder.isInvitation(leaves)) {
      ring.joinResponder.sendLeaves(from, false);
    }
    super.received(from, leaves);
  }
}
