package org.spamwatch.simulator.analytic;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.spamwatch.simulator.Workers;
import org.spamwatch.topologies.Latencies;

/**
 * Success and distance of queries against their TTL and the share of nodes that have published
 * (SpamWatch paper, section 6.3, Fig. 10), for all nodes that ask and for random objects.
 *
 * <p>An object may be a vector of several fingerprints, each of which publishers publish and those
 * who ask look for at once. Every pointer tells of the whole vector (section 3.3), so that one that
 * is met is enough; without that as many must be met as are to be shared.
 *
 * <p>What comes out depends on the parameters but for the threads. Memory: about 40 bytes a node,
 * thread and fingerprint, and 12 a node.
 *
 * @param reading what is counted
 * @param nodes of a network, 2 or more
 * @param rates shares of nodes that publish an object, each above 0 and below 1
 * @param maxTtl TTLs from 0 to this are looked at
 * @param fingerprints of an object
 * @param needed how many fingerprints' pointers are to be met, each of these looked at
 * @param objects published at each rate
 * @param threads that work at once
 * @param seed gives ids, places, keys and publishers
 */
public record TtlExperiment(
    Reading reading,
    int nodes,
    List<Double> rates,
    int maxTtl,
    int fingerprints,
    List<Integer> needed,
    int objects,
    int threads,
    long seed) {
  /** Checks the ranges. */
  public TtlExperiment {
    rates = List.copyOf(rates);
    needed = List.copyOf(needed);
    if (nodes < 2 || maxTtl < 0 || objects < 1 || threads < 1) {
      throw new IllegalArgumentException("at least 2 nodes, 1 object and 1 thread are needed");
    }
    if (needed.isEmpty() || needed.stream().anyMatch(n -> n < 1 || n > fingerprints)) {
      throw new IllegalArgumentException(
          needed + " fingerprints are not 1 to " + fingerprints + " of an object");
    }
    if (rates.stream().anyMatch(rate -> !(rate > 0 && rate < 1))) {
      throw new IllegalArgumentException("a rate of " + rates + " is not between 0 and 1");
    }
  }

  /**
   * What was found at one rate and TTL, on one placement.
   *
   * @param rate of publishers
   * @param needed how many fingerprints' pointers are to be met
   * @param ttl of the queries
   * @param success the share of queries that succeed
   * @param millis mean time until they do, of those that do; 0 if none does
   * @param reach mean time that queries of this TTL travel if they meet nothing; 0 if nobody looked
   */
  public record Cell(
      double rate, int needed, int ttl, double success, double millis, double reach) {}

  /** What a thread works with. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Workspace(Publishers publishers, RouteTree[] trees, Walks[] walks) {}

  /**
   * Runs one placement of the nodes.
   *
   * @param placement its number, from which with the seed all is drawn
   * @return a cell for each rate, number that is needed, and TTL, in their order
   */
  public List<Cell> run(Topology topology, int placement) throws InterruptedException {
    SplittableRandom random = seeded(seed, placement);
    Population population = Population.draw(topology.places(), nodes, random.split());
    long objectSeed = random.nextLong();
    Tally[] tallies = new Tally[objects];
    Workers.share(
        threads,
        objects,
        () -> {
          Workspace workspace = workspace(topology, population);
          return i -> tallies[i] = object(workspace, seeded(objectSeed, i));
        });
    Tally all = new Tally(this);
    for (Tally tally : tallies) {
      all.add(tally);
    }
    return all.cells();
  }

  private static SplittableRandom seeded(long seed, long which) {
    return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + which);
  }

  private Workspace workspace(Topology topology, Population population) {
    Latencies latencies = topology.latencies();
    NearestNode nearest =
        new NearestNode(population, topology.nearestRouter(), latencies.routers());
    Publishers publishers = new Publishers(nodes);
    RouteTree[] trees = new RouteTree[fingerprints];
    Walks[] walks = new Walks[fingerprints];
    Arrays.setAll(trees, i -> new RouteTree(population, latencies, nearest));
    Arrays.setAll(walks, i -> new Walks(population, latencies, reading, publishers));
    return new Workspace(publishers, trees, walks);
  }

  private Tally object(Workspace workspace, SplittableRandom random) {
    Tally tally = new Tally(this);
    for (RouteTree tree : workspace.trees()) {
      tree.build(random.nextLong(), reading.routing());
    }
    Walks[] walks = workspace.walks();
    tally.reach(walks[0], workspace.trees()[0], nodes);
    for (int rate = 0; rate < rates.size(); rate++) {
      int count = (int) Math.round(rates.get(rate) * nodes);
      workspace.publishers().draw(Math.min(nodes - 1, Math.max(1, count)), random);
      for (int i = 0; i < fingerprints; i++) {
        walks[i].walk(workspace.trees()[i]);
      }
      for (int node = 0; node < nodes; node++) {
        if (walks[0].asks(node)) {
          tally.count(rate, node, walks);
        }
      }
    }
    return tally;
  }
}
