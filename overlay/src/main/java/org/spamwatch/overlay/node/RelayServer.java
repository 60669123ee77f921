package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RecentlySeen;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.node.OverlayMessage.Attach;
import org.spamwatch.overlay.node.OverlayMessage.AttachRefused;
import org.spamwatch.overlay.node.OverlayMessage.Attached;
import org.spamwatch.overlay.node.OverlayMessage.Detach;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.HostRefusal;
import org.spamwatch.overlay.node.OverlayMessage.Relay;
import org.spamwatch.overlay.routing.Neighbour;

/**
 * The clients of this node: nodes that nobody can reach and that keep a link to this one open. What
 * is sent straight to one of them comes here and is passed on; it is acknowledged to its sender
 * only once the client has acknowledged it. Clients are in nobody's tables.
 */
final class RelayServer {
  /** How long a client is one without asking again. */
  static final Duration LEASE = Duration.ofSeconds(60);

  private static final class Hosted {
    final Contact contact;
    final AddressGroup group;
    final Timers.Timer expiry;
    int relays;

    Hosted(Contact contact, Timers.Timer expiry) {
      this.contact = contact;
      this.group = AddressGroup.of(contact.endpoint());
      this.expiry = expiry;
    }
  }

  private record Relayed(Id sender, Id client, long hopId) {}

  private final NodeContext node;
  private final Transmitter transmitter;
  private final Map<Id, Hosted> clients = new LinkedHashMap<>();
  private final Set<Relayed> underWay = new LinkedHashSet<>();
  private final RecentlySeen<Relayed> acknowledged;

  RelayServer(NodeContext node, Transmitter transmitter) {
    this.node = node;
    this.transmitter = transmitter;
    this.acknowledged = new RecentlySeen<>(node.limits().maxRemembered());
  }

  /** How many clients this node has. */
  int clients() {
    return clients.size();
  }

  boolean isClient(Id id) {
    return clients.containsKey(id);
  }

  /** Entries held because of what others sent, for tests of the bounds. */
  int held() {
    return clients.size() + underWay.size() + acknowledged.size();
  }

  /**
   * Takes a client, or goes on having it, or says why not.
   *
   * @param from its id, and the endpoint by which it can be answered
   * @param mayHost whether this node takes part in the overlay
   */
  void received(Contact from, Attach attach, boolean mayHost) {
    HostRefusal refusal = mayHost ? refusal(from) : HostRefusal.NO_HOST;
    List<Contact> others = others(from.id());
    if (refusal != null) {
      node.outbox().send(from, new AttachRefused(attach.nonce(), node.self(), refusal, others));
      return;
    }
    forget(from.id());
    Timers.Timer expiry = node.timers().after(LEASE, () -> clients.remove(from.id()));
    clients.put(from.id(), new Hosted(from, expiry));
    int seconds = (int) LEASE.toSeconds();
    node.outbox().send(from, new Attached(attach.nonce(), node.self(), seconds, others));
  }

  private @Nullable HostRefusal refusal(Contact from) {
    int ofGroup = 0;
    int all = 0;
    AddressGroup group = AddressGroup.of(from.endpoint());
    for (Hosted client : clients.values()) {
      if (!client.contact.id().equals(from.id())) {
        all++;
        ofGroup += client.group.equals(group) ? 1 : 0;
      }
    }
    if (all >= node.limits().relaying().maxClients()) {
      return HostRefusal.FULL;
    }
    return !group.isLocal() && ofGroup >= node.limits().relaying().maxClientsPerGroup()
        ? HostRefusal.GROUP_FULL
        : null;
  }

  private List<Contact> others(Id asker) {
    List<Contact> others = new ArrayList<>();
    for (Neighbour neighbour : node.table().neighbours()) {
      if (!neighbour.id().equals(asker)) {
        others.add(neighbour.contact());
      }
    }
    while (others.size() > OverlayMessage.MAX_HOSTS_TOLD) {
      others.remove(node.random().nextInt(others.size()));
    }
    return others;
  }

  /** A client goes. */
  void left(Id client) {
    forget(client);
  }

  private void forget(Id id) {
    Hosted client = clients.remove(id);
    if (client != null) {
      client.expiry.cancel();
    }
  }

  /** Passes on what was sent to a client. */
  void relay(Contact from, Direct direct) {
    Hosted client = clients.get(direct.target());
    if (client == null) {
      return;
    }
    Relayed relayed = new Relayed(direct.sender().id(), direct.target(), direct.hopId());
    if (acknowledged.contains(relayed)) {
      node.outbox().send(from, new HopAck(direct.hopId()));
    } else if (client.relays >= node.limits().relaying().maxRelaysPerClient()) {
      node.counts().refused++;
    } else if (underWay.add(relayed)) {
      client.relays++;
      transmitter.transmit(
          Transmission.direct(
              client.contact,
              hopId -> new Relay(hopId, node.self(), direct.sender(), direct.payload()),
              Optional.empty(),
              arrived -> relayed(from, client, relayed, arrived)));
    }
  }

  private void relayed(Contact from, Hosted client, Relayed relayed, boolean arrived) {
    client.relays--;
    underWay.remove(relayed);
    if (arrived) {
      acknowledged.add(relayed);
      node.outbox().send(from, new HopAck(relayed.hopId()));
    }
  }

  /** This node takes clients no more. */
  void close() {
    clients.values().forEach(client -> node.outbox().send(client.contact, new Detach(node.self())));
    clients.values().forEach(client -> client.expiry.cancel());
    clients.clear();
  }
}
