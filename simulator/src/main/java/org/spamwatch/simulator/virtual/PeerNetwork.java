package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.ObjLongConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.agent.peer.Environment;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.summary.Block;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.node.OverlayNode;
import org.spamwatch.overlay.node.Role;
import org.spamwatch.overlay.virtual.NodeNetwork;
import org.spamwatch.overlay.virtual.SimulatedNode;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simnet.MachineClock;

/** Peers of one realm on the seeded network. */
public final class PeerNetwork extends NodeNetwork<PeerNetwork.Peer> {
  private PeerConfig config;
  private final HamFilter ham;
  private final SimulatedRealm realm;
  private final WallClocks clocks = new WallClocks(this);
  private final SentMessages traffic = new SentMessages();
  private final Map<Long, List<RouteProbe.Arrival>> arrivals = new LinkedHashMap<>();
  private ObjLongConsumer<RouteProbe.Arrival> arrivalListener = this::remember;

  /** A network without peers. */
  public PeerNetwork(long seed, PeerConfig config, Latency latency, Faults faults) {
    this(seed, config, latency, faults, HamFilter.NONE);
  }

  /** A network of peers that share what their site knows of its own ham. */
  public PeerNetwork(long seed, PeerConfig config, Latency latency, Faults faults, HamFilter ham) {
    this(new SplittableRandom(seed), config, latency, faults, ham, false);
  }

  private PeerNetwork(
      SplittableRandom random,
      PeerConfig config,
      Latency latency,
      Faults faults,
      HamFilter ham,
      boolean isClosed) {
    this(new SimulatedRealm(isClosed, random), random, config, latency, faults, ham);
  }

  private PeerNetwork(
      SimulatedRealm realm,
      SplittableRandom random,
      PeerConfig config,
      Latency latency,
      Faults faults,
      HamFilter ham) {
    super(random, latency, faults);
    this.realm = realm;
    this.config = config;
    this.ham = ham;
  }

  /**
   * A network without peers, of a closed realm: every peer has a key and a membership, and signs
   * with Ed25519, which takes most of the time.
   */
  public static PeerNetwork closed(long seed, PeerConfig config, Latency latency) {
    return new PeerNetwork(
        new SplittableRandom(seed), config, latency, Faults.NONE, HamFilter.NONE, true);
  }

  /** Peers that start from now on work in another way. */
  public void configure(PeerConfig other) {
    config = other;
  }

  /** How a peer signs: what somebody who has its key can have it say. */
  public Signatures signaturesOf(Peer peer) {
    return signaturesOf(peer.contact().id());
  }

  /** How one signs that need not run. */
  Signatures signaturesOf(Id peer) {
    return realm.signatures(peer);
  }

  /** Peers that start from now on heed an authority's revocations, though their realm is open. */
  public void revocableBy(VerifyingKey key) {
    realm.revocableBy(key);
  }

  /** The realm of all peers. */
  public Id realm() {
    return realm.id();
  }

  /** The dates of the peers' machines. */
  public WallClocks clocks() {
    return clocks;
  }

  /** What the peers have sent. */
  public SentMessages traffic() {
    return traffic;
  }

  /** Starts a peer with a random id, which joins through some running one. */
  public Peer add() {
    Contact self = newcomer();
    return startEmpty(self, somebody());
  }

  private List<Endpoint> somebody() {
    List<Endpoint> running = links().running();
    return running.isEmpty()
        ? List.of()
        : List.of(running.get(random().nextInt(Math.min(16, running.size()))));
  }

  /** Starts a peer with a random id and the given seeds. */
  public Peer add(List<Endpoint> bootstrap) {
    return add(MachineClock.TRUE, bootstrap);
  }

  /** Adds a peer on a machine with a clock of its own. */
  public Peer add(MachineClock clock, List<Endpoint> bootstrap) {
    Contact self = newcomer();
    links().clock(self.endpoint(), clock);
    return startEmpty(self, bootstrap);
  }

  /** Starts a peer with a random id that takes part through a host. */
  public Peer addClient(List<Endpoint> bootstrap) {
    Contact self = newcomer();
    Timers timers = clocks.newTimers(self);
    Peer peer = new Peer(self, timers, Disk.empty(timers));
    run(peer);
    call(
        peer,
        () -> {
          peer.node().take(Role.CLIENT);
          peer.core.start(bootstrap);
        });
    return peer;
  }

  /**
   * Starts a peer with a random id, on whose disk there are announcements.
   *
   * @param held tells them by who it is and how it signs
   */
  Peer add(BiFunction<Contact, Signatures, List<Block>> held) {
    Contact self = newcomer();
    Timers timers = clocks.newTimers(self);
    List<Block> blocks = held.apply(self, realm.signatures(self.id()));
    MemorySummaryStore summaries = MemorySummaryStore.holding(blocks, timers);
    return start(self, timers, new Disk(MemoryVoteStore.empty(timers), summaries), somebody());
  }

  private Contact newcomer() {
    return new Contact(realm.newcomer(random()), newEndpoint("peer"));
  }

  private Peer startEmpty(Contact self, List<Endpoint> bootstrap) {
    Timers timers = clocks.newTimers(self);
    return start(self, timers, Disk.empty(timers), bootstrap);
  }

  /** What a peer keeps over a crash. */
  private record Disk(MemoryVoteStore votes, MemorySummaryStore summaries) {
    static Disk empty(Timers timers) {
      return new Disk(MemoryVoteStore.empty(timers), MemorySummaryStore.empty(timers));
    }

    Disk afterCrash(Timers timers) {
      return new Disk(votes.afterCrash(timers), summaries.afterCrash(timers));
    }
  }

  /** Starts a crashed peer again with its id and its endpoint, but its disk is lost. */
  public Peer reinstall(Peer crashed, List<Endpoint> bootstrap) {
    return startEmpty(crashed.contact(), bootstrap);
  }

  private Peer start(Contact self, Timers timers, Disk disk, List<Endpoint> bootstrap) {
    Peer peer = new Peer(self, timers, disk);
    run(peer);
    call(peer, () -> peer.core.start(bootstrap));
    return peer;
  }

  /** Whether this very peer runs, not another in its place. */
  public boolean runs(Peer peer) {
    return at(peer.contact().endpoint()).filter(running -> running == peer).isPresent();
  }

  /** The authority of a closed realm revokes a peer, which no other has a link with then. */
  public void revoke(Peer teller, Peer revoked) {
    RevocationList list = realm.revoked(revoked.contact().id());
    call(teller, () -> teller.core.revoke(list));
    crash(revoked);
  }

  /** Starts a crashed peer again with its id, its endpoint and what is on its disk. */
  public Peer restart(Peer crashed) {
    return restart(crashed, somebody());
  }

  /** Starts a crashed peer again, with the given seeds. */
  public Peer restart(Peer crashed, List<Endpoint> bootstrap) {
    Timers timers = clocks.timers(crashed.contact());
    timers.calendar().restore(crashed.timers().calendar().kept());
    return start(crashed.contact(), timers, crashed.disk.afterCrash(timers), bootstrap);
  }

  /** Sends a numbered message from a peer towards a key's root. */
  public void probe(Peer from, Id key, long number) {
    call(from, () -> from.core.node().route(key, new RouteProbe.Probe(number)));
  }

  private void remember(RouteProbe.Arrival arrival, long number) {
    arrivals.computeIfAbsent(number, n -> new ArrayList<>(1)).add(arrival);
  }

  /** Whom to tell of the ends of numbered messages, in the place of {@link #arrivals}. */
  public void onArrival(ObjLongConsumer<RouteProbe.Arrival> listener) {
    arrivalListener = listener;
  }

  /** Where a numbered message has ended so far: once, unless something is wrong. */
  public List<RouteProbe.Arrival> arrivals(long number) {
    return List.copyOf(arrivals.getOrDefault(number, List.of()));
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
  public final class Peer extends SimulatedNode {
    private final Disk disk;
    private final PeerCore core;
    private List<Send> lies = List.of(); // what a liar says of its own accord
    private @Nullable ByzantinePeer liar;
    private Bribe bribe = (from, message, wire) -> true;
    private long transmissions;
    private long routesBegun;

    private Peer(Contact self, Timers timers, Disk disk) {
      super(PeerNetwork.this, self, timers);
      this.disk = disk;
      this.core =
          new PeerCore(
              self,
              realm.id(),
              config,
              new Environment(timers, outbox(), random().split(), disk.summaries()),
              disk.votes(),
              realm.signatures(self.id()),
              ham);
      core.node()
          .register(
              new RouteProbe(self, (arrival, number) -> arrivalListener.accept(arrival, number)));
    }

    @Override
    public OverlayNode node() {
      return core.node();
    }

    /** Its disk of votes. */
    MemoryVoteStore store() {
      return disk.votes();
    }

    /** Its disk of announcements. */
    MemorySummaryStore announcements() {
      return disk.summaries();
    }

    /** Its node logic. */
    public PeerCore core() {
      return core;
    }

    @Override
    public void advance(long nowMicros) {
      timers().advance(nowMicros, nowMicros + clocks.aheadMicros(contact()));
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
      liar = new ByzantinePeer(contact(), lies, liars, random);
    }

    /** From now on somebody sees first what arrives, and answers as he likes. */
    public void bribe(Bribe other) {
      lies = new ArrayList<>();
      bribe = other;
    }

    @Override
    protected void hear(Contact from, Message message) {
      BiConsumer<Endpoint, Message> wire = (to, lie) -> lies.add(new Send(to, lie));
      if (bribe.lets(from, message, wire)
          && (liar == null || liar.lets(from, message, node().neighbours(), wire))) {
        super.hear(from, message);
      }
      traffic.received(message);
    }

    @Override
    public void takeSends(BiConsumer<Endpoint, Message> links) {
      if (!lies.isEmpty()) {
        lies.forEach(lie -> links.accept(lie.to(), lie.message()));
        lies.clear();
      }
      super.takeSends(links);
    }

    @Override
    protected void send(Send send, BiConsumer<Endpoint, Message> links) {
      if (liar == null) {
        count(send.message());
        super.send(send, links);
      } else {
        liar.passes(send.to(), send.message(), links);
      }
    }

    private void count(Message message) {
      traffic.sent(message);
      if (message instanceof Route route) {
        transmissions++;
        routesBegun += route.origin().equals(contact()) && route.hops() == 1 ? 1 : 0;
      } else if (message instanceof Direct) {
        transmissions++;
      }
    }
  }
}
