package org.spamwatch.overlay.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.identity.SharedSecretSignatures;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.RecordTerms;
import org.spamwatch.overlay.pointer.PointerDolr;
import org.spamwatch.overlay.virtual.NodeNetwork;
import org.spamwatch.overlay.virtual.SimulatedNode;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;

/** Overlay nodes on the seeded network, and the oracle that knows every one of them. */
public final class Cluster extends NodeNetwork<Cluster.Peer> {
  /** A message of the tests. */
  public record Note(long number) implements Message {}

  /** Where a note ended. */
  public record Arrival(Contact at, Routed routed, RouteEnd end) {}

  private final Map<Long, List<Arrival>> arrivals = new LinkedHashMap<>();
  private final Map<Long, List<Contact>> received = new LinkedHashMap<>();
  private final Map<Long, List<Contact>> served = new LinkedHashMap<>();
  private final List<Id> failures = new ArrayList<>();
  private final Set<Endpoint> behindNat = new LinkedHashSet<>();
  private final Map<List<Endpoint>, Long> openedMicros = new LinkedHashMap<>();
  private LeaseConfig leases = LeaseConfig.DEFAULT;
  private Limits limits = Limits.DEFAULT;

  public Cluster(long seed, Faults faults) {
    this(seed, faults, Latency.plane(seed, 200_000));
  }

  public Cluster(long seed, Faults faults, Latency latency) {
    super(new SplittableRandom(seed), latency, faults);
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
    return addBehindNat(links().running());
  }

  /** Adds a node behind such a router, with seeds of the test's choice. */
  public Peer addBehindNat(List<Endpoint> bootstrap) {
    Contact self = new Contact(Id.random(random()), newEndpoint("nat"));
    behindNat.add(self.endpoint());
    links().partition(this::isKeptOut);
    return start(self, bootstrap, List.of(), Role.AUTO);
  }

  /** The router in front of a node lets everybody in from now on. */
  void letIn(Peer peer) {
    behindNat.remove(peer.contact().endpoint());
  }

  private boolean isKeptOut(Endpoint from, Endpoint to) {
    long now = simulation().nowMicros();
    if (behindNat.contains(from)) {
      openedMicros.put(List.of(from, to), now);
    }
    return behindNat.contains(to)
        && openedMicros.getOrDefault(List.of(to, from), Long.MIN_VALUE / 2) < now - 60_000_000;
  }

  /** Adds a node with a random id that joins through the first running one and another. */
  public Peer add() {
    return add(Id.random(random()));
  }

  public Peer add(Id id) {
    return start(new Contact(id, newEndpoint("n")));
  }

  /** Starts a node that knows the first running one and another of the first sixteen. */
  public Peer start(Contact self) {
    List<Endpoint> running = new ArrayList<>(links().running());
    running.remove(self.endpoint());
    return start(
        self,
        running.isEmpty()
            ? List.of()
            : List.of(running.get(0), running.get(random().nextInt(Math.min(16, running.size())))));
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
    peer.node.remember(remembered);
    run(peer);
    call(peer, () -> peer.node.start(bootstrap));
    return peer;
  }

  /** Adds many, a few each virtual second, and lets the ring settle. */
  public Cluster grow(int count) {
    for (int i = 0; i < count; i++) {
      add();
      simulation().runFor(count > 100 ? 100_000 : 300_000);
    }
    settle(); // many that joined in haste take longer
    if (count > 100) {
      settle();
    }
    return this;
  }

  public void settle() {
    simulation().runFor(60_000_000);
  }

  /** Starts a node with the id and endpoint of one that crashed, and none of its state. */
  public Peer restart(Peer crashed) {
    return start(crashed.contact());
  }

  public void leave(Peer peer) {
    call(peer, peer.node::leave);
    crash(peer);
  }

  /** Whether every node has the very leaves that it would have if all were one ring. */
  public boolean oneRing() {
    return leafSets(OverlayConfig.DEFAULT.leafSideSize()).entrySet().stream()
        .allMatch(
            entry -> entry.getValue().equals(new LinkedHashSet<>(entry.getKey().node.leaves())));
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
    long first = arrivals.size() + 1_000_000L * (1 + random().nextInt(1000));
    Map<Long, Id> keys = new LinkedHashMap<>();
    long number = first;
    for (Peer peer : running()) {
      for (int i = 0; i < perNode; i++) {
        Id key = Id.random(random());
        long note = number++;
        keys.put(note, key);
        call(peer, () -> peer.node.route(key, new Note(note)));
      }
    }
    simulation().runFor(20_000_000);
    int right = 0;
    int hops = 0;
    for (Map.Entry<Long, Id> entry : keys.entrySet()) {
      List<Arrival> ends = arrivals(entry.getKey());
      if (ends.size() == 1
          && ends.get(0).end() == RouteEnd.ROOT
          && ends.get(0).at().equals(root(entry.getValue()).contact())) {
        right++;
        hops += ends.get(0).routed().hops();
      }
    }
    return new Routes(keys.size(), right, (double) hops / Math.max(1, right));
  }

  /** What came of many routes. */
  public record Routes(int asked, int right, double meanHops) {}

  /** One node with a DOLR and an application of the tests. */
  public final class Peer extends SimulatedNode implements Application, ObjectApplication {
    public final OverlayNode node;
    public final PointerDolr dolr;

    Peer(Contact self) {
      super(Cluster.this, self);
      node =
          new OverlayNode(
              self, OverlayConfig.DEFAULT, limits, timers(), outbox(), random().split());
      dolr =
          new PointerDolr(
              node,
              new RecordTerms(limits, leases, new SharedSecretSignatures(self.id(), 1)),
              timers(),
              random().split());
      node.register(this);
      dolr.register(this);
    }

    @Override
    public OverlayNode node() {
      return node;
    }

    @Override
    protected void send(Send send, BiConsumer<Endpoint, Message> links) {
      if (!send.anew() || !behindNat.contains(send.to())) {
        super.send(send, links);
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
            .add(new Arrival(node.self(), routed, end));
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
        served.computeIfAbsent(note.number(), n -> new ArrayList<>()).add(node.self());
      }
    }

    @Override
    public void deliverToNode(Message message, Contact via) {
      deliverToObject(node.self().id(), message, via, via, 0);
    }

    @Override
    public void locationFailed(Id guid, Message message) {
      failures.add(guid);
    }
  }
}
