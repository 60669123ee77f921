package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.virtual.DolrNetwork.Node;

/**
 * How far a query travels until it meets the first pointer to its object, when a share of all nodes
 * has published it (SpamWatch paper, section 6.3: the mark rate).
 *
 * <p>Publications are real messages. A query is the walk that it would take, by the routing rule of
 * each node that it comes to.
 */
final class PointerDistance {
  private static final long SECOND = 1_000_000;

  /**
   * What a number of queries travelled on average, from nodes that have not published.
   *
   * @param millis sum of the one-way times of the hops to the first pointer
   * @param hops those hops
   */
  record Travelled(double millis, double hops) {}

  private record Published(Id guid, Set<Integer> publishers) {}

  private final DolrNetwork network;
  private final SplittableRandom random;

  /** The same generator chooses the same objects, publishers and queriers in any network. */
  PointerDistance(DolrNetwork network, SplittableRandom random) {
    this.network = network;
    this.random = random;
  }

  /**
   * Publishes some objects and lets nodes ask for each.
   *
   * @param rate the share of nodes that publish each object, above 0
   */
  Travelled measure(double rate, int objects, int queriesPerObject) {
    int size = network.nodes().size();
    int count = Math.min(size - 1, Math.max(1, (int) Math.round(rate * size)));
    List<Published> all = new ArrayList<>();
    for (int i = 0; i < objects; i++) {
      Published object = new Published(Id.random(random), new LinkedHashSet<>());
      while (object.publishers.size() < count) {
        object.publishers.add(random.nextInt(size));
      }
      forPublishers(object, node -> node.dolr().publish(object.guid));
      all.add(object);
      network.simulation().runFor(SECOND / 10);
    }
    network.simulation().runFor(10 * SECOND);
    long micros = 0;
    long hops = 0;
    int queries = 0;
    for (Published object : all) {
      for (int i = 0; i < queriesPerObject; ) {
        int from = random.nextInt(size);
        if (!object.publishers.contains(from)) {
          Way way = walk(network.nodes().get(from), object.guid);
          micros += way.micros;
          hops += way.hops;
          queries++;
          i++;
        }
      }
      forPublishers(object, node -> node.dolr().lapse(object.guid));
    }
    return new Travelled(micros / 1000.0 / queries, (double) hops / queries);
  }

  private interface Action {
    void on(Node node);
  }

  private void forPublishers(Published object, Action action) {
    for (int place : object.publishers) {
      Node node = network.nodes().get(place);
      network.call(node, () -> action.on(node));
    }
  }

  private record Way(long micros, int hops) {}

  private Way walk(Node from, Id guid) {
    long micros = 0;
    int hops = 0;
    Node at = from;
    while (at.dolr().pointersTo(guid).isEmpty()) {
      Optional<Contact> next = at.node().table().next(guid, Set.of());
      if (next.isEmpty()) {
        // The root of a network that has not settled: the query fails there.
        break;
      }
      Node to = network.at(next.get().endpoint()).orElseThrow();
      micros += network.oneWayMicros(at, to);
      hops++;
      at = to;
    }
    return new Way(micros, hops);
  }
}
