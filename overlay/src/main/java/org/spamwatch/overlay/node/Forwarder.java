package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.RecentlySeen;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Join;
import org.spamwatch.overlay.node.OverlayMessage.Relay;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.routing.Neighbour;
import org.spamwatch.overlay.routing.RoundTrip;
import org.spamwatch.overlay.routing.RoutingTable;

/**
 * Moves messages: recursively towards a root, or straight to a node, each transmission acknowledged
 * by its receiver.
 *
 * <p>A hop that does not acknowledge in time is left out and the message goes another way; towards
 * the root itself (a leaf) it is repeated first, because going around a live root ends at a wrong
 * one. A repeated transmission keeps its hop id, by which, with the sender, it is acknowledged and
 * dropped; a message that arrives at its end twice is delivered once. Hop ids are random, so that
 * nobody but the receiver can acknowledge a transmission or pass another off as its repetition.
 * Passing a node twice is not suppressed: it may be the only way left.
 */
final class Forwarder {
  /** What is waiting for an acknowledgement. */
  private static final class Pending {
    final Message payload;
    final @Nullable Route route;
    final Consumer<Boolean> outcome;
    final Set<Id> excluded = new LinkedHashSet<>(2);
    @Nullable Contact via; // of a route that another node has handed over
    @Nullable Contact namedBy; // by whom alone it is known that this is for whom it is sent to
    final @Nullable Contact relayedFor;
    Contact to;
    long hopId;
    int attempts;
    int attemptsAtHop;
    long sentAtMicros;
    Timers.@Nullable Timer timer;

    Pending(Contact to, Message payload, @Nullable Route route, Consumer<Boolean> outcome) {
      this(to, payload, route, null, outcome);
    }

    Pending(
        Contact to,
        Message payload,
        @Nullable Route route,
        @Nullable Contact relayedFor,
        Consumer<Boolean> outcome) {
      this.relayedFor = relayedFor;
      this.to = to;
      this.payload = payload;
      this.route = route;
      this.outcome = outcome;
    }
  }

  /**
   * How often a routed message is sent again, in units of the retries: when many nodes come and go,
   * much of a table may be dead at a time, and each is found out by trying.
   */
  private static final int OTHER_HOPS = 4;

  /**
   * Longer than any message is under way: whoever sends it gives up after 13 attempts of a few
   * seconds at most, and a link that does not take it is given up after 30 seconds.
   */
  private static final Duration REPEATED_WITHIN = Duration.ofMinutes(5);

  private final Contact own;
  private Contact self;
  private @Nullable Contact host;
  private boolean client;
  private final OverlayConfig config;
  private final Limits limits;
  private final Timers timers;
  private final Outbox outbox;
  private final RandomGenerator random;
  private final RoutingTable table;
  private final Counts counts;
  private final Consumer<Contact> suspect;
  private @Nullable ConnectionGater connectionGater;
  private final List<Application> applications = new ArrayList<>(4);
  private final Map<Long, Pending> pending = new LinkedHashMap<>();
  private final RecentlySeen<Long> received;
  private final RecentlySeen<Long> delivered;
  private final List<Runnable> waiting = new ArrayList<>(0);
  private boolean joining;

  Forwarder(
      Contact self,
      OverlayConfig config,
      Limits limits,
      Timers timers,
      Outbox outbox,
      RandomGenerator random,
      RoutingTable table,
      Counts counts,
      Consumer<Contact> suspect) {
    this.own = self;
    this.self = self;
    this.config = config;
    this.limits = limits;
    this.timers = timers;
    this.outbox = outbox;
    this.random = random;
    this.table = table;
    this.counts = counts;
    this.suspect = suspect;
    this.received = new RecentlySeen<>(limits.maxRemembered(), timers, REPEATED_WITHIN);
    this.delivered = new RecentlySeen<>(limits.maxRemembered(), timers, REPEATED_WITHIN);
  }

  void register(Application application) {
    applications.add(application);
  }

  /** Entries held for others, for tests of the bounds. */
  int held() {
    return pending.size() + received.size() + delivered.size() + waiting.size();
  }

  List<Application> applications() {
    return applications;
  }

  /**
   * This node is a client from now on: a host, if it has one, is the first hop of all it routes.
   *
   * @param contact by which it is reached
   */
  void attached(Contact contact, @Nullable Contact itsHost) {
    self = contact;
    host = itsHost;
    client = true;
    if (itsHost == null) {
      joining(); // until there is one, what is to be routed waits
    } else {
      joined();
    }
  }

  /** This node is a client no more: it routes by its own tables, once it has joined. */
  void detached() {
    self = own;
    host = null;
    client = false;
  }

  /** Passes a message on to a client of this node. */
  void relay(Contact to, Contact origin, Message message, Consumer<Boolean> outcome) {
    transmit(new Pending(to, message, null, origin, outcome));
  }

  private Optional<Contact> next(Id key, Set<Id> excluded) {
    return client ? Optional.ofNullable(host) : table.next(key, excluded);
  }

  void route(Id key, Message message, int ttl, Optional<Contact> hint) {
    if (joining && ttl > 0) {
      // By empty tables every key is rooted here: wait until this node knows better.
      if (waiting.size() < limits.maxPendingHops()) {
        waiting.add(() -> route(key, message, ttl, hint));
      } else {
        counts.refused++;
      }
      return;
    }
    int capped = Math.min(Math.max(ttl, 0), limits.maxHops());
    Optional<Contact> usable = hint.filter(hop -> table.makesProgress(key, hop));
    advance(random.nextLong(), new Routed(key, message, self, 0, capped), usable);
  }

  /** This node does not know its neighbours yet: routes wait, and go by no way through it. */
  void joining() {
    joining = true;
  }

  /** Now it does: what waited for that goes its way, on a later turn. */
  void joined() {
    joining = false;
    timers.afterMicros(
        0,
        () -> {
          List<Runnable> all = List.copyOf(waiting);
          waiting.clear();
          all.forEach(Runnable::run);
        });
  }

  /** Begins a route at a given first hop whatever the tables say: how a newcomer joins. */
  void routeVia(Contact first, Id key, Message message) {
    Route route =
        new Route(0, self, random.nextLong(), self, key, 1, limits.maxHops() - 1, message);
    transmit(new Pending(first, message, route, acknowledged -> {}));
  }

  void send(Contact to, Message message, Consumer<Boolean> outcome) {
    if (to.id().equals(self.id())) {
      timers.afterMicros(
          0,
          () -> {
            receive(self, message);
            outcome.accept(true);
          });
      return;
    }
    transmit(new Pending(to, message, null, outcome));
  }

  /** By whom it is known whether a node that another names is a stranger. */
  void connectionGater(ConnectionGater known) {
    connectionGater = known;
  }

  /** Sends to a node that another has named, once; to strangers not to any number. */
  void sendNamed(Contact to, Contact by, Message message, Consumer<Boolean> outcome) {
    if (connectionGater == null || to.id().equals(self.id()) || to.equals(by)) {
      send(to, message, outcome);
    } else if (isInTable(to) || connectionGater.mayTurnTo(to, by)) {
      Pending transmission = new Pending(to, message, null, outcome);
      transmission.namedBy = by;
      transmit(transmission);
    } else {
      counts.refused++;
      timers.afterMicros(0, () -> outcome.accept(false));
    }
  }

  private boolean isInTable(Contact contact) {
    Neighbour neighbour = table.neighbour(contact.id());
    return neighbour != null && neighbour.contact().equals(contact);
  }

  private void receive(Contact from, Message message) {
    Application application = applicationFor(message);
    if (application != null) {
      application.receive(from, message);
    }
  }

  private @Nullable Application applicationFor(Message message) {
    for (Application application : applications) {
      if (application.accepts(message)) {
        return application;
      }
    }
    counts.misdirected++;
    return null;
  }

  /** One step of a route at this node: deliver it here or send it on. */
  private void advance(long messageId, Routed routed, Optional<Contact> hint) {
    Application application = applicationFor(routed.message());
    if (application == null) {
      return;
    }
    Set<Id> excluded = excludedFor(routed.message());
    Optional<Contact> next = hint.or(() -> next(routed.key(), excluded));
    if (client && next.isEmpty() && routed.ttl() > 0) {
      counts.lost++; // without a host it is no key's root
      return;
    }
    if (next.isEmpty() || routed.ttl() == 0) {
      deliver(application, messageId, routed, next.isEmpty() ? RouteEnd.ROOT : RouteEnd.TTL);
      return;
    }
    if (routed.hops() >= limits.maxHops()) {
      counts.hopLimit++;
      return;
    }
    Optional<Message> onward = application.forward(routed, next.get());
    if (onward.isEmpty()) {
      return;
    }
    counts.routed++;
    Route route =
        new Route(
            0,
            self,
            messageId,
            routed.origin(),
            routed.key(),
            routed.hops() + 1,
            routed.ttl() - 1,
            onward.get());
    Pending transmission = new Pending(next.get(), onward.get(), route, acknowledged -> {});
    transmission.via = routed.via();
    transmission.excluded.addAll(excluded);
    transmit(transmission);
  }

  /** A newcomer is never a hop of its own join: its own root is the one it looks for. */
  private static Set<Id> excludedFor(Message message) {
    return message instanceof Join join ? Set.of(join.joiner().id()) : Set.of();
  }

  private void deliver(Application application, long messageId, Routed routed, RouteEnd end) {
    if (delivered.add(messageId)) {
      counts.delivered++;
      application.deliver(routed, end);
    }
  }

  private void transmit(Pending transmission) {
    if (pending.size() >= mostPending(transmission.route)) {
      counts.refused++;
      transmission.outcome.accept(false);
      return;
    }
    if (transmission.attemptsAtHop == 0) {
      transmission.hopId = random.nextLong();
    }
    long hopId = transmission.hopId;
    transmission.attempts++;
    transmission.attemptsAtHop++;
    if (transmission.attemptsAtHop == 1) {
      transmission.sentAtMicros = timers.nowMicros();
    }
    transmission.timer =
        timers.afterMicros(timeoutMicros(transmission), () -> unacknowledged(hopId));
    pending.put(hopId, transmission);
    Route r = transmission.route;
    if (r != null) {
      outbox.sendToOwn(
          transmission.to,
          new Route(
              hopId, own, r.messageId(), r.origin(), r.key(), r.hops(), r.ttl(), r.payload()));
    } else if (isInTable(transmission.to)
        || connectionGater == null
        || connectionGater.isFamiliar(transmission.to.endpoint())) {
      outbox.send(transmission.to, direct(transmission, hopId));
    } else {
      // Of whom this node knows by others only, one link more or less is of no importance.
      outbox.sendToStranger(
          transmission.to,
          Optional.ofNullable(transmission.namedBy).map(Contact::endpoint),
          direct(transmission, hopId));
    }
  }

  private Message direct(Pending transmission, long hopId) {
    return transmission.relayedFor == null
        ? new Direct(hopId, own, transmission.to.id(), transmission.payload)
        : new Relay(hopId, own, transmission.relayedFor, transmission.payload);
  }

  /** What passes through leaves a quarter of the room to what this node itself has to say. */
  private int mostPending(@Nullable Route route) {
    boolean passing = route != null && !route.origin().equals(self);
    return passing
        ? limits.maxPendingHops() - limits.maxPendingHops() / 4
        : limits.maxPendingHops();
  }

  private long timeoutMicros(Pending transmission) {
    Neighbour neighbour = table.neighbour(transmission.to.id());
    long once =
        neighbour == null
            ? RoundTrip.UNKNOWN_TIMEOUT_MICROS
            : neighbour.roundTrip().timeoutMicros();
    return (once << Math.min(transmission.attemptsAtHop - 1, 3)) + timers.lateMicros();
  }

  private void unacknowledged(long hopId) {
    Pending transmission = pending.remove(hopId);
    if (transmission == null) {
      return;
    }
    suspect.accept(transmission.to);
    int most = config.retries() * (transmission.route == null ? 1 : OTHER_HOPS);
    if (transmission.attempts > most || transmission.namedBy != null) {
      counts.lost++;
      transmission.outcome.accept(false);
      return;
    }
    counts.rerouted++;
    if (transmission.route == null) {
      transmit(transmission);
    } else {
      reroute(transmission, transmission.route);
    }
  }

  private void reroute(Pending transmission, Route route) {
    boolean lastHop = table.leafSet().covers(route.key());
    boolean known = table.neighbour(transmission.to.id()) != null;
    if (!(lastHop && known && transmission.attemptsAtHop < 3)) {
      transmission.excluded.add(transmission.to.id());
    }
    Optional<Contact> next = next(route.key(), transmission.excluded);
    if (next.isEmpty() && (client || table.leafSet().isEmpty())) {
      // All neighbours fell silent at once: this node is cut off rather than the root.
      counts.lost++;
      transmission.outcome.accept(false);
      return;
    }
    if (next.isEmpty()) {
      Application application = applicationFor(route.payload());
      if (application != null) {
        Routed here =
            new Routed(
                route.key(),
                route.payload(),
                route.origin(),
                route.hops() - 1,
                route.ttl() + 1,
                transmission.via == null ? route.origin() : transmission.via);
        deliver(application, route.messageId(), here, RouteEnd.ROOT);
      }
      return;
    }
    if (!next.get().equals(transmission.to)) {
      transmission.to = next.get();
      transmission.attemptsAtHop = 0;
    }
    transmit(transmission);
  }

  void acknowledged(HopAck ack) {
    Pending transmission = pending.remove(ack.hopId());
    if (transmission == null) {
      return;
    }
    if (transmission.timer != null) {
      transmission.timer.cancel();
    }
    Neighbour neighbour = table.neighbour(transmission.to.id());
    if (neighbour != null) {
      neighbour.heard(timers.nowMicros());
    }
    long now = timers.nowMicros();
    long elapsed = now - transmission.sentAtMicros;
    if (neighbour != null && transmission.attemptsAtHop == 1) {
      table.measured(neighbour, elapsed, now);
    } else if (neighbour != null) {
      neighbour.roundTrip().addRepeated(elapsed);
    }
    transmission.outcome.accept(true);
  }

  void received(Contact from, Route route) {
    if (joining) {
      // Not acknowledged: the sender goes another way, for nobody can be reached by this node yet.
      counts.misdirected++;
      return;
    }
    outbox.send(from, new HopAck(route.hopId()));
    if (isNew(route.sender(), route.hopId())) {
      Routed routed =
          new Routed(route.key(), route.payload(), route.origin(), route.hops(), route.ttl(), from);
      advance(route.messageId(), routed, Optional.empty());
    }
  }

  /** What another node has sent this one; it can be answered over the link that this came by. */
  void received(Contact from, Direct direct) {
    if (!direct.target().equals(self.id())) {
      counts.misdirected++;
      return;
    }
    outbox.send(from, new HopAck(direct.hopId()));
    if (isNew(direct.sender(), direct.hopId())) {
      receive(from, direct.payload());
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
    outbox.send(from, new HopAck(relay.hopId()));
    if (isNew(relay.origin(), relay.hopId())) {
      receive(relay.origin(), relay.payload());
    }
  }

  /** The driver could not reach an endpoint: do not wait for the time-outs of what was sent. */
  void linkFailed(Endpoint endpoint) {
    List<Long> affected = new ArrayList<>();
    pending.forEach(
        (hopId, transmission) -> {
          if (transmission.to.endpoint().equals(endpoint)) {
            affected.add(hopId);
          }
        });
    for (long hopId : affected) {
      Pending transmission = pending.get(hopId);
      if (transmission != null && transmission.timer != null) {
        transmission.timer.cancel();
        // A short pause, longer each time, so that a node that restarts is met again.
        long pause = 100_000L << Math.min(transmission.attemptsAtHop - 1, 4);
        boolean goAround = transmission.route != null;
        transmission.attemptsAtHop = goAround ? 3 : transmission.attemptsAtHop;
        transmission.timer = timers.afterMicros(goAround ? 0 : pause, () -> unacknowledged(hopId));
      }
    }
  }
}
