package org.spamwatch.overlay.node;

import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.node.OverlayMessage.Attach;
import org.spamwatch.overlay.node.OverlayMessage.AttachRefused;
import org.spamwatch.overlay.node.OverlayMessage.Attached;
import org.spamwatch.overlay.node.OverlayMessage.Detach;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Join;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.NodeDown;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.ReachRequest;
import org.spamwatch.overlay.node.OverlayMessage.Reached;
import org.spamwatch.overlay.node.OverlayMessage.Relay;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.node.OverlayMessage.RowRequest;
import org.spamwatch.overlay.node.OverlayMessage.Rows;

/**
 * What is done with each kind of message; {@link OverlayMessage#dispatch} chooses. A kind that is
 * not overridden is {@link #misdirected}.
 *
 * <p>{@code from} is who has sent the message, its id proven, and the endpoint by which to answer
 * it over the very link that the message came by.
 */
interface MessageHandler {
  /** A message that is of no use here. */
  void misdirected();

  default void received(Contact from, Route route) {
    misdirected();
  }

  default void received(Contact from, Direct direct) {
    misdirected();
  }

  default void received(Contact from, HopAck ack) {
    misdirected();
  }

  default void received(Contact from, Ping ping) {
    misdirected();
  }

  default void received(Contact from, Pong pong) {
    misdirected();
  }

  default void received(Contact from, Join join) {
    misdirected();
  }

  default void received(Contact from, Rows rows) {
    misdirected();
  }

  default void received(Contact from, RowRequest request) {
    misdirected();
  }

  default void received(Contact from, Leaves leaves) {
    misdirected();
  }

  default void received(Contact from, NodeDown down) {
    misdirected();
  }

  default void received(Contact from, Attach attach) {
    misdirected();
  }

  default void received(Contact from, Attached attached) {
    misdirected();
  }

  default void received(Contact from, AttachRefused refused) {
    misdirected();
  }

  default void received(Contact from, Detach detach) {
    misdirected();
  }

  default void received(Contact from, Relay relay) {
    misdirected();
  }

  default void received(Contact from, ReachRequest request) {
    misdirected();
  }

  default void received(Contact from, Reached reached) {
    misdirected();
  }
}
