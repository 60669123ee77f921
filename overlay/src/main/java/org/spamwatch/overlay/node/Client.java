package org.spamwatch.overlay.node;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.node.OverlayMessage.AttachRefused;
import org.spamwatch.overlay.node.OverlayMessage.Attached;
import org.spamwatch.overlay.node.OverlayMessage.Detach;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.Relay;
import org.spamwatch.overlay.routing.Neighbour;

/** Cannot be reached: has no tables, and takes part by way of a host, once it has one. */
final class Client extends NodeState {
  private Contact contact = context.self();

  Client(Lifecycle node) {
    super(node);
  }

  @Override
  void begin() {
    for (Neighbour neighbour : List.copyOf(context.table().neighbours())) {
      context.table().remove(neighbour.id());
    }
    node.relayClient.start(this::attached);
  }

  private void attached(Optional<Contact> host) {
    if (host.isPresent()) {
      contact = new Contact(context.self().id(), host.get().endpoint());
      node.forwarder.release();
      node.applications.moved();
    }
  }

  @Override
  void end(NodeState next) {
    node.relayClient.stop();
  }

  @Override
  Role role() {
    return Role.CLIENT;
  }

  @Override
  Contact contact() {
    return contact;
  }

  @Override
  boolean isJoined() {
    return node.relayClient.host().isPresent();
  }

  @Override
  boolean routesWait() {
    return node.relayClient.host().isEmpty();
  }

  @Override
  Optional<Contact> next(Id key, Set<Id> excluded) {
    return node.relayClient.host();
  }

  @Override
  public void received(Contact from, Attached attached) {
    node.relayClient.received(attached);
  }

  @Override
  public void received(Contact from, AttachRefused refused) {
    node.relayClient.received(refused);
  }

  @Override
  public void received(Contact from, Detach detach) {
    node.relayClient.ended(from.id());
  }

  @Override
  public void received(Contact from, Relay relay) {
    if (node.relayClient.isHost(from.id())) {
      node.forwarder.received(from, relay);
    } else {
      misdirected();
    }
  }

  @Override
  public void received(Contact from, Direct direct) {
    node.forwarder.received(from, direct);
  }
}
