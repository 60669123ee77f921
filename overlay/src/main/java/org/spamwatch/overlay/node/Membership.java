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
 * removal of nodes that stopped answering ({@link Vetting}).
 *
 * <p>A node answers probes only once it has joined, so nobody routes by a node that does not know
 * its neighbours yet. Source: Rhea et al., Handling Churn in a DHT (Bamboo, 2004), sections 4 and
 * 5.
 */
final class Membership implements Application {
  /** How long a newcomer waits for the leaves of its root before it asks again. */
  private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(3);

  /** Attempts to reach any seed before a node serves alone (and keeps trying). */
  private static final int ATTEMPTS_BEFORE_ALONE = 3;

  private static final int ENTRIES_PINGED = 2;

  private final Contact self;
  private final OverlayConfig config;
  private final Limits limits;
  private final Timers timers;
  private final Outbox outbox;
  private final RandomGenerator random;
  private final RoutingTable table;
  private final Prober prober;
  private final Vetting vetting;
  private final Set<Id> joinProbes = new LinkedHashSet<>(2);
  private final HostCache hostCache;
  private final Rendezvous rendezvous;
  private final Transit transit;
  private boolean joined;
  private boolean left;
  private int joinAttempts;
  private boolean waitedForProbes;

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
    this.vetting =
        new Vetting(self, timers, table, prober, counts, this::joinProbed, this::leafLost);
    this.hostCache = new HostCache(self.id());
    this.rendezvous = new Rendezvous(self, config, random, table, hostCache);
    this.transit =
        new Transit(self, config, limits, timers, outbox, random, table, counts, vetting::suspect);
  }

  Transit transit() {
    return transit;
  }

  /** Others to join through than the seeds; before the start. */
  void remember(List<KnownHost> hosts) {
    hostCache.restore(hosts, timers.nowMillis());
  }

  Rendezvous rendezvous() {
    return rendezvous;
  }

  void start(List<Endpoint> seeds, BiConsumer<Contact, Boolean> listener) {
    vetting.listen(listener);
    rendezvous.seeds(seeds);
    if (rendezvous.isEmpty()) {
      becomeJoined();
    } else {
      seekThroughSeeds();
    }
    every(config.leafExchange(), this::exchangeLeaves);
    every(config.leafPing(), this::pingNeighbours);
    every(config.rowExchange(), this::exchangeRow);
    scheduleSeedLookup();
  }

  /** The nodes to remember over a restart. */
  List<KnownHost> knownHosts() {
    hostCache.refresh(table, timers.nowMillis());
    return hostCache.hosts();
  }

  boolean isJoined() {
    return joined;
  }

  /** Entries held for others, for tests of the bounds. */
  int held() {
    return joinProbes.size() + vetting.held() + prober.held();
  }

  boolean hasLeft() {
    return left;
  }

  void leave() {
    hostCache.refresh(table, timers.nowMillis());
    left = true;
    joined = false;
    prober.joined(false);
    vetting.stop();
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
    return jittered(period.toNanos() / 1000);
  }

  private long jittered(long micros) {
    return micros - micros / 4 + random.nextLong(micros / 2 + 1);
  }

  private void scheduleSeedLookup() {
    timers.afterMicros(
        jittered(rendezvous.pauseMicros()),
        () -> {
          if (!left) {
            hostCache.refresh(table, timers.nowMillis());
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
      waitedForProbes = false;
      joinProbes.clear();
      timers.after(JOIN_TIMEOUT, this::joinTimedOut);
    }
    for (Endpoint seed : rendezvous.next()) {
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
    if (joined || left) {
      return;
    }
    if (!joinProbes.isEmpty() && !waitedForProbes) {
      // Once only: whoever tells a newcomer of ever more nodes would keep it waiting.
      waitedForProbes = true;
      timers.after(JOIN_TIMEOUT, this::joinTimedOut);
    } else if (!table.leafSet().isEmpty()) {
      becomeJoined();
    } else if (joinAttempts >= ATTEMPTS_BEFORE_ALONE) {
      // No seed answers: serve alone meanwhile; scheduleSeedLookup goes on trying.
      becomeJoined();
    } else {
      seekThroughSeeds();
    }
  }

  private void becomeJoined() {
    if (joined) {
      return;
    }
    joined = true;
    prober.joined(true);
    joinProbes.clear();
    for (Neighbour neighbour : table.neighbours()) {
      sendLeaves(neighbour.contact(), true);
    }
  }

  private void joinProbed(Id id) {
    if (joinProbes.remove(id) && joinProbes.isEmpty() && !table.leafSet().isEmpty()) {
      becomeJoined();
    }
  }

  private void leafLost() {
    table.leafSet().extremes().forEach(extreme -> sendLeaves(extreme.contact(), true));
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
    if (routed.message() instanceof Join join && !join.joiner().id().equals(self.id())) {
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
    // The joiner is not considered: it answers no probe before it has joined, and says so itself.
    sendRows(join.joiner(), contacts);
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
      if (ping.joined()) {
        vetting.consider(ping.sender(), from);
      }
    }
  }

  void received(Endpoint from, Rows rows) {
    vetting.consider(rows.sender(), from);
    heard(rows.contacts()).forEach(contact -> vetting.consider(contact, from));
  }

  private List<Contact> heard(List<Contact> contacts) {
    return contacts.subList(0, Math.min(limits.maxContacts(), contacts.size()));
  }

  void received(Endpoint from, RowRequest request) {
    if (joined) {
      List<Contact> contacts = new ArrayList<>();
      table.prefixTable().row(request.row()).forEach(n -> contacts.add(n.contact()));
      sendRows(request.sender(), contacts);
      vetting.consider(request.sender(), from);
    }
  }

  void received(Endpoint from, Leaves leaves) {
    if (leaves.answerWanted() && joined) {
      sendLeaves(leaves.sender(), false);
    }
    List<Contact> told = new ArrayList<>(heard(leaves.contacts()));
    told.add(leaves.sender());
    if (!joined) {
      told.stream()
          .map(Contact::id)
          .filter(table.leafSet()::wouldAccept)
          .limit(Math.max(0, limits.maxProbes() - joinProbes.size()))
          .forEach(joinProbes::add);
    }
    told.forEach(contact -> vetting.consider(contact, from));
    if (joinProbes.isEmpty() && !table.leafSet().isEmpty()) {
      becomeJoined();
    }
  }

  /** Anybody can say that somebody leaves; whoever really left answers no probe. */
  void received(Leaving leaving) {
    vetting.suspect(leaving.sender());
  }

  // Periodic maintenance -----------------------------------------------------------------------

  private void exchangeLeaves() {
    List<Neighbour> leaves = table.leafSet().neighbours();
    if (joined && !leaves.isEmpty()) {
      sendLeaves(leaves.get(random.nextInt(leaves.size())).contact(), true);
    }
  }

  private void pingNeighbours() {
    table.leafSet().neighbours().forEach(vetting::check);
    List<Neighbour> entries = table.prefixTable().neighbours();
    for (int i = 0; i < ENTRIES_PINGED && !entries.isEmpty(); i++) {
      vetting.check(entries.remove(random.nextInt(entries.size())));
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
