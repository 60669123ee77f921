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
  private List<Endpoint> seeds = List.of();
  private final Transit transit;
  private final Sampler sampler;
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
    this.transit =
        new Transit(self, config, limits, timers, outbox, random, table, counts, vetting::suspect);
    this.sampler = new Sampler(self, config, limits, timers, outbox, random, table, vetting);
  }

  Sampler sampler() {
    return sampler;
  }

  Transit transit() {
    return transit;
  }

  void start(List<Endpoint> given, BiConsumer<Contact, Boolean> listener) {
    vetting.listen(listener);
    seeds = given.stream().filter(seed -> !seed.equals(self.endpoint())).distinct().toList();
    if (seeds.isEmpty()) {
      becomeJoined();
    } else {
      seekThroughSeeds();
    }
    every(config.leafExchange(), this::exchangeLeaves);
    every(config.leafPing(), this::pingNeighbours);
    scheduleSeedLookup();
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
    left = true;
    joined = false;
    prober.joined(false);
    vetting.stop();
    sampler.stop();
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
      waitedForProbes = false;
      joinProbes.clear();
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
    sampler.start();
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
    List<Neighbour> entries = new ArrayList<>();
    for (int row = Math.min(shared, table.prefixTable().rowCount() - 1); row >= 0; row--) {
      entries.addAll(table.prefixTable().row(row));
    }
    // The joiner is not considered: it answers no probe before it has joined, and says so itself.
    sampler.tell(join.joiner(), entries);
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

  private List<Contact> heard(List<Contact> contacts) {
    return contacts.subList(0, Math.min(limits.maxContacts(), contacts.size()));
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
}
