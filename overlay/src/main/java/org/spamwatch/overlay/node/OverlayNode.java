package org.spamwatch.overlay.node;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.Leaving;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.node.OverlayMessage.RowRequest;
import org.spamwatch.overlay.node.OverlayMessage.Rows;
import org.spamwatch.overlay.routing.Neighbour;
import org.spamwatch.overlay.routing.RoutingTable;

/**
 * One node of the overlay: a deterministic state machine that a driver feeds messages, link
 * failures and time, and whose effects are the {@link org.spamwatch.overlay.Send}s in its {@link
 * Outbox}. Given the same inputs, times and random numbers it does the same.
 *
 * <p>A driver's turn: {@link Timers#advance}, then one input, then carry out {@link Outbox#take}.
 * Not thread-safe: one turn at a time. {@code docs/architecture.md} tells the whole story.
 */
public final class OverlayNode implements KeyBasedRouting {
  private final Contact self;
  private final RoutingTable table;
  private final Counts counts = new Counts();
  private final Prober prober;
  private final Membership membership;
  private final Transit transit;

  /**
   * A node that knows nobody and does nothing yet.
   *
   * @param self its id and the endpoint at which others reach it
   * @param random its own source of randomness
   */
  public OverlayNode(
      Contact self,
      OverlayConfig config,
      Limits limits,
      Timers timers,
      Outbox outbox,
      RandomGenerator random) {
    this.self = self;
    this.table = new RoutingTable(self, config.leafSideSize());
    this.prober = new Prober(self, limits, timers, outbox, random, counts);
    this.membership =
        new Membership(self, config, limits, timers, outbox, random, table, prober, counts);
    this.transit = membership.transit();
    transit.register(membership);
  }

  /**
   * Joins the overlay through any of the seeds, or begins one of its own if there is none. If no
   * seed answers, the node serves alone after some seconds and goes on trying.
   */
  public void start(List<Endpoint> seeds) {
    membership.start(
        seeds,
        (contact, joined) ->
            transit.applications().forEach(application -> application.update(contact, joined)));
  }

  /** Whether this node takes part: it knows its neighbours, or is alone. */
  public boolean isJoined() {
    return membership.isJoined();
  }

  /** Tells the neighbours that this node leaves; it answers nothing from then on. */
  public void leave() {
    membership.leave();
  }

  /**
   * Driver: a message has arrived.
   *
   * @param from the endpoint by which the sender can be answered
   */
  public void receive(Endpoint from, Message message) {
    if (message instanceof HopAck ack) {
      transit.acknowledged(ack);
    } else if (membership.hasLeft()) {
      counts.misdirected++;
    } else if (message instanceof Route route) {
      transit.received(from, route);
    } else if (message instanceof Direct direct) {
      transit.received(from, direct);
    } else if (message instanceof Ping ping) {
      membership.received(from, ping);
    } else if (message instanceof Pong pong) {
      prober.pong(from, pong);
    } else if (message instanceof Leaves leaves) {
      membership.received(from, leaves);
    } else if (message instanceof Rows rows) {
      membership.received(from, rows);
    } else if (message instanceof RowRequest request) {
      membership.received(from, request);
    } else if (message instanceof Leaving leaving) {
      membership.received(leaving);
    } else {
      counts.misdirected++;
    }
  }

  /** Driver: an endpoint could not be reached, or its link broke. */
  public void linkFailed(Endpoint to) {
    prober.linkFailed(to);
    transit.linkFailed(to);
  }

  @Override
  public Contact self() {
    return self;
  }

  @Override
  public void register(Application application) {
    transit.register(application);
  }

  @Override
  public void route(Id key, Message message, int ttl, Optional<Contact> hint) {
    transit.route(key, message, ttl, hint);
  }

  @Override
  public List<Contact> firstHops(Id key, int count) {
    return table.firstHops(key, count);
  }

  @Override
  public void send(Contact to, Message message, Consumer<Boolean> outcome) {
    transit.send(to, message, outcome);
  }

  @Override
  public boolean isRoot(Id key) {
    return table.next(key, Set.of()).isEmpty();
  }

  @Override
  public List<Contact> replicaSet(Id key, int count) {
    return table.closestTo(key, count);
  }

  /** The nodes of the leaf set, clockwise first. */
  public List<Contact> leaves() {
    return table.leafSet().neighbours().stream().map(Neighbour::contact).toList();
  }

  /** Every node in the tables. */
  public List<Contact> neighbours() {
    return table.neighbours().stream().map(Neighbour::contact).toList();
  }

  /** What this node has done so far. */
  public OverlayCounters counters() {
    return counts.snapshot();
  }

  /** Entries held because of what others sent, tables aside, for tests of the bounds. */
  int held() {
    return transit.held() + membership.held();
  }

  /** The tables, for tests that build a static mesh. */
  RoutingTable table() {
    return table;
  }
}
