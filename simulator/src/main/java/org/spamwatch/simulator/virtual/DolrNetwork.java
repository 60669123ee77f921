package org.spamwatch.simulator.virtual;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.identity.SharedSecretSignatures;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.RecordTerms;
import org.spamwatch.overlay.node.OverlayConfig;
import org.spamwatch.overlay.node.OverlayNode;
import org.spamwatch.overlay.pointer.PointerDolr;
import org.spamwatch.overlay.virtual.NodeNetwork;
import org.spamwatch.overlay.virtual.SimulatedNode;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;

/**
 * Overlay nodes with a DOLR, and nothing above it: for experiments with thousands of nodes over
 * hours.
 */
final class DolrNetwork extends NodeNetwork<DolrNetwork.Node> {
  /** Pointers of an experiment's object are not held longer than it looks at them. */
  private static final LeaseConfig LEASES =
      new LeaseConfig(Duration.ofMinutes(5), LeaseConfig.DEFAULT.replicas());

  private final Latency latency;
  private final OverlayConfig config;
  private final List<Node> nodes = new ArrayList<>();

  /** A network without nodes. */
  public DolrNetwork(long seed, OverlayConfig config, Latency latency) {
    super(new SplittableRandom(seed), latency, Faults.NONE);
    this.latency = latency;
    this.config = config;
  }

  /** The nodes, in the order in which they were added: its index is a node's place. */
  public List<Node> nodes() {
    return nodes;
  }

  /** The one-way time between two nodes, in microseconds. */
  public long oneWayMicros(Node from, Node to) {
    return latency.oneWayMicros(from.place, to.place);
  }

  /** Messages sent so far by all nodes. */
  public long sent() {
    return links().totals().get(0);
  }

  /** Adds a node with a random id that knows nobody and does nothing by itself. */
  public Node add() {
    return add(Id.random(random()));
  }

  /** Adds a node that knows nobody and does nothing by itself. */
  public Node add(Id id) {
    int place = nodes.size();
    Node node = new Node(new Contact(id, newEndpoint("node")), place);
    nodes.add(node);
    run(node);
    return node;
  }

  /** Lets a node join through a random one of those before it. */
  public void join(Node node) {
    List<Endpoint> bootstrap =
        node.place == 0
            ? List.of()
            : List.of(nodes.get(random().nextInt(node.place)).contact().endpoint());
    call(node, () -> node.overlay.start(bootstrap));
  }

  /**
   * Lets nodes join one after the other, ten a second.
   *
   * @param first what is done with each before it joins
   */
  public void grow(int count, Consumer<Node> first, Consumer<String> progress) {
    progress.accept(count + " nodes joining");
    for (int i = 0; i < count; i++) {
      Node node = add();
      first.accept(node);
      join(node);
      simulation().runFor(100_000);
      if (i % 1000 == 999) {
        progress.accept((i + 1) + " nodes joined");
      }
    }
  }

  /** One node on the network. */
  public final class Node extends SimulatedNode {
    private final int place;
    private final OverlayNode overlay;
    private final PointerDolr dolr;

    private Node(Contact self, int place) {
      super(DolrNetwork.this, self);
      this.place = place;
      this.overlay =
          new OverlayNode(self, config, Limits.DEFAULT, timers(), outbox(), random().split());
      this.dolr =
          new PointerDolr(
              overlay,
              new RecordTerms(Limits.DEFAULT, LEASES, new SharedSecretSignatures(self.id(), 1)),
              timers(),
              random().split());
    }

    @Override
    public OverlayNode node() {
      return overlay;
    }

    /** Its pointers. */
    public PointerDolr dolr() {
      return dolr;
    }
  }
}
