package org.spamwatch.overlay.node;

import java.util.ArrayList;
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
  private final NodeContext context;
  private final RateLimiter rateLimiter;
  private final ConnectionGater connectionGater;
  private final Lifecycle life;

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
    RoutingTable table =
        new RoutingTable(self, config.leafSideSize(), diversity, random.nextLong());
    this.context =
        new NodeContext(self, config, limits, timers, outbox, random, table, new Counts());
    this.rateLimiter = new RateLimiter(limits.traffic(), timers);
    this.connectionGater = new ConnectionGater(limits, timers);
    this.life = new Lifecycle(context, connectionGater);
  }

  private boolean isClient() {
    return life.state().role() == Role.CLIENT;
  }

  /**
   * Gives the node others to join through beside its seeds: what {@link #knownHosts} said in an
   * earlier life of it. To be called before it starts.
   */
  public void remember(List<KnownHost> hosts) {
    life.ring.remember(hosts);
  }

  /** Which part the node is to take; a member's unless told. To be called before it starts. */
  public void take(Role role) {
    life.want(role);
  }

  /** The part it takes; {@link Role#AUTO} while it finds out. */
  public Role role() {
    return life.state().role();
  }

  /** The host of a client that has one. */
  public Optional<Contact> host() {
    return life.relayClient.host();
  }

  /** How many clients this node is the host of. */
  public int clients() {
    return life.relayServer.clients();
  }

  /**
   * Joins the overlay through any of the seeds, or begins one of its own if there is none. If no
   * seed answers, the node serves alone after some seconds and goes on trying. Seeds, and nodes
   * that are remembered, are asked in random order, some at a time.
   */
  public void start(List<Endpoint> seeds) {
    life.start(seeds);
  }

  /** Whether this node takes part: it and the nodes next to it know each other, or it is alone. */
  public boolean isJoined() {
    return life.state().isJoined();
  }

  /**
   * The nodes to remember over a restart, the best first: leaves and those known the longest, all
   * reached by probes of this node's own; at most 64.
   */
  public List<KnownHost> knownHosts() {
    return life.ring.knownHosts();
  }

  /** Tells the neighbours that this node leaves; it answers nothing from then on. */
  public void leave() {
    life.leave();
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
      context.counts().overRate++;
    } else if (message instanceof Spoken spoken && !spoken.sender().equals(speaker)) {
      context.counts().forged++;
    } else {
      connectionGater.heard(peer);
      if (message instanceof OverlayMessage ours) {
        ours.dispatch(peer, life.state());
      } else {
        life.state().misdirected();
      }
    }
  }

  /** Driver: an endpoint could not be reached, or its link broke. */
  public void linkFailed(Endpoint to) {
    connectionGater.linkFailed(to);
    life.ring.prober.linkFailed(to);
    life.transmitter.linkFailed(to);
    life.dialBackProbe.linkFailed(to);
    life.relayClient.linkFailed(to);
  }

  @Override
  public Contact self() {
    return life.state().contact();
  }

  @Override
  public void register(Application application) {
    life.applications.register(application);
  }

  @Override
  public void route(Id key, Message message, int ttl, Optional<Contact> hint) {
    life.forwarder.route(key, message, ttl, hint);
  }

  @Override
  public List<Contact> firstHops(Id key, int count) {
    return context.table().firstHops(key, count);
  }

  @Override
  public void send(Contact to, Message message, Consumer<Boolean> outcome) {
    life.forwarder.send(to, message, outcome);
  }

  @Override
  public void sendNamed(Contact to, Contact by, Message message, Consumer<Boolean> outcome) {
    life.forwarder.sendNamed(to, by, message, outcome);
  }

  @Override
  public boolean isRoot(Id key) {
    return !isClient() && context.table().next(key, Set.of()).isEmpty();
  }

  @Override
  public boolean isAlone() {
    return !isClient() && life.ring.isAlone();
  }

  @Override
  public List<Contact> replicaSet(Id key, int count) {
    return isClient() ? List.of() : context.table().closestTo(key, count);
  }

  @Override
  public List<Contact> known() {
    return isClient() || life.state() instanceof Left ? List.of() : neighbours();
  }

  @Override
  public List<Contact> seeds() {
    return life.ring.bootstrapSelection.seedsMet();
  }

  @Override
  public void meet(Contact contact) {
    life.state().meet(contact);
  }

  @Override
  public void askForHandover() {
    life.state().askForHandover();
  }

  @Override
  public List<Contact> closestKnown(Id key, int count) {
    if (isClient()) {
      return List.of();
    }
    List<Contact> closest = new ArrayList<>();
    insert(self(), key, closest, count);
    for (Neighbour neighbour : context.table().neighbours()) {
      insert(neighbour.contact(), key, closest, count);
    }
    return List.copyOf(closest);
  }

  /** Puts a contact among the closest to a key, the closest first, unless so many are closer. */
  private static void insert(Contact contact, Id key, List<Contact> closest, int most) {
    int place = closest.size();
    while (place > 0 && contact.id().isCloserTo(key, closest.get(place - 1).id())) {
      place--;
    }
    if (place < most) {
      closest.add(place, contact);
      if (closest.size() > most) {
        closest.remove(most);
      }
    }
  }

  /** The nodes of the leaf set, clockwise first. */
  public List<Contact> leaves() {
    return context.table().leafSet().neighbours().stream().map(Neighbour::contact).toList();
  }

  /** Every node in the tables. */
  public List<Contact> neighbours() {
    List<Contact> all = new ArrayList<>();
    context.table().neighbours().forEach(neighbour -> all.add(neighbour.contact()));
    return all;
  }

  /** What this node has done so far. */
  public OverlayCounters counters() {
    return context.counts().snapshot();
  }

  /** Entries held because of what others sent, the tables aside. */
  public int held() {
    return life.forwarder.held()
        + life.ring.held()
        + life.state().held()
        + life.relayServer.held()
        + rateLimiter.held()
        + connectionGater.held();
  }

  /**
   * The tables by which this node routes: for whoever looks at routing itself, or builds a static
   * mesh of nodes that are never started. Those of a started node are not to be changed.
   */
  public RoutingTable table() {
    return context.table();
  }
}
