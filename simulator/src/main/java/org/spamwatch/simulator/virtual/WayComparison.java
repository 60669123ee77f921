package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.node.OverlayConfig;
import org.spamwatch.overlay.routing.Neighbour;
import org.spamwatch.overlay.routing.RoutingTable;
import org.spamwatch.simulator.analytic.GivenTables;
import org.spamwatch.simulator.analytic.GivenTables.Known;
import org.spamwatch.simulator.analytic.Topology;
import org.spamwatch.simulator.virtual.DolrNetwork.Node;
import org.spamwatch.simulator.virtual.EnginesExperiment.Compared;

/**
 * Compares the ways of real messages, hop for hop, with those that the analytic engine finds by the
 * tables that the nodes have at that time.
 *
 * <p>Nodes go on maintaining their tables meanwhile: a message on whose way one has changed is not
 * counted, and another is sent.
 */
final class WayComparison {
  private static final long SECOND = 1_000_000;
  private static final int MESSAGES = 5_000; // of a round
  private static final int ORIGINS = 25; // of a key
  private static final int MOST_ROUNDS = 1_000;

  private record Sent(Id key, Id origin) {}

  private final DolrNetwork network;
  private final Topology topology;
  private final RouterLatency latency;
  private final SplittableRandom random;
  private final Map<Integer, List<Id>> ended = new LinkedHashMap<>();

  WayComparison(DolrNetwork network, Topology topology, RouterLatency latency, long seed) {
    this.network = network;
    this.topology = topology;
    this.latency = latency;
    this.random = new SplittableRandom(seed);
  }

  /** Lets a node take part, before it joins. */
  void watch(Node node) {
    node.node().register(new WayProbe(node.contact().id(), ended::put));
  }

  /** Compares some ways from random nodes to the roots of random keys. */
  Compared compare(int ways) {
    Compared all = new Compared(0, 0, 0, 0);
    for (int round = 0; all.ways() < ways && round < MOST_ROUNDS; round++) {
      all = all.plus(round(Math.min(MESSAGES, ways - all.ways()), tables()));
    }
    return all;
  }

  /** What every node knows now, by its id. */
  Map<Long, Known> tables() {
    Map<Long, Known> all = new LinkedHashMap<>();
    for (int place = 0; place < network.nodes().size(); place++) {
      Node node = network.nodes().get(place);
      RoutingTable table = node.node().table();
      long id = node.contact().id().high();
      all.put(
          id,
          new Known(
              id,
              latency.router(place),
              ids(table.leafSet().neighbours()),
              ids(table.prefixTable().neighbours())));
    }
    return all;
  }

  private static List<Long> ids(List<Neighbour> neighbours) {
    return neighbours.stream().map(neighbour -> neighbour.id().high()).toList();
  }

  /** Compares the ways of some messages with those by given tables, now the nodes' own. */
  Compared round(int messages, Map<Long, Known> given) {
    GivenTables tables =
        new GivenTables(
            List.copyOf(given.values()), OverlayConfig.DEFAULT.leafSideSize(), topology);
    Map<Long, Known> before = tables();
    List<Sent> sent = send(messages);
    network.simulation().runFor(5 * SECOND);
    Map<Long, Known> after = tables();
    Compared all = new Compared(0, 0, 0, 0);
    for (int from = 0; from < sent.size(); from += ORIGINS) {
      List<Sent> alike = sent.subList(from, Math.min(from + ORIGINS, sent.size()));
      Map<Long, List<Long>> ways =
          tables.ways(
              alike.get(0).key.high(), alike.stream().map(one -> one.origin.high()).toList());
      for (int i = 0; i < alike.size(); i++) {
        List<Long> way = ways.getOrDefault(alike.get(i).origin.high(), List.of());
        List<Long> real = ended.getOrDefault(from + i, List.of()).stream().map(Id::high).toList();
        boolean isChanged =
            way.stream().anyMatch(id -> !Objects.equals(before.get(id), after.get(id)));
        all =
            all.plus(
                isChanged
                    ? new Compared(0, 0, 0, 1)
                    : new Compared(1, way.size() - 1, real.equals(way) ? 0 : 1, 0));
      }
    }
    return all;
  }

  private List<Sent> send(int count) {
    ended.clear();
    List<Sent> sent = new ArrayList<>();
    Id key = Id.ZERO;
    for (int number = 0; number < count; number++) {
      if (number % ORIGINS == 0) {
        key = Id.random(random);
        network.simulation().runFor(SECOND / 100);
      }
      Node origin = network.nodes().get(random.nextInt(network.nodes().size()));
      Sent one = new Sent(key, origin.contact().id());
      WayProbe.Passing message = new WayProbe.Passing(number, List.of());
      network.call(origin, () -> origin.node().route(one.key, message));
      sent.add(one);
    }
    return sent;
  }
}
