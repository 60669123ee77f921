package org.spamwatch.overlay.node;

import java.util.Optional;
import java.util.Set;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.node.OverlayMessage.Attach;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.ReachRequest;
import org.spamwatch.overlay.node.OverlayMessage.Reached;

/**
 * What a node is at a time, and what it does with each message then. {@link Lifecycle} alone sets
 * the state; each state is begun and ended once.
 */
abstract sealed class NodeState implements MessageHandler
    permits Undecided, RingState, Client, Left {
  final Lifecycle node;
  final NodeContext context;

  NodeState(Lifecycle node) {
    this.node = node;
    this.context = node.context;
  }

  /** This is the state from now on. */
  void begin() {}

  /** Another state is about to begin. */
  void end(NodeState next) {}

  abstract Role role();

  /** Who this node is to others: a client is reached at its host. */
  Contact contact() {
    return context.self();
  }

  /** Whether it is of use to others, or as a client to itself. */
  boolean isJoined() {
    return false;
  }

  /** Whether it knows its neighbours and answers probes. */
  boolean takesPart() {
    return false;
  }

  /** Whether its own pings say that it takes part. */
  boolean saysItTakesPart() {
    return false;
  }

  /** Whether what is to be routed waits until this node knows by which way. */
  boolean routesWait() {
    return false;
  }

  /** The hop after this node on the way to a key; empty if there is none. */
  Optional<Contact> next(Id key, Set<Id> excluded) {
    return context.table().next(key, excluded);
  }

  /** The driver could not reach a node, or it did not acknowledge. */
  void suspect(Contact contact) {}

  /** A node has answered an application in person. */
  void meet(Contact contact) {}

  /** Nothing more will come of an id that another node told of. */
  void settled(Id id) {}

  /** What it is to hold is to be handed over to it again. */
  void askForHandover() {}

  /** Entries held for others, for tests of the bounds. */
  int held() {
    return 0;
  }

  @Override
  public void misdirected() {
    context.counts().misdirected++;
  }

  @Override
  public void received(Contact from, HopAck ack) {
    node.transmitter.acknowledged(ack);
  }

  @Override
  public void received(Contact from, Attach attach) {
    node.relayServer.received(from, attach, takesPart() && isJoined());
  }

  @Override
  public void received(Contact from, ReachRequest request) {
    node.dialBackProbe.received(from, request);
  }

  @Override
  public void received(Contact from, Reached reached) {
    node.dialBackProbe.received(from, reached);
  }
}
