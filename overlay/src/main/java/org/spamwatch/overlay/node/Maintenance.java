package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
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
import org.spamwatch.overlay.TimerScope;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.node.OverlayMessage.Join;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.NodeDown;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.RowRequest;
import org.spamwatch.overlay.routing.Neighbour;
import org.spamwatch.overlay.routing.RoundTrip;
import org.spamwatch.overlay.routing.RoutingTable;

/**
 * Joins the ring and keeps the tables true: periodic exchange of leaf sets and rows, pings, and the
 * removal of nodes that stopped answering ({@link CandidateVerifier}).
 *
 * <p>A node answers probes only once it knows its neighbours, so nobody routes by one that does
 * not. It counts as joined when the nodes next to it, the roots of its keys until then, know it
 * too. Source: Rhea et al., Handling Churn in a DHT (Bamboo, 2004), sections 4 and 5.
 */
final class Maintenance implements Application {
  /** How long a newcomer waits for the leaves of its root before it asks again. */
  private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(3);

  /** Attempts to reach any seed before a node serves alone (and keeps trying). */
  private static final int ATTEMPTS_BEFORE_ALONE = 3;

  private static final int MAX_INVITED = 16;

  /** How often a newcomer makes itself known to the nodes next to it, and how long it waits. */
  private static final int ANNOUNCEMENTS = 3;

  private static final Duration ANNOUNCEMENT_TIMEOUT = Duration.ofSeconds(1);

  private static final int ENTRIES_PINGED = 2;

  private final Contact self;
  private final OverlayConfig config;
  private final Limits limits;
  private final Timers timers;
  private final Outbox outbox;
  private final RandomGenerator random;
  private final RoutingTable table;
  private final Prober prober;
  private final CandidateVerifier candidateVerifier;
  private final JoinResponder joinResponder;
  private final RejoinDetection rejoinDetection;
  private final HandoverRequest handoverRequest;
  private final Set<Id> joinProbes = new LinkedHashSet<>();

  /** Roots that have asked this node to join through them, since it last looked itself up. */
  private final Set<Id> invited = new LinkedHashSet<>();

  private long invitedUntilMicros = Long.MIN_VALUE;

  /** The leaves lost last, oldest first: who knows nobody any more looks for them too. */
  private final Set<Endpoint> formerLeaves = new LinkedHashSet<>();

  private final HostCache hostCache;
  private final BootstrapSelection bootstrapSelection;
  private final Forwarder forwarder;
  private final Set<Id> unaware = new LinkedHashSet<>();
  private boolean present;
  private final ProximitySelection proximitySelection;
  private boolean joined;
  private boolean left;
  private int joinAttempts;
  private boolean waitedForProbes;

  /** What is to be done until this node leaves. */
  private TimerScope scope;

  Maintenance(
      Contact self,
      OverlayConfig config,
      Limits limits,
      Timers timers,
      Outbox outbox,
      RandomGenerator random,
      RoutingTable table,
      Prober prober,
      ConnectionGater connectionGater,
      Counts counts) {
    this.self = self;
    this.config = config;
    this.limits = limits;
    this.timers = timers;
    this.outbox = outbox;
    this.random = random;
    this.table = table;
    this.prober = prober;
    this.joinResponder =
        new JoinResponder(self, limits, timers, outbox, table, connectionGater, counts);
    this.candidateVerifier =
        new CandidateVerifier(
            self, timers, table, prober, counts, this::joinProbed, this::leafLost);
    this.rejoinDetection = new RejoinDetection(table, candidateVerifier::begunAnew);
    this.hostCache = new HostCache(self.id());
    this.bootstrapSelection = new BootstrapSelection(self, config, random, table, hostCache);
    this.forwarder =
        new Forwarder(
            self,
            config,
            limits,
            timers,
            outbox,
            random,
            table,
            counts,
            candidateVerifier::suspect);
    this.proximitySelection =
        new ProximitySelection(self, config, limits, outbox, random, table, candidateVerifier);
    this.handoverRequest = new HandoverRequest(self, timers, outbox, random, table, prober);
    this.scope = new TimerScope(timers, random);
    timers.onStep(this::askForHandover);
  }

  ProximitySelection proximitySelection() {
    return proximitySelection;
  }

  Forwarder forwarder() {
    return forwarder;
  }

  /** Others to join through than the seeds; before the start. */
  void remember(List<KnownHost> hosts) {
    hostCache.restore(hosts, timers.calendar().settledMillis());
  }

  BootstrapSelection bootstrapSelection() {
    return bootstrapSelection;
  }

  void start(List<Endpoint> seeds, BiConsumer<Contact, Boolean> listener) {
    candidateVerifier.listen(listener);
    bootstrapSelection.seeds(seeds);
    if (bootstrapSelection.isEmpty()) {
      becomePresent();
    } else {
      forwarder.joining();
      seekThroughSeeds();
    }
    scope.every(config.leafExchange(), this::exchangeLeaves);
    scope.every(config.neighbourPing().dividedBy(4), this::pingSilentNearest);
    scope.every(config.leafPing(), this::pingNeighbours);
    scope.repeat(bootstrapSelection::pauseMicros, this::lookUpSelf);
  }

  /** The nodes to remember over a restart. */
  List<KnownHost> knownHosts() {
    hostCache.refresh(table, timers.calendar().settledMillis());
    return hostCache.hosts();
  }

  boolean isJoined() {
    return joined;
  }

  List<Contact> seedsMet() {
    return bootstrapSelection.seedsMet();
  }

  /** Whether there are no seeds, and no other node has been met, lately or in an earlier life. */
  boolean isAlone() {
    return bootstrapSelection.isEmpty() && formerLeaves.isEmpty() && table.leafSet().isEmpty();
  }

  /** Entries held for others, for tests of the bounds. */
  int held() {
    return joinProbes.size()
        + formerLeaves.size()
        + candidateVerifier.held()
        + prober.held()
        + joinResponder.held();
  }

  boolean hasLeft() {
    return left;
  }

  void leave() {
    hostCache.refresh(table, timers.calendar().settledMillis());
    left = true;
    scope.close();
    present = false;
    joined = false;
    prober.joined(false);
    candidateVerifier.stop();
    proximitySelection.stop();
    for (Neighbour neighbour : table.neighbours()) {
      outbox.send(neighbour.contact(), new NodeDown(self));
    }
  }

  /** After having left, as a client that has become reachable; {@link #start} is to follow. */
  void comeBack() {
    left = false;
    joinAttempts = 0;
    unaware.clear();
    scope = new TimerScope(timers, random);
    candidateVerifier.resume();
  }

  /**
   * Has the leaves hand over again what this node is to hold: it may have refused some of it, for
   * one, while its date was wrong.
   */
  void askForHandover() {
    if (present) {
      handoverRequest.begin(this::hasJoinedAfterAll);
    }
  }

  private void hasJoinedAfterAll() {
    if (present) {
      prober.joined(true);
      for (Neighbour leaf : table.leafSet().neighbours()) {
        sendLeaves(leaf.contact(), false);
      }
    }
  }

  private void lookUpSelf() {
    hostCache.refresh(table, timers.calendar().settledMillis());
    if (present) {
      seekThroughSeeds();
    }
  }

  // Joining ----------------------------------------------------------------------------------

  private void seekThroughSeeds() {
    if (!present) {
      joinAttempts++;
      waitedForProbes = false;
      joinProbes.clear();
      scope.after(JOIN_TIMEOUT, this::joinTimedOut);
    }
    invited.clear();
    Set<Endpoint> asked = new LinkedHashSet<>(bootstrapSelection.next());
    if (table.leafSet().isEmpty()) {
      asked.addAll(formerLeaves); // this node may be cut off from its seeds for good
    }
    for (Endpoint seed : asked) {
      prober.probe(
          seed,
          table.leafSet().isEmpty() ? Prober.ATTEMPTS : 1, // others will be asked, and soon again
          RoundTrip.UNKNOWN_TIMEOUT_MICROS,
          outcome -> seedAnswered(seed, outcome));
    }
  }

  private void seedAnswered(Endpoint asked, Prober.Outcome outcome) {
    if (outcome.answerer().isPresent() && !left) {
      Contact seed = outcome.answerer().get();
      if (!seed.id().equals(self.id())) {
        bootstrapSelection.answered(asked, seed);
        forwarder.routeVia(seed, self.id(), new Join(self, List.of()));
        invitedUntilMicros = timers.nowMicros() + JOIN_TIMEOUT.toNanos() / 1000;
        if (present && table.leafSet().isEmpty()) {
          // The way there, always the same, may lead through a node that drops joins: nodes of the
          // seed's first row are other ways.
          outbox.send(seed, new RowRequest(self, 0, 0));
        }
      }
    }
  }

  private void joinTimedOut() {
    if (present) {
      return;
    }
    if (!joinProbes.isEmpty() && !waitedForProbes) {
      // Once only: whoever tells a newcomer of ever more nodes would keep it waiting.
      waitedForProbes = true;
      scope.after(JOIN_TIMEOUT, this::joinTimedOut);
    } else if (!table.leafSet().isEmpty() || joinAttempts >= ATTEMPTS_BEFORE_ALONE) {
      // If no seed answers: serve alone meanwhile; lookUpSelf goes on trying.
      becomePresent();
    } else {
      seekThroughSeeds();
    }
  }

  private void joinProbed(Id id) {
    if (joinProbes.remove(id) && joinProbes.isEmpty() && !table.leafSet().isEmpty()) {
      becomePresent();
    }
  }

  /** This node knows its neighbours: it answers from now on, and makes itself known to them. */
  private void becomePresent() {
    if (present) {
      return;
    }
    present = true;
    proximitySelection.start(scope);
    prober.joined(true);
    joinProbes.clear();
    for (Neighbour leaf : table.leafSet().neighbours()) {
      sendLeaves(leaf.contact(), true);
    }
    forwarder.joined();
    table.leafSet().nearest().forEach(nearest -> unaware.add(nearest.id()));
    awaitNearest(ANNOUNCEMENTS);
  }

  /**
   * The nodes next to this one were the roots of its keys until now: as long as one of them does
   * not know it, some routes end there. Each will probe it before it believes in it.
   */
  private void awaitNearest(int attemptsLeft) {
    if (unaware.isEmpty() || attemptsLeft == 0) {
      unaware.clear();
      joined = true;
      return;
    }
    scope.after(
        ANNOUNCEMENT_TIMEOUT,
        () -> {
          for (Id id : unaware) {
            Neighbour nearest = table.neighbour(id);
            if (nearest != null && !joined) {
              sendLeaves(nearest.contact(), true);
            }
          }
          awaitNearest(attemptsLeft - 1);
        });
  }

  private void isKnownBy(Id id) {
    if (unaware.remove(id) && unaware.isEmpty()) {
      joined = true;
    }
  }

  /**
   * A leaf is gone: ask the farthest one of its side who comes next. Whoever was next to it found
   * it out first and tells the others, who go by their own probes as ever.
   */
  private void leafLost(Contact leaf, boolean wasNearest) {
    formerLeaves.remove(leaf.endpoint());
    formerLeaves.add(leaf.endpoint());
    if (formerLeaves.size() > 2 * config.leafSideSize()) {
      formerLeaves.remove(formerLeaves.iterator().next());
    }
    farthestBeside(leaf.id()).ifPresent(farthest -> sendLeaves(farthest.contact(), true));
    if (wasNearest) {
      for (Neighbour told : table.leafSet().neighbours()) {
        outbox.send(told.contact(), new NodeDown(leaf));
      }
      table
          .leafSet()
          .nearest()
          .forEach(candidateVerifier::check); // the next one may have died with it
    }
  }

  /**
   * Of the leaves on the side of a lost one the farthest. The leaf set itself cannot tell: the room
   * on a side is taken by nodes of the other until it is filled.
   */
  private Optional<Neighbour> farthestBeside(Id lost) {
    boolean clockwise = isClockwise(lost);
    Comparator<Neighbour> byDistance =
        Comparator.comparing(
            leaf ->
                clockwise ? self.id().clockwiseTo(leaf.id()) : leaf.id().clockwiseTo(self.id()));
    List<Neighbour> leaves = table.leafSet().neighbours();
    return leaves.stream()
        .filter(leaf -> isClockwise(leaf.id()) == clockwise)
        .max(byDistance)
        .or(() -> leaves.stream().min(byDistance));
  }

  private boolean isClockwise(Id id) {
    return self.id().clockwiseTo(id).compareTo(id.clockwiseTo(self.id())) < 0;
  }

  // A join passes ------------------------------------------------------------------------------

  @Override
  public boolean accepts(Message message) {
    return message instanceof Join;
  }

  @Override
  public Optional<Message> forward(Routed routed, Contact next) {
    if (!(routed.message() instanceof Join join)) {
      return Optional.empty();
    }
    return joinResponder.isOwn(join, routed)
        ? Optional.of(joinResponder.helped(join))
        : Optional.empty();
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {
    if (routed.message() instanceof Join join && joinResponder.isOwn(join, routed)) {
      joinResponder.answer(join, routed.via());
    }
  }

  @Override
  public void receive(Contact from, Message message) {}

  private void sendLeaves(Contact to, boolean answerWanted) {
    outbox.send(to, joinResponder.leaves(answerWanted));
  }

  // What others tell ---------------------------------------------------------------------------

  void received(Contact from, Ping ping) {
    if (present) {
      outbox.send(from, new Pong(ping.nonce(), self));
      isKnownBy(ping.sender().id());
      heardFrom(ping.sender());
      rejoinDetection.heard(ping.sender(), ping.joined());
      if (ping.joined()) {
        candidateVerifier.consider(ping.sender(), from.endpoint());
      }
    }
  }

  /** Of two leaves that ping each other one can leave it to the other. */
  private void heardFrom(Contact sender) {
    Neighbour neighbour = table.neighbour(sender.id());
    if (neighbour != null && neighbour.contact().equals(sender)) {
      neighbour.heard(timers.nowMicros());
    }
  }

  private List<Contact> heard(List<Contact> contacts) {
    return contacts.subList(0, Math.min(limits.maxContacts(), contacts.size()));
  }

  void received(Endpoint from, Leaves leaves) {
    Contact answered = new Contact(leaves.sender().id(), from); // wherever it says that it is
    if (JoinResponder.isInvitation(leaves)) {
      if (timers.nowMicros() < invitedUntilMicros && invited.size() < MAX_INVITED) {
        Join join = new Join(self, List.of());
        if (invited.add(answered.id())) {
          forwarder.routeVia(answered, self.id(), join);
        }
      }
      return;
    }
    if (leaves.answerWanted() && present) {
      sendLeaves(answered, false);
    }
    heardFrom(leaves.sender());
    rejoinDetection.heard(leaves.sender(), true);
    List<Contact> told = new ArrayList<>(heard(leaves.contacts()));
    told.add(leaves.sender());
    if (!present) {
      told.stream()
          .map(Contact::id)
          .filter(table.leafSet()::wouldAccept)
          .limit(Math.max(0, limits.maxProbes() - joinProbes.size()))
          .forEach(joinProbes::add);
    }
    told.forEach(contact -> candidateVerifier.consider(contact, from));
    if (joinProbes.isEmpty() && !table.leafSet().isEmpty()) {
      becomePresent();
    }
  }

  /** A node has answered in person; nothing is believed but this node's own probe of it. */
  void meet(Contact contact) {
    candidateVerifier.consider(contact, contact.endpoint());
  }

  /** Anybody can say that somebody leaves; whoever really left answers no probe. */
  void received(NodeDown gone) {
    candidateVerifier.suspect(gone.node());
  }

  // Periodic maintenance -----------------------------------------------------------------------

  private void exchangeLeaves() {
    List<Neighbour> leaves = table.leafSet().neighbours();
    if (present && !leaves.isEmpty()) {
      sendLeaves(leaves.get(random.nextInt(leaves.size())).contact(), true);
    }
  }

  /**
   * Of two that are next to each other the one pings first that is due first. It is looked at four
   * times a period, so that a dead one is found as soon as if each pinged the other every period.
   */
  private void pingSilentNearest() {
    pingSilent(table.leafSet().nearest(), config.neighbourPing().multipliedBy(3).dividedBy(4));
  }

  private void pingSilent(List<Neighbour> leaves, Duration silence) {
    long lately = timers.nowMicros() - silence.toNanos() / 1000;
    for (Neighbour leaf : leaves) {
      if (!leaf.hasBeenHeardSince(lately)) {
        candidateVerifier.check(leaf);
      }
    }
  }

  private void pingNeighbours() {
    pingSilent(table.leafSet().neighbours(), config.leafPing().dividedBy(2));
    List<Neighbour> entries = table.prefixTable().neighbours();
    for (int i = 0; i < ENTRIES_PINGED && !entries.isEmpty(); i++) {
      candidateVerifier.check(entries.remove(random.nextInt(entries.size())));
    }
  }
}
