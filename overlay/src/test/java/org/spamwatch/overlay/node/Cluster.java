package org.spamwatch.overlay.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ObjectApplication;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.SharedSecretSignatures;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.pointer.PointerDolr;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simnet.Machine;
import org.spamwatch.simnet.SimNetwork;
import org.spamwatch.simnet.Simulation;

/** Overlay nodes on the seeded network, and the oracle that knows every one of them. */
public final class Cluster {
  /** A message of the tests. */
  public record Note(long number) implements Message {}

  /** Where a note ended. */
  public record Arrival(Contact at, Routed routed, RouteEnd end) {}

  private final SplittableRandom seeds;
  private final Simulation simulation = new Simulation();
  private final SimNetwork<Endpoint, Message> network;
  private final Map<Endpoint, Peer> peers = new LinkedHashMap<>();
  private final Map<Endpoint, Contact> everStarted = new LinkedHashMap<>(); // whom links prove
  private final Map<Long, List<Arrival>> arrivals = new LinkedHashMap<>();
  private final Map<Long, List<Contact>> received = new LinkedHashMap<>();
  private final Map<Long, List<Contact>> served = new LinkedHashMap<>();
  private final List<Id> failures = new ArrayList<>();
  private final Set<Endpoint> behindNat = new LinkedHashSet<>();
  private final Map<List<Endpoint>, Long> openedMicros = new LinkedHashMap<>();
  private LeaseConfig leases = LeaseConfig.DEFAULT;
  private Limits limits = Limits.DEFAULT;
  private int made;

  public Cluster(long seed, Faults faults) {
    this(seed, faults, Latency.plane(seed, 200_000));
  }

  public Cluster(long seed, Faults faults, Latency latency) {
    seeds = new SplittableRandom(seed);
    network = new SimNetwork<>(simulation, latency, faults, seeds.split());
  }

  public Simulation simulation() {
    return simulation;
  }

  public SimNetwork<Endpoint, Message> network() {
    return network;
  }

  public List<Peer> peers() {
    return new ArrayList<>(peers.values());
  }

  /** The leases of nodes added from now on. */
  public Cluster leases(LeaseConfig changed) {
    leases = changed;
    return this;
  }

  /** The limits of nodes added from now on. */
  public Cluster limits(Limits changed) {
    limits = changed;
    return this;
  }

  /**
   * Adds a node behind a router that lets nothing in but answers, for a minute after it has sent
   * something, and that finds out by itself what part it can take.
   */
  public Peer addBehindNat() {
    return addBehindNat(network.running());
  }

  /** Adds a node behind such a router, with seeds of the test's choice. */
  public Peer addBehindNat(List<Endpoint> bootstrap) {
    Contact self = new Contact(Id.random(seeds), new Endpoint("nat" + made++, 1));
    behindNat.add(self.endpoint());
    network.partition(this::isKeptOut);
    return start(self, bootstrap, List.of(), Role.AUTO);
  }

  /** The router in front of a node lets everybody in from now on. */
  void letIn(Peer peer) {
    behindNat.remove(peer.own.endpoint());
  }

  private boolean isKeptOut(Endpoint from, Endpoint to) {
    long now = simulation.nowMicros();
    if (behindNat.contains(from)) {
      openedMicros.put(List.of(from, to), now);
    }
    return behindNat.contains(to)
        && openedMicros.getOrDefault(List.of(to, from), Long.MIN_VALUE / 2) < now - 60_000_000;
  }

  /** Adds a node with a random id that joins through the first running one and another. */
  public Peer add() {
    return add(Id.random(seeds));
  }

  public Peer add(Id id) {
    Endpoint endpoint = new Endpoint("n" + made++, 1);
    return start(new Contact(id, endpoint));
  }

  /** Starts a node that knows the first running one and another of the first sixteen. */
  public Peer start(Contact self) {
    List<Endpoint> running = new ArrayList<>(network.running());
    running.remove(self.endpoint());
    return start(
        self,
        running.isEmpty()
            ? List.of()
            : List.of(running.get(0), running.get(seeds.nextInt(Math.min(16, running.size())))));
  }

  /** Starts a node with seeds of the test's choice. */
  public Peer start(Contact self, List<Endpoint> bootstrap) {
    return start(self, bootstrap, List.of());
  }

  /** Starts a node with seeds and remembered nodes of the test's choice. */
  public Peer start(Contact self, List<Endpoint> bootstrap, List<KnownHost> remembered) {
    return start(self, bootstrap, remembered, Role.MEMBER);
  }

  /** Starts a node that is to take a part. */
  public Peer start(Contact self, List<Endpoint> bootstrap, List<KnownHost> remembered, Role role) {
    Peer peer = new Peer(self);
    peer.node.take(role);
    peers.put(self.endpoint(), peer);
    peer.node.remember(remembered);
    everStarted.put(self.endpoint(), self);
    network.attach(self.endpoint(), peer);
    network.call(self.endpoint(), () -> peer.node.start(bootstrap));
    return peer;
  }

  /** Adds many, a few each virtual second, and lets the ring settle. */
  public Cluster grow(int count) {
    for (int i = 0; i < count; i++) {
      add();
      simulation.runFor(count > 100 ? 100_000 : 300_000);
    }
    settle();
    return this;
  }

  public void settle() {
    simulation.runFor(120_000_000);
  }

  public void crash(Peer peer) {
    network.crash(peer.own.endpoint());
    peers.remove(peer.own.endpoint());
  }

  /** Starts a node with the id and endpoint of one that crashed, and none of its state. */
  public Peer restart(Peer crashed) {
    return start(crashed.own);
  }

  public void leave(Peer peer) {
    network.call(peer.own.endpoint(), peer.node::leave);
    crash(peer);
  }

  public void call(Peer peer, Runnable action) {
    network.call(peer.own.endpoint(), action);
  }

  /** Whether every node has the very leaves that it would have if all were one ring. */
  public boolean oneRing() {
    List<Peer> ring = peers();
    ring.removeIf(peer -> peer.node.role() == Role.CLIENT);
    ring.sort(Comparator.comparing(peer -> peer.contact().id()));
    for (int i = 0; i < ring.size(); i++) {
      Set<Contact> expected = new LinkedHashSet<>();
      for (int step = 1; step <= OverlayConfig.DEFAULT.leafSideSize(); step++) {
        expected.add(ring.get((i + step) % ring.size()).contact());
        expected.add(ring.get(Math.floorMod(i - step, ring.size())).contact());
      }
      expected.remove(ring.get(i).contact());
      if (!expected.equals(new LinkedHashSet<>(ring.get(i).node.leaves()))) {
        return false;
      }
    }
    return true;
  }

  /** The live node whose id is closest to a key. */
  public Contact oracleRoot(Id key) {
    return peers.values().stream()
        .filter(peer -> peer.node.role() != Role.CLIENT)
        .map(Peer::contact)
        .min(Comparator.comparing(Contact::id, (a, b) -> a.isCloserTo(key, b) ? -1 : 1))
        .orElseThrow();
  }

  public List<Arrival> arrivals(long number) {
    return arrivals.getOrDefault(number, List.of());
  }

  public List<Contact> servedBy(long number) {
    return served.getOrDefault(number, List.of());
  }

  /** From whom a note came that was sent straight to a node. */
  public List<Contact> receivedFrom(long number) {
    return received.getOrDefault(number, List.of());
  }

  public List<Id> failures() {
    return failures;
  }

  /** Routes one note from every live node to random keys; returns how many went to a wrong end. */
  public Routes routeFromEverywhere(int perNode) {
    long first = arrivals.size() + 1_000_000L * (1 + seeds.nextInt(1000));
    Map<Long, Id> keys = new LinkedHashMap<>();
    long number = first;
    for (Peer peer : peers()) {
      for (int i = 0; i < perNode; i++) {
        Id key = Id.random(seeds);
        long note = number++;
        keys.put(note, key);
        call(peer, () -> peer.node.route(key, new Note(note)));
      }
    }
    simulation.runFor(20_000_000);
    int right = 0;
    int hops = 0;
    for (Map.Entry<Long, Id> entry : keys.entrySet()) {
      List<Arrival> ends = arrivals(entry.getKey());
      if (ends.size() == 1
          && ends.get(0).end() == RouteEnd.ROOT
          && ends.get(0).at().equals(oracleRoot(entry.getValue()))) {
        right++;
        hops += ends.get(0).routed().hops();
      }
    }
    return new Routes(keys.size(), right, (double) hops / Math.max(1, right));
  }

  /** What came of many routes. */
  public record Routes(int asked, int right, double meanHops) {}

  /** One node with a DOLR and an application of the tests. */
  public final class Peer implements Machine<Endpoint, Message>, Application, ObjectApplication {
    final Contact own;
    private final Timers timers = new Timers(simulation.nowMicros());
    private final Outbox outbox = new Outbox();
    public final OverlayNode node;
    public final PointerDolr dolr;

    Peer(Contact self) {
      own = self;
      node = new OverlayNode(self, OverlayConfig.DEFAULT, limits, timers, outbox, seeds.split());
      dolr =
          new PointerDolr(
              node,
              limits,
              leases,
              timers,
              seeds.split(),
              new SharedSecretSignatures(self.id(), 1));
      node.register(this);
      dolr.register(this);
    }

    public Contact contact() {
      return node.self();
    }

    public Timers timers() {
      return timers;
    }

    @Override
    public void advance(long nowMicros) {
      timers.advance(nowMicros);
    }

    @Override
    public OptionalLong nextDeadlineMicros() {
      return timers.nextDeadlineMicros();
    }

    @Override
    public void receive(Endpoint from, Message message) {
      node.receive(Objects.requireNonNull(everStarted.get(from)), message);
    }

    @Override
    public void takeSends(BiConsumer<Endpoint, Message> wire) {
      for (Send send : outbox.take()) {
        if (send.anew() && behindNat.contains(send.to())) {
          continue;
        }
        wire.accept(send.to(), send.message());
      }
    }

    @Override
    public boolean accepts(Message message) {
      return message instanceof Note;
    }

    @Override
    public Optional<Message> forward(Routed routed, Contact next) {
      return Optional.of(routed.message());
    }

    @Override
    public void deliver(Routed routed, RouteEnd end) {
      if (routed.message() instanceof Note note) {
        arrivals
            .computeIfAbsent(note.number(), n -> new ArrayList<>())
            .add(new Arrival(contact(), routed, end));
      }
    }

    @Override
    public void receive(Contact from, Message message) {
      if (message instanceof Note note) {
        received.computeIfAbsent(note.number(), n -> new ArrayList<>()).add(from);
      }
    }

    @Override
    public void deliverToObject(Id guid, Message message, Contact origin, Contact via, int hops) {
      if (message instanceof Note note) {
        served.computeIfAbsent(note.number(), n -> new ArrayList<>()).add(contact());
      }
    }

    @Override
    public void deliverToNode(Message message, Contact via) {
      deliverToObject(contact().id(), message, via, via, 0);
    }

    @Override
    public void locationFailed(Id guid, Message message) {
      failures.add(guid);
    }
  }
}
