package org.spamwatch.overlay.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.node.OverlayMessage.Spoken;
import org.spamwatch.overlay.routing.Neighbour;

/** One node whose only company is the test: what it sends is looked at, what it hears made up. */
final class LoneNode implements Application {
  final Contact self = contact("5000");
  final Timers timers = new Timers(0);
  final Outbox outbox = new Outbox();
  final OverlayNode node;
  final List<Message> received = new ArrayList<>();
  final List<Routed> delivered = new ArrayList<>();
  final List<RouteEnd> ends = new ArrayList<>();
  final List<Routed> forwarded = new ArrayList<>();
  final List<String> updates = new ArrayList<>();
  final List<String> pinged = new ArrayList<>(); // who answered in run
  BiFunction<Routed, Contact, Optional<Message>> onForward =
      (routed, next) -> Optional.of(routed.message());

  LoneNode(Limits limits) {
    node =
        new OverlayNode(
            self, OverlayConfig.DEFAULT, limits, timers, outbox, new SplittableRandom(1));
    node.register(this);
  }

  LoneNode() {
    this(Limits.DEFAULT);
  }

  /** The node at an endpoint of this name, which is its id too if it is hexadecimal. */
  static Contact contact(String name) {
    boolean isId = name.matches("[0-9a-f]+");
    Id id = isId ? Id.ofHex(name) : Id.random(new SplittableRandom(name.hashCode()));
    return new Contact(id, endpoint(name));
  }

  static Endpoint endpoint(String name) {
    return new Endpoint("n" + name, 1);
  }

  /** A node that serves at once, with these in its tables and nobody answering. */
  LoneNode knowing(String... ids) {
    if (!node.isJoined()) {
      node.start(List.of());
    }
    for (String id : ids) {
      Neighbour neighbour = new Neighbour(contact(id));
      neighbour.roundTrip().add(20_000, timers.nowMicros());
      node.table().add(neighbour);
    }
    return this;
  }

  List<Send> sent() {
    return outbox.take();
  }

  <M> List<M> sent(Class<M> type) {
    return sent().stream().map(Send::message).filter(type::isInstance).map(type::cast).toList();
  }

  void hear(String from, Message message) {
    node.receive(contact(from), message);
  }

  /** Hears it from whom it names as its sender, as only that node can say it over its link. */
  void hear(Spoken message) {
    node.receive(message.sender(), message);
  }

  /** Runs the clock, all pings of the living answered at once; returns what else was sent. */
  List<Send> run(long millis, String... living) {
    List<Send> sent = new ArrayList<>();
    long end = timers.nowMicros() + millis * 1000;
    do {
      for (Send send : sent()) {
        String host = send.to().host().substring(1);
        if (send.message() instanceof Ping ping && List.of(living).contains(host)) {
          pinged.add(host);
          hear(new Pong(ping.nonce(), contact(host)));
        } else {
          sent.add(send);
        }
      }
      timers.advance(Math.min(end, timers.nextDeadlineMicros().orElse(end)));
    } while (timers.nowMicros() < end);
    sent.addAll(sent());
    return sent;
  }

  void acknowledge(Message message) {
    long hopId = message instanceof Route route ? route.hopId() : ((Direct) message).hopId();
    hear("a000", new HopAck(hopId));
  }

  @Override
  public boolean accepts(Message message) {
    return message instanceof Cluster.Note;
  }

  @Override
  public Optional<Message> forward(Routed routed, Contact next) {
    forwarded.add(routed);
    return onForward.apply(routed, next);
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {
    delivered.add(routed);
    ends.add(end);
  }

  @Override
  public void receive(Contact from, Message message) {
    received.add(message);
  }

  @Override
  public void update(Contact neighbour, boolean joined) {
    updates.add((joined ? "+" : "-") + neighbour.id().toString().substring(0, 4));
  }
}
