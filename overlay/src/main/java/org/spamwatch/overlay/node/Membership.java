package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.node.OverlayMessage.Join;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.Leaving;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.RowRequest;
import org.spamwatch.overlay.node.OverlayMessage.Rows;
import org.spamwatch.overlay.routing.Neighbour;
import org.spamwatch.overlay.routing.RoundTrip;
import org.spamwatch.overlay.routing.RoutingTable;

/**
 * Joins the ring and keeps the tables true: periodic exchange of leaf sets and rows, pings, and the
 * removal of nodes that stopped answering.
 *
 * <p>Two rules hold throughout. A node enters a table only after this node's own probe of it
 * succeeded, so nobody can be advertised into it. And a node answers probes only once it has
 * joined, so nobody routes by a node that does not know its neighbours yet. Source: Rhea et al.,
 * Handling Churn in a DHT (Bamboo, 2004), sections 4 and 5.
 */
final class Membership implements Application {
  /** How long a newcomer waits for the leaves of its root before it asks again. */
  private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(3);

  /** Attempts to reach any seed before a node serves alone (and keeps trying). */
  private static final int ATTEMPTS_BEFORE_ALONE = 3;

  private static final Duration DEAD_FOR = Duration.ofSeconds(30);
  private static final int ENTRIES_PINGED = 2;

  private final Contact self;
  private final OverlayConfig config;
  private final Limits limits;
  private final Timers timers;
  private final Outbox outbox;
  private final RandomGenerator random;
  private final RoutingTable table;
  private final Prober prober;
  private final Counts counts;
  private final Set<Id> dead = new LinkedHashSet<>(2);
  private final Set<Id> joinProbes = new LinkedHashSet<>(2);
  private List<Endpoint> seeds = List.of();
  private Transit transit;
  private BiConsumer<Contact, Boolean> leafListener = (contact, joined) -> {};
  private boolean joined;
  private boolean left;
  private int joinAttempts;

  Membership(
      Contact self,
      OverlayConfig config,
      Limits limits,
      Timers timers,
      Outbox outbox,
      RandomGenerator random,
      RoutingTable table,
      Prober prober,
      Counts counts) {
    this.self = self;
    this.config = config;
    this.limits = limits;
    this.timers = timers;
    this.outbox = outbox;
    this.random = random;
    this.table = table;
    this.prober = prober;
    this.counts = counts;
    this.transit =
        new Transit(self, config, limits, timers, outbox, random, table, counts, this::suspect);
  }

  Transit transit() {
    return transit;
  }

  void start(List<Endpoint> given, BiConsumer<Contact, Boolean> listener) {
    leafListener = listener;
    seeds = given.stream().filter(seed -> !seed.equals(self.endpoint())).distinct().toList();
    if (seeds.isEmpty()) {
      joined = true;
    } else {
      seekThroughSeeds();
    }
    every(config.leafExchange(), this::exchangeLeaves);
    every(config.leafPing(), this::pingNeighbours);
    every(config.rowExchange(), this::exchangeRow);
    scheduleSeedLookup();
  }

  boolean isJoined() {
    return joined;
  }

  void leave() {
    left = true;
    joined = false;
    for (Neighbour neighbour : table.neighbours()) {
      outbox.send(neighbour.contact().endpoint(), new Leaving(self));
    }
  }

  private void every(Duration period, Runnable action) {
    timers.afterMicros(
        jittered(period),
        () -> {
          if (!left) {
            action.run();
            every(period, action);
          }
        });
  }

  private long jittered(Duration period) {
    long micros = period.toNanos() / 1000;
    return micros - micros / 4 + random.nextLong(micros / 2 + 1);
  }

  private void scheduleSeedLookup() {
    boolean lonely = table.leafSet().isEmpty();
    timers.afterMicros(
        jittered(lonely ? config.lonelyLookup() : config.seedLookup()),
        () -> {
          if (!left) {
            if (joined) {
              seekThroughSeeds();
            }
            scheduleSeedLookup();
          }
        });
  }

  // Joining ----------------------------------------------------------------------------------

  private void seekThroughSeeds() {
    if (!joined) {
      joinAttempts++;
      timers.after(JOIN_TIMEOUT, this::joinTimedOut);
    }
    for (Endpoint seed : seeds) {
      prober.probe(seed, RoundTrip.UNKNOWN_TIMEOUT_MICROS, this::seedAnswered);
    }
  }

  private void seedAnswered(Prober.Outcome outcome) {
    if (outcome.answerer().isPresent() && !left) {
      Contact seed = outcome.answerer().get();
      if (!seed.id().equals(self.id())) {
        transit.routeVia(seed, self.id(), new Join(self));
      }
    }
  }

  private void joinTimedOut() {
    if (joined || left || !joinProbes.isEmpty()) {
      return;
    }
    if (joinAttempts >= ATTEMPTS_BEFORE_ALONE && table.leafSet().isEmpty()) {
      // No seed answers: serve alone meanwhile; scheduleSeedLookup goes on trying.
      joined = true;
      return;
    }
    if (!table.leafSet().isEmpty()) {
      becomeJoined();
      return;
    }
    seekThroughSeeds();
  }

  private void becomeJoined() {
    if (joined) {
      return;
    }
    joined = true;
    joinProbes.clear();
    for (Neighbour neighbour : table.neighbours()) {
      sendLeaves(neighbour.contact(), true);
    }
  }

  private void joinProbed(Id id) {
    if (joinProbes.remove(id) && joinProbes.isEmpty() && !joined) {
      becomeJoined();
    }
  }

  // A join passes: tell the newcomer what this node knows --------------------------------------

  @Override
  public boolean accepts(Message message) {
    return message instanceof Join;
  }

  @Override
  public Optional<Message> forward(Routed routed, Contact next) {
    helpNewcomer(routed.message());
    return Optional.of(routed.message());
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {
    helpNewcomer(routed.message());
    if (routed.message() instanceof Join join) {
      sendLeaves(join.joiner(), false);
    }
  }

  @Override
  public void receive(Contact from, Message message) {}

  private void helpNewcomer(Message message) {
    if (!(message instanceof Join join) || join.joiner().id().equals(self.id())) {
      return;
    }
    int shared = self.id().sharedPrefix(join.joiner().id());
    List<Contact> contacts = new ArrayList<>();
    for (int row = Math.min(shared, table.prefixTable().rowCount() - 1); row >= 0; row--) {
      table.prefixTable().row(row).forEach(n -> contacts.add(n.contact()));
    }
    sendRows(join.joiner(), contacts);
    consider(join.joiner());
  }

  private void sendRows(Contact to, List<Contact> contacts) {
    List<Contact> some = contacts.subList(0, Math.min(limits.maxContacts(), contacts.size()));
    outbox.send(to.endpoint(), new Rows(self, some));
  }

  private void sendLeaves(Contact to, boolean answerWanted) {
    List<Contact> contacts =
        table.leafSet().neighbours().stream()
            .map(Neighbour::contact)
            .limit(limits.maxContacts())
            .toList();
    outbox.send(to.endpoint(), new Leaves(self, contacts, answerWanted));
  }

  // What others tell ---------------------------------------------------------------------------

  void received(Endpoint from, Ping ping) {
    if (joined) {
      outbox.send(from, new Pong(ping.nonce(), self));
      consider(ping.sender());
    }
  }

  void received(Rows rows) {
    consider(rows.sender());
    rows.contacts().forEach(this::consider);
  }

  void received(RowRequest request) {
    if (joined) {
      List<Contact> contacts = new ArrayList<>();
      table.prefixTable().row(request.row()).forEach(n -> contacts.add(n.contact()));
      sendRows(request.sender(), contacts);
      consider(request.sender());
    }
  }

  void received(Leaves leaves) {
    if (left) {
      return;
    }
    if (leaves.answerWanted() && joined) {
      sendLeaves(leaves.sender(), false);
    }
    List<Contact> told = new ArrayList<>(leaves.contacts());
    told.add(leaves.sender());
    if (!joined) {
      told.stream().map(Contact::id).filter(table.leafSet()::wouldAccept).forEach(joinProbes::add);
    }
    told.forEach(this::consider);
    if (!joined && joinProbes.isEmpty() && !table.leafSet().isEmpty()) {
      becomeJoined();
    }
  }

  void received(Leaving leaving) {
    Neighbour neighbour = table.neighbour(leaving.sender().id());
    if (neighbour != null && neighbour.contact().equals(leaving.sender())) {
      remove(leaving.sender());
    }
  }

  /** Probes a node that was heard of, if either table has a use for it. */
  private void consider(Contact contact) {
    Id id = contact.id();
    if (left || id.equals(self.id()) || contact.endpoint().equals(self.endpoint())) {
      joinProbed(id);
      return;
    }
    Neighbour neighbour = table.neighbour(id);
    boolean moved = neighbour != null && !neighbour.contact().equals(contact);
    if (dead.contains(id) || !(moved || table.wants(id))) {
      joinProbed(id);
      return;
    }
    prober.probe(
        contact.endpoint(),
        RoundTrip.UNKNOWN_TIMEOUT_MICROS,
        outcome -> {
          outcome.answerer().ifPresent(answerer -> reached(answerer, outcome.roundTripMicros()));
          joinProbed(id);
        });
  }

  private void reached(Contact answerer, long roundTripMicros) {
    if (left || answerer.id().equals(self.id())) {
      return;
    }
    dead.remove(answerer.id());
    Neighbour known = table.neighbour(answerer.id());
    if (known != null && known.contact().equals(answerer)) {
      known.roundTrip().add(roundTripMicros);
      return;
    }
    Neighbour neighbour = new Neighbour(answerer);
    neighbour.roundTrip().add(roundTripMicros);
    if (table.add(neighbour)) {
      leafListener.accept(answerer, true);
    }
  }

  // Failures -----------------------------------------------------------------------------------

  /** A node did not acknowledge: find out whether it lives. */
  void suspect(Contact contact) {
    Neighbour neighbour = table.neighbour(contact.id());
    if (neighbour != null && !left) {
      check(neighbour);
    }
  }

  private void check(Neighbour neighbour) {
    prober.probe(
        neighbour.contact().endpoint(),
        // Patient: a live leaf taken for dead makes a wrong root.
        2 * neighbour.roundTrip().timeoutMicros() + 200_000,
        outcome -> {
          boolean same = outcome.answerer().map(neighbour.contact()::equals).orElse(false);
          if (!same) {
            remove(neighbour.contact());
          }
          outcome.answerer().ifPresent(answerer -> reached(answerer, outcome.roundTripMicros()));
        });
  }

  private void remove(Contact contact) {
    if (table.neighbour(contact.id()) == null) {
      return;
    }
    counts.failures++;
    boolean leaf = table.remove(contact.id());
    dead.add(contact.id());
    timers.after(DEAD_FOR, () -> dead.remove(contact.id()));
    if (leaf) {
      leafListener.accept(contact, false);
      table.leafSet().extremes().forEach(extreme -> sendLeaves(extreme.contact(), true));
    }
  }

  // Periodic maintenance -----------------------------------------------------------------------

  private void exchangeLeaves() {
    List<Neighbour> leaves = table.leafSet().neighbours();
    if (joined && !leaves.isEmpty()) {
      sendLeaves(leaves.get(random.nextInt(leaves.size())).contact(), true);
    }
  }

  private void pingNeighbours() {
    table.leafSet().neighbours().forEach(this::check);
    List<Neighbour> entries = table.prefixTable().neighbours();
    for (int i = 0; i < ENTRIES_PINGED && !entries.isEmpty(); i++) {
      check(entries.remove(random.nextInt(entries.size())));
    }
  }

  private void exchangeRow() {
    List<Neighbour> entries = table.prefixTable().neighbours();
    if (joined && !entries.isEmpty()) {
      Contact partner = entries.get(random.nextInt(entries.size())).contact();
      int shared = Math.min(self.id().sharedPrefix(partner.id()), Id.DIGITS - 1);
      outbox.send(partner.endpoint(), new RowRequest(self, random.nextInt(shared + 1)));
    }
  }
}
