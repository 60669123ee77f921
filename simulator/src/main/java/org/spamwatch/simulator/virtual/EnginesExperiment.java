package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.overlay.node.OverlayConfig;
import org.spamwatch.simulator.analytic.Topology;
import org.spamwatch.simulator.analytic.TtlExperiment.Cell;

/**
 * What the analytic engine is held against: a network of real nodes that have joined and maintained
 * themselves, the ways of its messages beside those that the engine finds by the nodes' own tables,
 * and how many of its queries succeed within a TTL.
 *
 * @param nodes how many join, one every tenth of a second
 * @param minutes after the last join before anything is compared
 * @param ways of messages to be compared
 * @param rates the shares of nodes that publish an object
 * @param maxTtl TTLs from 0 to this are looked at
 * @param objects published at each rate
 * @param seed gives the whole run
 */
public record EnginesExperiment(
    int nodes, int minutes, int ways, List<Double> rates, int maxTtl, int objects, long seed) {
  private static final long MINUTE = 60_000_000;
  private static final int QUERIES = 1_000;

  /**
   * Ways that were compared.
   *
   * @param ways how many
   * @param hops of all of them, as they were computed
   * @param differ those of them that are not the same in every hop
   * @param changed others, on whose way a table changed while the message was under way
   */
  public record Compared(int ways, long hops, int differ, int changed) {
    Compared plus(Compared other) {
      return new Compared(
          ways + other.ways, hops + other.hops, differ + other.differ, changed + other.changed);
    }
  }

  /**
   * What a network has shown.
   *
   * @param cells queries for what others have published, for each rate and TTL, in their order
   */
  public record Result(Compared compared, List<Cell> cells) {
    /** Copies the list. */
    public Result {
      cells = List.copyOf(cells);
    }
  }

  /** Copies the rates and checks the ranges. */
  public EnginesExperiment {
    rates = List.copyOf(rates);
    if (nodes < 2 || minutes < 0 || ways < 0 || maxTtl < 0 || objects < 1) {
      throw new IllegalArgumentException("at least 2 nodes and 1 object are needed");
    }
  }

  /**
   * Runs it on places of a topology; tells the stage it is in.
   *
   * @param latency between nodes on these places
   */
  public Result run(Topology topology, RouterLatency latency, Consumer<String> progress) {
    DolrNetwork network = new DolrNetwork(seed, OverlayConfig.DEFAULT, latency);
    WayComparison comparison = new WayComparison(network, topology, latency, seed);
    network.grow(nodes, comparison::watch, progress);
    progress.accept("maintenance until minute " + minutes);
    network.simulation().runFor(minutes * MINUTE);
    progress.accept("comparing " + ways + " ways");
    Compared compared = comparison.compare(ways);
    PointerDistance distance = new PointerDistance(network, new SplittableRandom(seed));
    List<Cell> cells = new ArrayList<>();
    for (double rate : rates) {
      progress.accept("queries at a mark rate of " + rate);
      PointerDistance.Travelled travelled = distance.measure(rate, objects, QUERIES);
      for (int ttl = 0; ttl <= maxTtl; ttl++) {
        cells.add(new Cell(rate, 1, ttl, travelled.success(ttl), travelled.millis(ttl), 0));
      }
    }
    return new Result(compared, cells);
  }
}
