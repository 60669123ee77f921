package org.spamwatch.overlay.node;

import java.util.ArrayList;
import java.util.Comparator;
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
import org.spamwatch.overlay.node.OverlayMessage.NodeDown;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.node.OverlayMessage.RowRequest;
import org.spamwatch.overlay.node.OverlayMessage.Rows;
import org.spamwatch.overlay.node.OverlayMessage.Spoken;
import org.spamwatch.overlay.routing.Diversity;
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
  private final RoutingTable table;
  private final Counts counts = new Counts();
  private final RateLimiter rateLimiter;
  private final ConnectionGater connectionGater;
  private final Prober prober;
  private final Maintenance maintenance;
  private final Forwarder forwarder;
  private final ProximitySelection proximitySelection;
  private final NodeState nodeState;

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
    Diversity diversity = new Diversity(limits.maxPerGroupInRow(), limits.maxPerGroupInTable());
    this.table = new RoutingTable(self, config.leafSideSize(), diversity, random.nextLong());
    this.rateLimiter = new RateLimiter(limits.traffic(), timers);
    this.connectionGater = new ConnectionGater(limits, timers);
    this.prober = new Prober(self, limits, timers, outbox, random, connectionGater, counts);
    this.maintenance =
        new Maintenance(
            self, config, limits, timers, outbox, random, table, prober, connectionGater, counts);
    this.forwarder = maintenance.forwarder();
    forwarder.connectionGater(connectionGater);
    this.proximitySelection = maintenance.proximitySelection();
    forwarder.register(maintenance);
    forwarder.register(new Passing(counts));
    this.nodeState =
        new NodeState(self, limits, timers, outbox, random, table, maintenance, counts);
  }

  /**
   * Gives the node others to join through beside its seeds: what {@link #knownHosts} said in an
   * earlier life of it. To be called before it starts.
   */
  public void remember(List<KnownHost> hosts) {
    maintenance.remember(hosts);
  }

  /** Which part the node is to take; a member's unless told. To be called before it starts. */
  public void take(Role role) {
    nodeState.want(role);
  }

  /** The part it takes; {@link Role#AUTO} while it finds out. */
  public Role role() {
    return nodeState.role();
  }

  /** The host of a client that has one. */
  public Optional<Contact> host() {
    return nodeState.host();
  }

  /** How many clients this node is the host of. */
  public int clients() {
    return nodeState.clients();
  }

  /**
   * Joins the overlay through any of the seeds, or begins one of its own if there is none. If no
   * seed answers, the node serves alone after some seconds and goes on trying. Seeds, and nodes
   * that are remembered, are asked in random order, some at a time.
   */
  public void start(List<Endpoint> seeds) {
    nodeState.start(
        seeds,
        () ->
            maintenance.start(
                seeds,
                (contact, joined) ->
                    forwarder
                        .applications()
                        .forEach(application -> application.update(contact, joined))));
  }

  /** Whether this node takes part: it and the nodes next to it know each other, or it is alone. */
  public boolean isJoined() {
    return nodeState.isJoined();
  }

  /**
   * The nodes to remember over a restart, the best first: leaves and those known the longest, all
   * reached by probes of this node's own; at most 64.
   */
  public List<KnownHost> knownHosts() {
    return maintenance.knownHosts();
  }

  /** Tells the neighbours that this node leaves; it answers nothing from then on. */
  public void leave() {
    nodeState.leave();
  }

  /**
   * Driver: a message has arrived.
   *
   * @param speaker who sent it, as its link has proven, and the endpoint by which to answer; what
   *     another one is said to have sent is dropped
   */
  public void receive(Contact speaker, Message message) {
    receive(speaker, speaker.endpoint(), message);
  }

  /**
   * Driver: a message has arrived over a link whose other end does not come from where it claims.
   *
   * @param speaker who sent it: its id is proven, its endpoint what it claims
   * @param from the endpoint by which to answer it over that very link
   */
  public void receive(Contact speaker, Endpoint from, Message message) {
    Contact peer = from.equals(speaker.endpoint()) ? speaker : new Contact(speaker.id(), from);
    if (!rateLimiter.admits(from, message)) {
      counts.overRate++;
      return;
    } else if (message instanceof Spoken spoken && !spoken.sender().equals(speaker)) {
      counts.forged++;
      return;
    }
    connectionGater.heard(peer);
    if (message instanceof HopAck ack) {
      forwarder.acknowledged(ack);
    } else if (nodeState.hasLeft()) {
      counts.misdirected++;
    } else if (message instanceof OverlayMessage ours && nodeState.received(peer, ours)) {
      return;
    } else if (message instanceof Route route) {
      forwarder.received(peer, route);
    } else if (message instanceof Direct direct) {
      forwarder.received(peer, direct);
    } else if (message instanceof Ping ping) {
      maintenance.received(peer, ping);
    } else if (message instanceof Pong pong) {
      prober.pong(from, pong);
    } else if (message instanceof Leaves leaves) {
      maintenance.received(from, leaves);
    } else if (message instanceof Rows rows) {
      proximitySelection.received(from, rows);
    } else if (message instanceof RowRequest request) {
      proximitySelection.received(from, request);
    } else if (message instanceof NodeDown gone) {
      maintenance.received(gone);
    } else {
      counts.misdirected++;
    }
  }

  /** Driver: an endpoint could not be reached, or its link broke. */
  public void linkFailed(Endpoint to) {
    connectionGater.linkFailed(to);
    prober.linkFailed(to);
    forwarder.linkFailed(to);
    nodeState.linkFailed(to);
  }

  @Override
  public Contact self() {
    return nodeState.contact();
  }

  @Override
  public void register(Application application) {
    forwarder.register(application);
  }

  @Override
  public void route(Id key, Message message, int ttl, Optional<Contact> hint) {
    forwarder.route(key, message, ttl, hint);
  }

  @Override
  public List<Contact> firstHops(Id key, int count) {
    return table.firstHops(key, count);
  }

  @Override
  public void send(Contact to, Message message, Consumer<Boolean> outcome) {
    forwarder.send(to, message, outcome);
  }

  @Override
  public void sendNamed(Contact to, Contact by, Message message, Consumer<Boolean> outcome) {
    forwarder.sendNamed(to, by, message, outcome);
  }

  @Override
  public boolean isRoot(Id key) {
    return !nodeState.isClient() && table.next(key, Set.of()).isEmpty();
  }

  @Override
  public boolean isAlone() {
    return !nodeState.isClient() && maintenance.isAlone();
  }

  @Override
  public List<Contact> replicaSet(Id key, int count) {
    return nodeState.isClient() ? List.of() : table.closestTo(key, count);
  }

  @Override
  public List<Contact> known() {
    return nodeState.isClient() || nodeState.hasLeft() ? List.of() : neighbours();
  }

  @Override
  public List<Contact> seeds() {
    return maintenance.seedsMet();
  }

  @Override
  public void meet(Contact contact) {
    maintenance.meet(contact);
  }

  @Override
  public void askForHandover() {
    maintenance.askForHandover();
  }

  @Override
  public List<Contact> closestKnown(Id key, int count) {
    if (nodeState.isClient()) {
      return List.of();
    }
    List<Contact> all = neighbours();
    all.add(self());
    Comparator<Id> closeness = (a, b) -> a.equals(b) ? 0 : a.isCloserTo(key, b) ? -1 : 1;
    return all.stream().sorted(Comparator.comparing(Contact::id, closeness)).limit(count).toList();
  }

  /** The nodes of the leaf set, clockwise first. */
  public List<Contact> leaves() {
    return table.leafSet().neighbours().stream().map(Neighbour::contact).toList();
  }

  /** Every node in the tables. */
  public List<Contact> neighbours() {
    List<Contact> all = new ArrayList<>();
    table.neighbours().forEach(neighbour -> all.add(neighbour.contact()));
    return all;
  }

  /** What this node has done so far. */
  public OverlayCounters counters() {
    return counts.snapshot();
  }

  /** Entries held because of what others sent, the tables aside. */
  public int held() {
    return forwarder.held()
        + maintenance.held()
        + nodeState.held()
        + rateLimiter.held()
        + connectionGater.held();
  }

  /**
   * The tables by which this node routes: for whoever looks at routing itself, or builds a static
   * mesh of nodes that are never started. Those of a started node are not to be changed.
   */
  public RoutingTable table() {
    return table;
  }
}
