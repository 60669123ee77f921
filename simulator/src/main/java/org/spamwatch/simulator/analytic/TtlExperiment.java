package org.spamwatch.simulator.analytic;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.spamwatch.simulator.Workers;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.Latencies;
import org.spamwatch.topologies.TopologyException;

/**
 * Success and distance of queries against their TTL and the share of nodes that have published
 * (SpamWatch paper, section 6.3, Fig. 10), for all nodes that ask and for random objects.
 *
 * <p>What comes out depends on the parameters but for the threads. Memory: about 50 bytes a node
 * and thread, and 12 a node.
 *
 * @param reading what is counted
 * @param nodes of a network, 2 or more
 * @param rates shares of nodes that publish an object, each above 0 and below 1
 * @param maxTtl TTLs from 0 to this are looked at
 * @param objects published at each rate
 * @param threads that work at once
 * @param seed gives ids, places, keys and publishers
 */
public record TtlExperiment(
    Reading reading,
    int nodes,
    List<Double> rates,
    int maxTtl,
    int objects,
    int threads,
    long seed) {
  /** Checks the ranges. */
  public TtlExperiment {
    rates = List.copyOf(rates);
    if (nodes < 2 || maxTtl < 0 || objects < 1 || threads < 1) {
      throw new IllegalArgumentException("at least 2 nodes, 1 object and 1 thread are needed");
    }
    if (rates.stream().anyMatch(rate -> !(rate > 0 && rate < 1))) {
      throw new IllegalArgumentException("a rate of " + rates + " is not between 0 and 1");
    }
  }

  /**
   * What was found at one rate and TTL, on one placement.
   *
   * @param rate of publishers
   * @param ttl of the queries
   * @param success the share of queries that succeed
   * @param millis mean time until they do, of those that do; 0 if none does
   */
  public record Cell(double rate, int ttl, double success, double millis) {}

  /**
   * Runs one placement of the nodes on a graph.
   *
   * @param placement its number, from which with the seed all is drawn
   * @return a cell for each rate and TTL, in their order
   * @throws TopologyException if the graph has no room for the nodes
   */
  public List<Cell> run(AltGraph graph, Latencies latencies, int placement)
      throws TopologyException, InterruptedException {
    SplittableRandom random = seeded(seed, placement);
    Population population = Population.draw(graph, nodes, random.split());
    long objectSeed = random.nextLong();
    Tally[] tallies = new Tally[objects];
    AtomicInteger next = new AtomicInteger();
    Callable<Void> worker =
        () -> {
          RouteTree tree = new RouteTree(population, latencies, new NearestRouter(graph));
          Walks walks = new Walks(population, latencies, reading);
          for (int i = next.getAndIncrement(); i < objects; i = next.getAndIncrement()) {
            tallies[i] = object(tree, walks, seeded(objectSeed, i));
          }
          return null;
        };
    Workers.run(Math.min(threads, objects), worker);
    Tally all = new Tally(rates.size(), maxTtl);
    for (Tally tally : tallies) {
      all.add(tally);
    }
    return all.cells(rates);
  }

  private static SplittableRandom seeded(long seed, long which) {
    return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + which);
  }

  private Tally object(RouteTree tree, Walks walks, SplittableRandom random) {
    tree.build(random.nextLong(), reading.routing());
    Tally tally = new Tally(rates.size(), maxTtl);
    for (int rate = 0; rate < rates.size(); rate++) {
      int count = (int) Math.round(rates.get(rate) * nodes);
      walks.mark(Math.min(nodes - 1, Math.max(1, count)), random);
      walks.walk(tree);
      for (int node = 0; node < nodes; node++) {
        if (walks.asks(node)) {
          tally.count(rate, walks.ttl(node), walks.micros(node));
        }
      }
    }
    return tally;
  }

  /** Sums over queries, by rate and the TTL that they need; whole numbers, so in any order. */
  private static final class Tally {
    private final int most;
    private final long[][] found;
    private final long[][] micros;
    private final long[] asked;

    Tally(int rates, int maxTtl) {
      most = maxTtl;
      found = new long[rates][maxTtl + 1];
      micros = new long[rates][maxTtl + 1];
      asked = new long[rates];
    }

    void count(int rate, int ttl, long took) {
      asked[rate]++;
      if (ttl <= most) {
        found[rate][ttl]++;
        micros[rate][ttl] += took;
      }
    }

    void add(Tally other) {
      for (int rate = 0; rate < asked.length; rate++) {
        asked[rate] += other.asked[rate];
        for (int ttl = 0; ttl <= most; ttl++) {
          found[rate][ttl] += other.found[rate][ttl];
          micros[rate][ttl] += other.micros[rate][ttl];
        }
      }
    }

    List<Cell> cells(List<Double> rates) {
      List<Cell> cells = new ArrayList<>();
      for (int rate = 0; rate < asked.length; rate++) {
        long within = 0;
        long took = 0;
        for (int ttl = 0; ttl <= most; ttl++) {
          within += found[rate][ttl];
          took += micros[rate][ttl];
          double millis = within == 0 ? 0 : took / 1000.0 / within;
          cells.add(new Cell(rates.get(rate), ttl, (double) within / asked[rate], millis));
        }
      }
      return cells;
    }
  }
}
