package org.spamwatch.simulator.virtual;

import java.util.List;
import java.util.SplittableRandom;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.analytic.Topology;
import org.spamwatch.topologies.Latencies;
import org.spamwatch.topologies.Placement;
import org.spamwatch.topologies.TopologyException;

/**
 * The latency between peers that stand on routers of a topology, or on sites that were measured.
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
   * Peers on random places, one on each.
   *
   * @param seed gives the placement
   * @throws TopologyException if there are fewer places than peers
   */
  public static RouterLatency ofRandomPlacement(Topology topology, int peers, long seed)
      throws TopologyException {
    int places = topology.places().size();
    if (peers > places) {
      String what = topology.links().isEmpty() ? "measured sites" : "stub routers";
      throw new TopologyException(
          peers + " peers do not fit on " + places + " " + what + ", one on each");
    }
    return new RouterLatency(
        topology.latencies(), Placement.draw(topology.places(), peers, new SplittableRandom(seed)));
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
