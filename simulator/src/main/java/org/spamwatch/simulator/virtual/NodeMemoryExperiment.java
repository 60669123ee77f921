package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.overlay.node.OverlayConfig;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simnet.Simulation;

/**
 * How much memory an idle node and an idle peer take: the growth of the heap, after collection,
 * from none to a settled network, divided by their number. A node is the overlay and its pointers;
 * a peer is a node with all that SpamWatch has above it.
 *
 * <p>Everything that is there because of it is counted: tables, timers, the memory of messages
 * seen, empty stores, a peer's empty simulated disk, the place in the simulated network, the events
 * under way, and entries in the experiment's own lists. Ids, endpoints and contacts are counted
 * once for all, for simulated nodes share them; code is not counted.
 *
 * @param nodes size of the network
 * @param seed gives the whole run
 */
public record NodeMemoryExperiment(int nodes, long seed) {
  private static final long SECOND = 1_000_000;

  /** Nodes of the network that is run before to load the classes. */
  private static final int WARM_UP = 20;

  /** What is measured. */
  public enum Kind {
    /** The overlay and its pointers. */
    NODE,
    /** A whole peer. */
    PEER
  }

  /**
   * What came of it.
   *
   * @param minutes how long ago the last one joined
   * @param bytes heap that each takes
   * @param neighbours entries of both tables, of each
   */
  public record Result(Kind kind, int minutes, double bytes, double neighbours) {}

  /** A network, and the entries of all tables in it. */
  private record Grown(Simulation simulation, LongSupplier neighbours) {}

  /** Checks the range. */
  public NodeMemoryExperiment {
    if (nodes < 2) {
      throw new IllegalArgumentException("nodes " + nodes + " is not 2 or more");
    }
  }

  /**
   * Runs it; tells the stage it is in.
   *
   * @return the figures of nodes and of peers, each two minutes after the last join, and a quarter
   *     of an hour later, when nothing is left of what the joins have brought
   */
  public List<Result> run(Consumer<String> progress) {
    List<Result> results = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      grown(kind, Math.min(nodes, WARM_UP));
      long before = usedBytes();
      String what = nodes + " " + kind.name().toLowerCase(Locale.ROOT) + "s";
      progress.accept(what + ": growing");
      Grown grown = grown(kind, nodes);
      int minutes = 0;
      for (int pause : new int[] {2, 15}) {
        progress.accept(what + ": idling for " + pause + " minutes");
        grown.simulation.runFor(60L * pause * SECOND);
        minutes += pause;
        double bytes = (double) (usedBytes() - before) / nodes;
        double neighbours = (double) grown.neighbours.getAsLong() / nodes;
        results.add(new Result(kind, minutes, bytes, neighbours));
      }
    }
    return results;
  }

  private Grown grown(Kind kind, int size) {
    return kind == Kind.NODE ? grownNodes(size) : grownPeers(size);
  }

  private Grown grownNodes(int size) {
    DolrNetwork network =
        new DolrNetwork(seed, OverlayConfig.DEFAULT, Latency.plane(seed, 200_000));
    for (int i = 0; i < size; i++) {
      network.join(network.add());
      network.simulation().runFor(SECOND / 5);
    }
    return new Grown(
        network.simulation(),
        () -> network.nodes().stream().mapToLong(n -> n.node().neighbours().size()).sum());
  }

  private Grown grownPeers(int size) {
    PeerNetwork network =
        new PeerNetwork(seed, PeerConfig.DEFAULT, Latency.plane(seed, 200_000), Faults.NONE);
    for (int i = 0; i < size; i++) {
      network.add();
      network.simulation().runFor(SECOND / 5);
    }
    return new Grown(
        network.simulation(),
        () -> network.running().stream().mapToLong(p -> p.core().node().neighbours().size()).sum());
  }

  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
