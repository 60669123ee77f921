package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RecentlySeen;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Join;
import org.spamwatch.overlay.node.OverlayMessage.Relay;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.node.Transmission.Onward;

/**
 * Moves messages: recursively towards a root, or straight to a node, each transmission acknowledged
 * by its receiver ({@link Transmitter}).
 *
 * <p>A hop that does not acknowledge in time is left out and the message goes another way; towards
 * the root itself (a leaf) it is repeated first, because going around a live root ends at a wrong
 * one. A message that arrives at its end twice is delivered once. Passing a node twice is not
 * suppressed: it may be the only way left.
 */
final class Forwarder {
  /**
   * Longer than any message is under way: whoever sends it gives up after 13 attempts of a few
   * seconds at most, and a link that does not take it is given up after 30 seconds.
   */
  private static final Duration REPEATED_WITHIN = Duration.ofMinutes(5);

  private final NodeContext node;
  private final ConnectionGater connectionGater;
  private final Transmitter transmitter;
  private final Applications applications;
  private final Supplier<NodeState> state;
  private final RecentlySeen<Long> received;
  private final RecentlySeen<Long> delivered;
  private final List<Runnable> waiting = new ArrayList<>(0);

  Forwarder(
      NodeContext node,
      ConnectionGater connectionGater,
      Transmitter transmitter,
      Applications applications,
      Supplier<NodeState> state) {
    this.node = node;
    this.connectionGater = connectionGater;
    this.transmitter = transmitter;
    this.applications = applications;
    this.state = state;
    int remembered = node.limits().maxRemembered();
    this.received = new RecentlySeen<>(remembered, node.timers(), REPEATED_WITHIN);
    this.delivered = new RecentlySeen<>(remembered, node.timers(), REPEATED_WITHIN);
  }

  /** Entries held for others, for tests of the bounds. */
  int held() {
    return transmitter.pending() + received.size() + delivered.size() + waiting.size();
  }

  private Contact self() {
    return state.get().contact();
  }

  private boolean isClient() {
    return state.get().role() == Role.CLIENT;
  }

  void route(Id key, Message message, int ttl, Optional<Contact> hint) {
    if (state.get().routesWait() && ttl > 0) {
      // By empty tables every key is rooted here: wait until this node knows better.
      if (waiting.size() < node.limits().maxPendingHops()) {
        waiting.add(() -> route(key, message, ttl, hint));
      } else {
        node.counts().refused++;
      }
      return;
    }
    int capped = Math.min(Math.max(ttl, 0), node.limits().maxHops());
    Optional<Contact> usable = hint.filter(hop -> node.table().makesProgress(key, hop));
    advance(node.random().nextLong(), new Routed(key, message, self(), 0, capped), usable);
  }

  /** What waited goes its way, on a later turn. */
  void release() {
    node.timers()
        .afterMicros(
            0,
            () -> {
              List<Runnable> all = List.copyOf(waiting);
              waiting.clear();
              all.forEach(Runnable::run);
            });
  }

  /** Begins a route at a given first hop whatever the tables say: how a newcomer joins. */
  void routeVia(Contact first, Id key, Message message) {
    Contact self = self();
    Route route =
        new Route(
            0, self, node.random().nextLong(), self, key, 1, node.limits().maxHops() - 1, message);
    sendOn(first, route, self, Set.of());
  }

  private void sendOn(Contact next, Route message, Contact via, Set<Id> excluded) {
    Onward onward = new Onward(message, via, new LinkedHashSet<>(excluded), this::goAround);
    transmitter.transmit(Transmission.routed(next, node.self(), onward));
  }

  void send(Contact to, Message message, Consumer<Boolean> outcome) {
    if (to.id().equals(node.self().id())) {
      node.timers()
          .afterMicros(
              0,
              () -> {
                applications.receive(self(), message);
                outcome.accept(true);
              });
      return;
    }
    transmitter.transmit(
        Transmission.direct(
            to,
            hopId -> new Direct(hopId, node.self(), to.id(), message),
            Optional.empty(),
            outcome));
  }

  /** Sends to a node that another has named, once; to strangers not to any number. */
  void sendNamed(Contact to, Contact by, Message message, Consumer<Boolean> outcome) {
    if (to.id().equals(node.self().id()) || to.equals(by)) {
      send(to, message, outcome);
    } else if (transmitter.isInTable(to) || connectionGater.mayTurnTo(to, by)) {
      transmitter.transmit(
          Transmission.direct(
              to,
              hopId -> new Direct(hopId, node.self(), to.id(), message),
              Optional.of(by),
              outcome));
    } else {
      node.counts().refused++;
      node.timers().afterMicros(0, () -> outcome.accept(false));
    }
  }

  /** One step of a route at this node: deliver it here or send it on. */
  private void advance(long messageId, Routed routed, Optional<Contact> hint) {
    Application application = applications.of(routed.message());
    if (application == null) {
      return;
    }
    Set<Id> excluded = excludedFor(routed.message());
    Optional<Contact> next = hint.or(() -> state.get().next(routed.key(), excluded));
    if (isClient() && next.isEmpty() && routed.ttl() > 0) {
      node.counts().lost++; // without a host it is no key's root
      return;
    }
    if (next.isEmpty() || routed.ttl() == 0) {
      deliver(application, messageId, routed, next.isEmpty() ? RouteEnd.ROOT : RouteEnd.TTL);
      return;
    }
    if (routed.hops() >= node.limits().maxHops()) {
      node.counts().hopLimit++;
      return;
    }
    Optional<Message> onward = application.forward(routed, next.get());
    if (onward.isEmpty()) {
      return;
    }
    node.counts().routed++;
    Route route =
        new Route(
            0,
            self(),
            messageId,
            routed.origin(),
            routed.key(),
            routed.hops() + 1,
            routed.ttl() - 1,
            onward.get());
    sendOn(next.get(), route, routed.via(), excluded);
  }

  /** A newcomer is never a hop of its own join: its own root is the one it looks for. */
  private static Set<Id> excludedFor(Message message) {
    return message instanceof Join join ? Set.of(join.joiner().id()) : Set.of();
  }

  private void deliver(Application application, long messageId, Routed routed, RouteEnd end) {
    if (delivered.add(messageId)) {
      node.counts().delivered++;
      application.deliver(routed, end);
    }
  }

  private void goAround(Transmission transmission, Onward onward) {
    Route route = onward.message();
    boolean lastHop = node.table().leafSet().covers(route.key());
    boolean known = node.table().neighbour(transmission.to.id()) != null;
    if (!(lastHop && known && transmission.attemptsAtHop < 3)) {
      onward.excluded().add(transmission.to.id());
    }
    Optional<Contact> next = state.get().next(route.key(), onward.excluded());
    if (next.isPresent()) {
      if (!next.get().equals(transmission.to)) {
        transmission.to = next.get();
        transmission.attemptsAtHop = 0;
      }
      transmitter.transmit(transmission);
    } else if (isClient() || node.table().leafSet().isEmpty()) {
      // All neighbours fell silent at once: this node is cut off rather than the root.
      node.counts().lost++;
      transmission.outcome.accept(false);
    } else {
      deliverHere(route, onward.via());
    }
  }

  private void deliverHere(Route route, Contact via) {
    Application application = applications.of(route.payload());
    if (application != null) {
      Routed here =
          new Routed(
              route.key(), route.payload(), route.origin(), route.hops() - 1, route.ttl() + 1, via);
      deliver(application, route.messageId(), here, RouteEnd.ROOT);
    }
  }

  void received(Contact from, Route route) {
    node.outbox().send(from, new HopAck(route.hopId()));
    if (isNew(route.sender(), route.hopId())) {
      Routed routed =
          new Routed(route.key(), route.payload(), route.origin(), route.hops(), route.ttl(), from);
      advance(route.messageId(), routed, Optional.empty());
    }
  }

  /** What another node has sent this one; it can be answered over the link that this came by. */
  void received(Contact from, Direct direct) {
    if (!direct.target().equals(node.self().id())) {
      node.counts().misdirected++;
      return;
    }
    node.outbox().send(from, new HopAck(direct.hopId()));
    if (isNew(direct.sender(), direct.hopId())) {
      applications.receive(from, direct.payload());
    }
  }

  /**
   * Whether a transmission is no repetition. Hop ids are random and known to nobody but a sender
   * and its receiver, so nobody can choose one that gives another sender's number here.
   */
  private boolean isNew(Contact sender, long hopId) {
    return received.add(hopId ^ sender.id().high() ^ sender.id().middle());
  }

  /** What another node has sent this client, by its host's word. */
  void received(Contact from, Relay relay) {
    node.outbox().send(from, new HopAck(relay.hopId()));
    if (isNew(relay.origin(), relay.hopId())) {
      applications.receive(relay.origin(), relay.payload());
    }
  }
}
