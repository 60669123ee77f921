package org.spamwatch.simulator.live;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simnet.Machine;
import org.spamwatch.simnet.SimNetwork;
import org.spamwatch.simnet.Simulation;

/**
 * Peers of one realm on the seeded network, and the oracle that knows them all. One seed gives one
 * run. Not thread-safe; two networks share nothing.
 */
public final class PeerNetwork {
  private final SplittableRandom seeds;
  private final Simulation simulation = new Simulation();
  private final SimNetwork<Endpoint, Message> network;
  private final PeerConfig config;
  private final Id realm;
  private final Map<Endpoint, Peer> peers = new LinkedHashMap<>();
  private final Map<Long, List<RouteProbe.Arrival>> arrivals = new LinkedHashMap<>();
  private int made;

  /** A network without peers. */
  public PeerNetwork(long seed, PeerConfig config, Latency latency, Faults faults) {
    this.seeds = new SplittableRandom(seed);
    this.config = config;
    this.realm = Id.random(seeds);
    this.network = new SimNetwork<>(simulation, latency, faults, seeds.split());
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
    Contact self = new Contact(Id.random(seeds), new Endpoint("peer" + made++, 1));
    Timers timers = new Timers(simulation.nowMicros());
    return start(self, timers, MemoryVoteStore.empty(timers));
  }

  private Peer start(Contact self, Timers timers, MemoryVoteStore store) {
    List<Endpoint> running = network.running();
    List<Endpoint> bootstrap =
        running.isEmpty()
            ? List.of()
            : List.of(running.get(seeds.nextInt(Math.min(16, running.size()))));
    Peer peer = new Peer(self, timers, store);
    peers.put(self.endpoint(), peer);
    network.attach(self.endpoint(), peer);
    network.call(self.endpoint(), () -> peer.core.start(bootstrap));
    return peer;
  }

  /** Stops a peer without a word. */
  public void crash(Peer peer) {
    network.crash(peer.contact().endpoint());
    peers.remove(peer.contact().endpoint());
  }

  /** Starts a crashed peer again with its id, its endpoint and what is on its disk. */
  public Peer restart(Peer crashed) {
    Timers timers = new Timers(simulation.nowMicros());
    return start(crashed.contact(), timers, crashed.store.afterCrash(timers));
  }

  /** Sends a numbered message from a peer towards a key's root. */
  public void probe(Peer from, Id key, long number) {
    call(from, () -> from.core.node().route(key, new RouteProbe.Probe(number)));
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
    return peers.values().stream()
        .map(Peer::contact)
        .min(
            Comparator.comparing(
                Contact::id, (a, b) -> a.equals(b) ? 0 : a.isCloserTo(key, b) ? -1 : 1))
        .orElseThrow();
  }

  /** One peer on the network. */
  public final class Peer implements Machine<Endpoint, Message> {
    private final Contact self;
    private final Timers timers;
    private final Outbox outbox = new Outbox();
    private final MemoryVoteStore store;
    private final PeerCore core;
    private final List<Send> lies = new ArrayList<>();
    private @Nullable Liar liar;
    private long transmissions;
    private long routesBegun;

    private Peer(Contact self, Timers timers, MemoryVoteStore store) {
      this.self = self;
      this.timers = timers;
      this.store = store;
      this.core =
          new PeerCore(self, realm, config, Limits.DEFAULT, timers, outbox, seeds.split(), store);
      core.node().register(new RouteProbe(self, arrivals));
    }

    /** Its id and endpoint. */
    public Contact contact() {
      return self;
    }

    /** Its node logic. */
    public PeerCore core() {
      return core;
    }

    @Override
    public void advance(long nowMicros) {
      timers.advance(nowMicros);
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
    void corrupt(Set<Lie> lies, List<Contact> liars, RandomGenerator random) {
      liar = new Liar(self, lies, liars, random);
    }

    @Override
    public void receive(Endpoint from, Message message) {
      if (liar == null
          || liar.lets(
              from, message, core.node().neighbours(), (to, lie) -> lies.add(new Send(to, lie)))) {
        core.node().receive(from, message);
      }
    }

    @Override
    public void takeSends(BiConsumer<Endpoint, Message> wire) {
      lies.forEach(lie -> wire.accept(lie.to(), lie.message()));
      lies.clear();
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
      if (message instanceof Route route) {
        transmissions++;
        routesBegun += route.origin().equals(self) && route.hops() == 1 ? 1 : 0;
      } else if (message instanceof Direct) {
        transmissions++;
      }
    }
  }
}
