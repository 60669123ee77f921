package org.spamwatch.simulator.virtual;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.SharedSecretSignatures;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.node.OverlayConfig;
import org.spamwatch.overlay.node.OverlayNode;
import org.spamwatch.overlay.pointer.PointerDolr;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simnet.Machine;
import org.spamwatch.simnet.SimNetwork;
import org.spamwatch.simnet.Simulation;

/**
 * Overlay nodes with a DOLR, and nothing above it, on the seeded network: for experiments with
 * thousands of nodes over hours. One seed gives one run. Not thread-safe.
 */
final class DolrNetwork {
  /** Pointers of an experiment's object are not held longer than it looks at them. */
  private static final LeaseConfig LEASES =
      new LeaseConfig(Duration.ofMinutes(5), LeaseConfig.DEFAULT.replicas());

  private final SplittableRandom seeds;
  private final Latency latency;
  private final Simulation simulation = new Simulation();
  private final SimNetwork<Endpoint, Message> network;
  private final OverlayConfig config;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<Endpoint, Node> byEndpoint = new LinkedHashMap<>();

  /** A network without nodes. */
  public DolrNetwork(long seed, OverlayConfig config, Latency latency) {
    this.seeds = new SplittableRandom(seed);
    this.latency = latency;
    this.config = config;
    this.network = new SimNetwork<>(simulation, latency, Faults.NONE, seeds.split());
  }

  /** Virtual time. */
  public Simulation simulation() {
    return simulation;
  }

  /** The nodes, in the order in which they were added: its index is a node's place. */
  public List<Node> nodes() {
    return nodes;
  }

  /** The node at an endpoint of this network. */
  public Node at(Endpoint endpoint) {
    Node node = byEndpoint.get(endpoint);
    if (node == null) {
      throw new IllegalArgumentException("no node at " + endpoint);
    }
    return node;
  }

  /** The one-way time between two nodes, in microseconds. */
  public long oneWayMicros(Node from, Node to) {
    return latency.oneWayMicros(from.place, to.place);
  }

  /** Messages sent so far by all nodes. */
  public long sent() {
    return network.totals().get(0);
  }

  /** Adds a node with a random id that knows nobody and does nothing by itself. */
  public Node add() {
    return add(Id.random(seeds));
  }

  /** Adds a node that knows nobody and does nothing by itself. */
  public Node add(Id id) {
    int place = nodes.size();
    Node node = new Node(new Contact(id, new Endpoint("node" + place, 1)), place);
    nodes.add(node);
    byEndpoint.put(node.contact().endpoint(), node);
    network.attach(node.contact().endpoint(), node);
    return node;
  }

  /** Lets a node join through a random one of those before it. */
  public void join(Node node) {
    List<Endpoint> bootstrap =
        node.place == 0
            ? List.of()
            : List.of(nodes.get(seeds.nextInt(node.place)).contact().endpoint());
    call(node, () -> node.overlay.start(bootstrap));
  }

  /** Makes a call on a node's turn. */
  public void call(Node node, Runnable action) {
    network.call(node.contact().endpoint(), action);
  }

  /** One node on the network. */
  public final class Node implements Machine<Endpoint, Message> {
    private final int place;
    private final Timers timers = new Timers(simulation.nowMicros());
    private final Outbox outbox = new Outbox();
    private final OverlayNode overlay;
    private final PointerDolr dolr;

    private Node(Contact self, int place) {
      this.place = place;
      this.overlay = new OverlayNode(self, config, Limits.DEFAULT, timers, outbox, seeds.split());
      this.dolr =
          new PointerDolr(
              overlay,
              Limits.DEFAULT,
              LEASES,
              timers,
              seeds.split(),
              new SharedSecretSignatures(self.id(), 1));
    }

    /** Its id and endpoint. */
    public Contact contact() {
      return overlay.self();
    }

    /** Its overlay. */
    public OverlayNode overlay() {
      return overlay;
    }

    /** Its pointers. */
    public PointerDolr dolr() {
      return dolr;
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
      overlay.receive(at(from).contact(), message);
    }

    @Override
    public void takeSends(BiConsumer<Endpoint, Message> wire) {
      for (Send send : outbox.take()) {
        wire.accept(send.to(), send.message());
      }
    }
  }
}
