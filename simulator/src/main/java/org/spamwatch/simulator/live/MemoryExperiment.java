package org.spamwatch.simulator.live;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;

/**
 * How much memory an idle peer takes: the growth of the heap, after collection, from no peers to a
 * settled network, divided by their number.
 *
 * <p>Everything that is there because of a peer is counted: its tables, timers, the memory of
 * messages seen, empty stores, its empty simulated disk, its place in the simulated network, the
 * events under way, and its entries in the experiment's own lists. Ids, endpoints and contacts are
 * counted once for all, for simulated peers share them; code is not counted.
 *
 * @param nodes size of the network
 * @param seed gives the whole run
 */
public record MemoryExperiment(int nodes, long seed) {
  private static final long SECOND = 1_000_000;

  /** Peers of the network that is run before to load the classes. */
  private static final int WARM_UP = 20;

  /**
   * What came of it.
   *
   * @param minutes how long ago the last peer joined
   * @param bytesPerPeer heap a peer takes
   * @param neighboursPerPeer entries of both tables
   */
  public record Result(int minutes, double bytesPerPeer, double neighboursPerPeer) {}

  /** Checks the range. */
  public MemoryExperiment {
    if (nodes < 2) {
      throw new IllegalArgumentException("nodes " + nodes + " is not 2 or more");
    }
  }

  /**
   * Runs it; tells the stage it is in.
   *
   * @return the figures two minutes after the last join, and those a quarter of an hour later, when
   *     nothing is left of what the joins have brought
   */
  public List<Result> run(Consumer<String> progress) {
    grown(Math.min(nodes, WARM_UP));
    long before = usedBytes();
    progress.accept("growing");
    PeerNetwork network = grown(nodes);
    List<Result> results = new ArrayList<>();
    int minutes = 0;
    for (int pause : new int[] {2, 15}) {
      progress.accept("idling for " + pause + " minutes");
      network.simulation().runFor(60L * pause * SECOND);
      minutes += pause;
      double bytes = (double) (usedBytes() - before) / nodes;
      results.add(new Result(minutes, bytes, neighboursPerPeer(network)));
    }
    return results;
  }

  private double neighboursPerPeer(PeerNetwork network) {
    long neighbours = 0;
    for (PeerNetwork.Peer peer : network.peers()) {
      neighbours += peer.core().node().neighbours().size();
    }
    return (double) neighbours / nodes;
  }

  private PeerNetwork grown(int size) {
    PeerNetwork network =
        new PeerNetwork(seed, PeerConfig.DEFAULT, Latency.plane(seed, 200_000), Faults.NONE);
    for (int i = 0; i < size; i++) {
      network.add();
      network.simulation().runFor(SECOND / 5);
    }
    return network;
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
