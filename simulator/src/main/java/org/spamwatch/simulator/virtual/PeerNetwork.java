package org.spamwatch.simulator.virtual;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.agent.peer.Environment;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.overlay.Calendar;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.identity.Revocations;
import org.spamwatch.overlay.identity.SharedSecretSignatures;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simnet.Machine;
import org.spamwatch.simnet.MachineClock;
import org.spamwatch.simnet.SimNetwork;
import org.spamwatch.simnet.Simulation;

/**
 * Peers of one realm on the seeded network, and the oracle that knows them all. One seed gives one
 * run. Not thread-safe; two networks share nothing.
 */
public final class PeerNetwork {
  /** Once a clock has jumped, how often peers look whether to ask for others', and how many. */
  private static final long CLOCKS_SHOWN_MICROS = 5_000_000;

  private static final int CLOCKS_ASKED = 8;

  private final SplittableRandom seeds;
  private final Simulation simulation = new Simulation();
  private final SimNetwork<Endpoint, Message> network;
  private PeerConfig config;
  private final HamFilter ham;
  private final Id realm;
  private final @Nullable ClosedRealm closed;
  private final Map<Endpoint, Peer> peers = new LinkedHashMap<>();
  private final Map<Endpoint, Contact> crashed = new LinkedHashMap<>(); // their messages arrive yet
  private final TreeMap<Id, Peer> ring = new TreeMap<>();
  private final Map<Endpoint, Long> ahead =
      new LinkedHashMap<>(); // of their dates, in microseconds
  private final Map<Long, List<RouteProbe.Arrival>> arrivals = new LinkedHashMap<>();
  private ObjLongConsumer<RouteProbe.Arrival> arrivalListener = this::remember;
  private final ObjLongConsumer<RouteProbe.Arrival> arrivalsHere = this::arrived;
  private Optional<VerifyingKey> authority = Optional.empty();
  private int made;
  private boolean settled;
  private final Map<String, Long> sentByKind = new TreeMap<>();
  private long sent;
  private long sentForProbes;

  /** A network without peers. */
  public PeerNetwork(long seed, PeerConfig config, Latency latency, Faults faults) {
    this(seed, config, latency, faults, HamFilter.NONE);
  }

  /** A network of peers that share what their site knows of its own ham. */
  public PeerNetwork(long seed, PeerConfig config, Latency latency, Faults faults, HamFilter ham) {
    this(seed, config, latency, faults, ham, false);
  }

  private PeerNetwork(
      long seed,
      PeerConfig config,
      Latency latency,
      Faults faults,
      HamFilter ham,
      boolean isClosed) {
    this.ham = ham;
    this.seeds = new SplittableRandom(seed);
    this.config = config;
    this.closed = isClosed ? new ClosedRealm(seeds) : null;
    this.realm = closed == null ? Id.random(seeds) : closed.id();
    this.network = new SimNetwork<>(simulation, latency, faults, seeds.split());
  }

  /**
   * A network without peers, of a closed realm: every peer has a key and a membership, and signs
   * with Ed25519, which takes most of the time.
   */
  public static PeerNetwork closed(long seed, PeerConfig config, Latency latency) {
    return new PeerNetwork(seed, config, latency, Faults.NONE, HamFilter.NONE, true);
  }

  /** Peers that start from now on work in another way. */
  public void configure(PeerConfig other) {
    config = other;
  }

  /** How a peer signs: what somebody who has its key can have it say. */
  public Signatures signaturesOf(Peer peer) {
    return signatures(peer.contact().id());
  }

  /** Peers that start from now on heed an authority's revocations, though their realm is open. */
  public void revocableBy(VerifyingKey key) {
    authority = Optional.of(key);
  }

  /** Virtual time. */
  public Simulation simulation() {
    return simulation;
  }

  /** The links. */
  public SimNetwork<Endpoint, Message> network() {
    return network;
  }

  /** The realm of all peers. */
  public Id realm() {
    return realm;
  }

  /** Randomness for the experiment itself, from the same seed. */
  public SplittableRandom random() {
    return seeds;
  }

  /** The peers that run. */
  public List<Peer> peers() {
    return new ArrayList<>(peers.values());
  }

  /** Starts a peer with a random id, which joins through some running one. */
  public Peer add() {
    Contact self = newcomer();
    return startEmpty(self, somebody());
  }

  private List<Endpoint> somebody() {
    List<Endpoint> running = network.running();
    return running.isEmpty()
        ? List.of()
        : List.of(running.get(seeds.nextInt(Math.min(16, running.size()))));
  }

  /** Starts a peer with a random id and the given seeds. */
  public Peer add(List<Endpoint> bootstrap) {
    return add(MachineClock.TRUE, bootstrap);
  }

  /** Adds a peer on a machine with a clock of its own. */
  public Peer add(MachineClock clock, List<Endpoint> bootstrap) {
    Contact self = newcomer();
    network.clock(self.endpoint(), clock);
    return startEmpty(self, bootstrap);
  }

  private Contact newcomer() {
    Id id = closed == null ? Id.random(seeds) : closed.admit(seeds);
    return new Contact(id, new Endpoint("peer" + made++, 1));
  }

  private Signatures signatures(Id peer) {
    return closed == null
        ? new SharedSecretSignatures(peer, realm.high(), revocations())
        : closed.signatures(peer);
  }

  private Revocations revocations() {
    return authority.isEmpty() ? Revocations.none() : new Revocations(authority);
  }

  private Timers timersAt(Contact contact) {
    return new Timers(network.shownMicros(contact.endpoint()), dateMicros(contact));
  }

  /** Peers that are added from now on have run for so long that their date is settled. */
  public void settled() {
    settled = true;
  }

  /** By how much the date of the machine at an address was set ahead, in microseconds. */
  public long aheadMicros(Contact peer) {
    return ahead.getOrDefault(peer.endpoint(), 0L);
  }

  /** What the wall clock of a peer's machine shows now, in microseconds. */
  public long dateMicros(Contact peer) {
    return network.shownMicros(peer.endpoint()) + aheadMicros(peer);
  }

  /**
   * Sets the date of the machine at an address, ahead or back; how fast its time passes does not
   * change.
   */
  public void jump(Contact peer, long micros) {
    if (ahead.isEmpty()) {
      simulation.after(CLOCKS_SHOWN_MICROS, this::showClocks);
    }
    ahead.merge(peer.endpoint(), micros, Long::sum);
  }

  /** As the live driver does over its links: peers that are to ask for others' clocks do. */
  private void showClocks() {
    simulation.after(CLOCKS_SHOWN_MICROS, this::showClocks);
    for (Peer peer : peers()) {
      List<Contact> known = peer.core.node().neighbours();
      if (known.isEmpty() || !peer.timers.calendar().isToAsk()) {
        continue;
      }
      call(
          peer,
          () -> {
            peer.timers.calendar().asked();
            for (Contact other : known.subList(0, Math.min(CLOCKS_ASKED, known.size()))) {
              if (peers.containsKey(other.endpoint())) {
                String voice = other.endpoint().toString();
                peer.timers.calendar().heard(voice, dateMicros(other) / 1000);
              }
            }
          });
    }
  }

  private Peer startEmpty(Contact self, List<Endpoint> bootstrap) {
    Timers timers = timersAt(self);
    if (settled) {
      long ran = Duration.ofDays(2).toMillis();
      timers.calendar().restore(new Calendar.Kept(timers.dateMillis(), ran));
    }
    return start(self, timers, MemoryVoteStore.empty(timers), bootstrap);
  }

  /** Starts a crashed peer again with its id and its endpoint, but its disk is lost. */
  public Peer reinstall(Peer crashed, List<Endpoint> bootstrap) {
    return startEmpty(crashed.contact(), bootstrap);
  }

  private Peer start(Contact self, Timers timers, MemoryVoteStore store, List<Endpoint> bootstrap) {
    Peer peer = new Peer(self, timers, store);
    peers.put(self.endpoint(), peer);
    ring.put(self.id(), peer);
    network.attach(self.endpoint(), peer);
    network.call(self.endpoint(), () -> peer.core.start(bootstrap));
    return peer;
  }

  /** The peer that runs at an endpoint. */
  public Optional<Peer> peer(Endpoint endpoint) {
    return Optional.ofNullable(peers.get(endpoint));
  }

  /** Whether this very peer runs, not another in its place. */
  public boolean runs(Peer peer) {
    return peers.get(peer.contact().endpoint()) == peer;
  }

  /** Stops a peer without a word. */
  public void crash(Peer peer) {
    network.crash(peer.contact().endpoint());
    crashed.put(peer.contact().endpoint(), peer.contact());
    peers.remove(peer.contact().endpoint());
    ring.remove(peer.contact().id(), peer);
  }

  /** The authority of a closed realm revokes a peer, which no other has a link with then. */
  public void revoke(Peer teller, Peer revoked) {
    List<Id> nodes = List.of(revoked.contact().id());
    RevocationList list = Objects.requireNonNull(closed).revoked(1, nodes);
    call(teller, () -> teller.core.revoke(list));
    crash(revoked);
  }

  /** Whose the link from an endpoint is. */
  private Contact provenBy(Endpoint from) {
    Peer running = peers.get(from);
    return running == null ? Objects.requireNonNull(crashed.get(from)) : running.self;
  }

  /** Starts a crashed peer again with its id, its endpoint and what is on its disk. */
  public Peer restart(Peer crashed) {
    return restart(crashed, somebody());
  }

  /** Starts a crashed peer again, with the given seeds. */
  public Peer restart(Peer crashed, List<Endpoint> bootstrap) {
    Timers timers = timersAt(crashed.contact());
    timers.calendar().restore(crashed.timers.calendar().kept());
    return start(crashed.contact(), timers, crashed.store.afterCrash(timers), bootstrap);
  }

  /** Sends a numbered message from a peer towards a key's root. */
  public void probe(Peer from, Id key, long number) {
    call(from, () -> from.core.node().route(key, new RouteProbe.Probe(number)));
  }

  private void arrived(RouteProbe.Arrival arrival, long number) {
    arrivalListener.accept(arrival, number);
  }

  private void remember(RouteProbe.Arrival arrival, long number) {
    arrivals.computeIfAbsent(number, n -> new ArrayList<>(1)).add(arrival);
  }

  /** Whom to tell of the ends of numbered messages, in the place of {@link #arrivals}. */
  public void onArrival(ObjLongConsumer<RouteProbe.Arrival> listener) {
    arrivalListener = listener;
  }

  /** Messages that all peers have sent, those of {@link #sentForProbes} included. */
  public long sent() {
    return sent;
  }

  /** Messages sent by kind: the name of the message, or of what a routed or direct one carries. */
  public Map<String, Long> sentByKind() {
    return new TreeMap<>(sentByKind);
  }

  /** Messages sent only because of numbered messages: their hops and the acknowledgements. */
  public long sentForProbes() {
    return sentForProbes;
  }

  /** Where a numbered message has ended so far: once, unless something is wrong. */
  public List<RouteProbe.Arrival> arrivals(long number) {
    return List.copyOf(arrivals.getOrDefault(number, List.of()));
  }

  /** Makes a call on a peer's turn. */
  public void call(Peer peer, Runnable action) {
    network.call(peer.contact().endpoint(), action);
  }

  /** The running peer whose id is closest to a key. */
  public Contact root(Id key) {
    return closest(key, peer -> true).orElseThrow();
  }

  /** Of the running peers that have joined the one whose id is closest to a key. */
  public Optional<Contact> joinedRoot(Id key) {
    return closest(key, peer -> peer.core.node().isJoined());
  }

  private Optional<Contact> closest(Id key, Predicate<Peer> counts) {
    return Stream.concat(
            firstOf(ring.tailMap(key, true), ring.headMap(key, false), counts).stream(),
            firstOf(
                ring.descendingMap().tailMap(key, true),
                ring.descendingMap().headMap(key, false),
                counts)
                .stream())
        .reduce((a, b) -> b.id().isCloserTo(key, a.id()) ? b : a);
  }

  private static Optional<Contact> firstOf(
      Map<Id, Peer> ahead, Map<Id, Peer> round, Predicate<Peer> counts) {
    for (Map<Id, Peer> part : List.of(ahead, round)) {
      for (Peer peer : part.values()) {
        if (counts.test(peer)) {
          return Optional.of(peer.contact());
        }
      }
    }
    return Optional.empty();
  }

  /** What a peer under somebody's control does with what arrives, in the place of its own logic. */
  public interface Bribe {
    /**
     * A message has arrived.
     *
     * @param wire what the peer sends on its own account
     * @return whether the peer's own logic is to see it
     */
    boolean lets(Contact from, Message message, BiConsumer<Endpoint, Message> wire);
  }

  /** One peer on the network. */
  public final class Peer implements Machine<Endpoint, Message> {
    private final Contact self;
    private final Timers timers;
    private final Outbox outbox = new Outbox();
    private final MemoryVoteStore store;
    private final PeerCore core;
    private List<Send> lies = List.of(); // what a liar says of its own accord
    private @Nullable ByzantinePeer liar;
    private Bribe bribe = (from, message, wire) -> true;
    private long transmissions;
    private long routesBegun;

    private Peer(Contact self, Timers timers, MemoryVoteStore store) {
      this.self = self;
      this.timers = timers;
      this.store = store;
      this.core =
          new PeerCore(
              self,
              realm,
              config,
              new Environment(timers, outbox, seeds.split()),
              store,
              signatures(self.id()),
              ham);
      core.node().register(new RouteProbe(self, arrivalsHere));
    }

    /** Its id and endpoint. */
    public Contact contact() {
      return self;
    }

    /** Its disk. */
    MemoryVoteStore store() {
      return store;
    }

    /** Its node logic. */
    public PeerCore core() {
      return core;
    }

    @Override
    public void advance(long nowMicros) {
      timers.advance(nowMicros, nowMicros + ahead.getOrDefault(self.endpoint(), 0L));
    }

    @Override
    public OptionalLong nextDeadlineMicros() {
      return timers.nextDeadlineMicros();
    }

    /** Routed and direct messages it has sent: what maintenance does not. */
    public long transmissions() {
      return transmissions;
    }

    /** Routes it has begun. */
    public long routesBegun() {
      return routesBegun;
    }

    /** Whether it breaks the protocol. */
    public boolean isLiar() {
      return liar != null;
    }

    /** From now on it lies; it may know more liars later. */
    void corrupt(Set<Misbehaviour> lies, List<Contact> liars, RandomGenerator random) {
      this.lies = new ArrayList<>();
      liar = new ByzantinePeer(self, lies, liars, random);
    }

    /** From now on somebody sees first what arrives, and answers as he likes. */
    public void bribe(Bribe other) {
      lies = new ArrayList<>();
      bribe = other;
    }

    @Override
    public void receive(Endpoint from, Message message) {
      Contact sender = provenBy(from);
      BiConsumer<Endpoint, Message> wire = (to, lie) -> lies.add(new Send(to, lie));
      if (bribe.lets(sender, message, wire)
          && (liar == null || liar.lets(sender, message, core.node().neighbours(), wire))) {
        core.node().receive(sender, message);
      }
      sentForProbes += isOfProbe(message) ? 1 : 0; // its acknowledgement
    }

    private static String kind(Message message) {
      Message named =
          message instanceof Route route
              ? route.payload()
              : message instanceof Direct direct ? direct.payload() : message;
      return named.getClass().getSimpleName();
    }

    private static boolean isOfProbe(Message message) {
      return message instanceof Route route && route.payload() instanceof RouteProbe.Probe;
    }

    @Override
    public void linkFailed(Endpoint to) {
      core.node().linkFailed(to);
    }

    @Override
    public void takeSends(BiConsumer<Endpoint, Message> wire) {
      if (!lies.isEmpty()) {
        lies.forEach(lie -> wire.accept(lie.to(), lie.message()));
        lies.clear();
      }
      for (Send send : outbox.take()) {
        if (liar == null) {
          count(send.message());
          wire.accept(send.to(), send.message());
        } else {
          liar.passes(send.to(), send.message(), wire);
        }
      }
    }

    private void count(Message message) {
      sent++;
      sentForProbes += isOfProbe(message) ? 1 : 0;
      sentByKind.merge(kind(message), 1L, Long::sum);
      if (message instanceof Route route) {
        transmissions++;
        routesBegun += route.origin().equals(self) && route.hops() == 1 ? 1 : 0;
      } else if (message instanceof Direct) {
        transmissions++;
      }
    }
  }
}
