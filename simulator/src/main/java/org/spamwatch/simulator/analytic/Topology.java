package org.spamwatch.simulator.analytic;

import java.util.List;
import java.util.stream.IntStream;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.AltGraph.Link;
import org.spamwatch.topologies.Latencies;

/**
 * What a network stands on: a graph of routers, or sites between which latencies were measured.
 *
 * @param latencies between the routers or sites
 * @param places the routers or sites on which nodes stand
 * @param links of the graph; none if latencies were measured
 */
public record Topology(Latencies latencies, List<Integer> places, List<Link> links) {
  /** Copies the lists. */
  public Topology {
    places = List.copyOf(places);
    links = List.copyOf(links);
  }

  /** A graph, on whose stub routers nodes stand. */
  public static Topology of(AltGraph graph, Latencies latencies) {
    return new Topology(latencies, graph.stubRouters(), graph.links());
  }

  /** Measured sites, on each of which nodes stand. */
  public static Topology measured(Latencies latencies) {
    return new Topology(
        latencies, IntStream.range(0, latencies.routers()).boxed().toList(), List.of());
  }

  /** A search of its own for nearest routers. */
  NearestRouter nearestRouter() {
    return links.isEmpty() ? new NearestSite(latencies) : new ShortestPaths(latencies, links);
  }
}
