package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.spamwatch.overlay.node.OverlayConfig;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.PointerDistance.Travelled;

/**
 * Latency to the first pointer in a network that joined and maintained itself by the real protocol,
 * against the same nodes in the same places with exact nearest-neighbour tables.
 *
 * @param nodes how many join, one every tenth of a second
 * @param rates the shares of nodes that publish an object
 * @param minutes after the last join, ascending: when to look
 * @param objects published at each look and rate
 * @param queries for each object
 * @param seed gives the whole run but the latencies
 * @param latency between the nodes, in the order in which they join
 */
public record ProximityExperiment(
    int nodes,
    List<Double> rates,
    List<Integer> minutes,
    int objects,
    int queries,
    long seed,
    Latency latency) {
  private static final long SECOND = 1_000_000;

  /**
   * One look at the network.
   *
   * @param minute virtual minutes after the last join
   * @param found for each rate what queries travelled in it
   * @param exact for each rate what the same queries travelled with exact tables
   * @param maintenance messages a node sent in a second since the last look, lookups aside
   * @param probes those of them that were probes and answers
   */
  public record Look(
      int minute, List<Distance> found, List<Distance> exact, double maintenance, double probes) {}

  /**
   * The way to the first pointer.
   *
   * @param millis mean one-way time
   * @param hops mean number of them
   * @param success the share of queries that meet one within a TTL of 0, 1, 2 and 3
   */
  public record Distance(double millis, double hops, List<Double> success) {
    /** Copies the list. */
    public Distance {
      success = List.copyOf(success);
    }
  }

  /** Copies the lists and checks the ranges. */
  public ProximityExperiment {
    rates = List.copyOf(rates);
    minutes = List.copyOf(minutes);
    if (nodes < 2 || objects < 1 || queries < 1) {
      throw new IllegalArgumentException("at least 2 nodes, 1 object and 1 query are needed");
    }
  }

  /** Runs it; tells the stage it is in, and each look as it is taken. */
  public void run(Consumer<String> progress, Consumer<Look> looks) {
    DolrNetwork grown = new DolrNetwork(seed, OverlayConfig.DEFAULT, latency);
    DolrNetwork exact = new DolrNetwork(seed, OverlayConfig.DEFAULT, latency);
    grown.grow(nodes, node -> exact.add(node.contact().id()), progress);
    new ExactTables(exact).fill(OverlayConfig.DEFAULT.leafSideSize());
    long joined = grown.simulation().nowMicros();
    Traffic last = Traffic.of(grown);
    for (int minute : minutes) {
      progress.accept("maintenance until minute " + minute);
      grown.simulation().runUntil(joined + 60L * minute * SECOND);
      Traffic now = Traffic.of(grown);
      looks.accept(
          new Look(
              minute,
              distances(grown, minute),
              distances(exact, minute),
              now.messagesSince(last),
              now.probesSince(last)));
      last = Traffic.of(grown);
    }
  }

  private List<Distance> distances(DolrNetwork network, int minute) {
    PointerDistance distance =
        new PointerDistance(network, new SplittableRandom(seed * 1_000_003 + minute));
    List<Distance> all = new ArrayList<>();
    for (double rate : rates) {
      Travelled travelled = distance.measure(rate, objects, queries);
      List<Double> success = IntStream.rangeClosed(0, 3).mapToObj(travelled::success).toList();
      all.add(new Distance(travelled.millis(), travelled.hops(), success));
    }
    return all;
  }

  private record Traffic(long micros, int nodes, long messages, long probes) {
    static Traffic of(DolrNetwork network) {
      long probes =
          network.nodes().stream().mapToLong(node -> node.node().counters().probes()).sum();
      return new Traffic(
          network.simulation().nowMicros(), network.nodes().size(), network.sent(), probes);
    }

    double messagesSince(Traffic earlier) {
      return perNodeSecond(messages - earlier.messages, earlier);
    }

    double probesSince(Traffic earlier) {
      return perNodeSecond(2 * (probes - earlier.probes), earlier);
    }

    private double perNodeSecond(long count, Traffic earlier) {
      long span = micros - earlier.micros;
      return span == 0 ? 0 : (double) count * SECOND / span / nodes;
    }
  }
}
