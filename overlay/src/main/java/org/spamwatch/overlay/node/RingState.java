package org.spamwatch.overlay.node;

import java.util.List;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.TimerScope;
import org.spamwatch.overlay.node.OverlayMessage.Detach;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.NodeDown;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.node.OverlayMessage.RowRequest;
import org.spamwatch.overlay.node.OverlayMessage.Rows;

/** Has tables of its own: a member, or one that is about to be. */
abstract sealed class RingState extends NodeState permits Unstarted, Joining, Member {
  final Ring ring;

  /** What is to be done until this node leaves the ring. */
  final TimerScope whileInRing;

  RingState(Lifecycle node, TimerScope whileInRing) {
    super(node);
    this.ring = node.ring;
    this.whileInRing = whileInRing;
  }

  @Override
  void end(NodeState next) {
    if (!(next instanceof RingState)) {
      whileInRing.close();
      node.relayServer.close();
      ring.leave();
    }
  }

  @Override
  Role role() {
    return Role.MEMBER;
  }

  @Override
  void suspect(Contact contact) {
    ring.candidateVerifier.suspect(contact);
  }

  /** Nothing is believed but this node's own probe. */
  @Override
  void meet(Contact contact) {
    ring.candidateVerifier.consider(contact, contact.endpoint());
  }

  @Override
  public void received(Contact from, Route route) {
    node.forwarder.received(from, route);
  }

  @Override
  public void received(Contact from, Direct direct) {
    if (node.relayServer.isClient(direct.target())) {
      node.relayServer.relay(from, direct);
    } else {
      node.forwarder.received(from, direct);
    }
  }

  @Override
  public void received(Contact from, Detach detach) {
    node.relayServer.left(from.id());
  }

  @Override
  public void received(Contact from, Ping ping) {} // answered by members only

  @Override
  public void received(Contact from, RowRequest request) {}

  @Override
  public void received(Contact from, Pong pong) {
    ring.prober.pong(from.endpoint(), pong);
  }

  @Override
  public void received(Contact from, Rows rows) {
    ring.proximitySelection.received(from.endpoint(), rows);
  }

  @Override
  public void received(Contact from, Leaves leaves) {
    if (JoinResponder.isInvitation(leaves)) {
      ring.selfLookup.invited(from);
    } else {
      ring.heard(leaves.sender(), true);
      told(from, leaves, ring.contactsOf(leaves));
    }
  }

  /** Another node has told of its leaves, itself among them. */
  void told(Contact from, Leaves leaves, List<Contact> contacts) {
    contacts.forEach(contact -> ring.candidateVerifier.consider(contact, from.endpoint()));
  }

  /** Anybody can say that somebody leaves; whoever really left answers no probe. */
  @Override
  public void received(Contact from, NodeDown down) {
    ring.candidateVerifier.suspect(down.node());
  }
}
