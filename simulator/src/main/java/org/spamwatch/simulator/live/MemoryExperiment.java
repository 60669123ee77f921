package org.spamwatch.simulator.live;

import java.util.function.Consumer;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;

/**
 * How much memory an idle peer takes: the growth of the heap, after collection, from no peers to a
 * settled network, divided by their number.
 *
 * <p>Everything that belongs to a peer is counted: tables, timers, the memory of messages seen,
 * empty stores, its place in the simulated network, and its share of the events under way. Ids and
 * contacts are counted once for all, for simulated peers share them; code is not counted.
 *
 * @param nodes size of the network
 * @param seed gives the whole run
 */
public record MemoryExperiment(int nodes, long seed) {
  private static final long SECOND = 1_000_000;

  /**
   * What came of it.
   *
   * @param bytesPerPeer heap a peer takes
   * @param neighboursPerPeer entries of both tables
   */
  public record Result(double bytesPerPeer, double neighboursPerPeer) {}

  /** Checks the range. */
  public MemoryExperiment {
    if (nodes < 2) {
      throw new IllegalArgumentException("nodes " + nodes + " is not 2 or more");
    }
  }

  /** Runs it; tells the stage it is in. */
  public Result run(Consumer<String> progress) {
    grown(3); // loads the classes
    long before = usedBytes();
    progress.accept("growing");
    PeerNetwork network = grown(nodes);
    progress.accept("measuring");
    long after = usedBytes();
    long neighbours =
        network.peers().stream().mapToLong(peer -> peer.core().node().neighbours().size()).sum();
    return new Result((double) (after - before) / nodes, (double) neighbours / nodes);
  }

  private PeerNetwork grown(int size) {
    PeerNetwork network =
        new PeerNetwork(seed, PeerConfig.DEFAULT, Latency.plane(seed, 200_000), Faults.NONE);
    for (int i = 0; i < size; i++) {
      network.add();
      network.simulation().runFor(SECOND / 5);
    }
    network.simulation().runFor(120 * SECOND);
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
