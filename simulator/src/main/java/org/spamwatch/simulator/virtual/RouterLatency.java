package org.spamwatch.simulator.virtual;

import java.util.List;
import java.util.SplittableRandom;
import org.spamwatch.simnet.Latency;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.Latencies;
import org.spamwatch.topologies.Placement;
import org.spamwatch.topologies.TopologyException;

/**
 * The latency between peers that stand on routers of a topology.
 *
 * @param latencies between routers
 * @param routers for each place the router; a place beyond them begins again at the first
 */
public record RouterLatency(Latencies latencies, List<Integer> routers) implements Latency {
  /** Copies the routers and checks that there is one. */
  public RouterLatency {
    routers = List.copyOf(routers);
    if (routers.isEmpty()) {
      throw new IllegalArgumentException("peers need a router");
    }
  }

  /**
   * Peers on random stub routers, one on each.
   *
   * @param seed gives the placement
   * @throws TopologyException if there are fewer stub routers than peers
   */
  public static RouterLatency ofRandomPlacement(
      AltGraph graph, Latencies latencies, int peers, long seed) throws TopologyException {
    return new RouterLatency(
        latencies, Placement.onStubRouters(graph, peers, new SplittableRandom(seed)));
  }

  @Override
  public long oneWayMicros(int from, int to) {
    return latencies.oneWayMicros(router(from), router(to));
  }

  /** The router of a place. */
  int router(int place) {
    return routers.get(place % routers.size());
  }
}
