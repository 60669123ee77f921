package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
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
  private static final int MOST_HOPS = Limits.DEFAULT.maxHops();

  /**
   * How far a number of queries travelled, from nodes that have not published, to the first
   * pointer: those that met one. Others ended at a root of a network that has not settled.
   */
  static final class Travelled {
    private final long[] found = new long[MOST_HOPS + 1]; // by hops
    private final long[] micros = new long[MOST_HOPS + 1];
    private long queries;

    private void add(Way way) {
      queries++;
      if (way.found) {
        found[way.hops]++;
        micros[way.hops] += way.micros;
      }
    }

    private static long sum(long[] ofHops, int ttl) {
      return LongStream.of(ofHops).limit(ttl + 1L).sum();
    }

    /** Mean of the one-way times of a query's hops, in milliseconds. */
    double millis() {
      return millis(MOST_HOPS);
    }

    /** The same of those that took no more hops than these; 0 if none did. */
    double millis(int ttl) {
      return sum(micros, ttl) / 1000.0 / Math.max(1, sum(found, ttl));
    }

    /** Mean number of those hops. */
    double hops() {
      long hops = 0;
      for (int i = 0; i <= MOST_HOPS; i++) {
        hops += i * found[i];
      }
      return (double) hops / Math.max(1, sum(found, MOST_HOPS));
    }

    /** The share of all queries that met a pointer after no more hops than these. */
    double success(int ttl) {
      return (double) sum(found, ttl) / queries;
    }
  }

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
    Travelled travelled = new Travelled();
    for (Published object : all) {
      for (int i = 0; i < queriesPerObject; ) {
        int from = random.nextInt(size);
        if (!object.publishers.contains(from)) {
          travelled.add(walk(network.nodes().get(from), object.guid));
          i++;
        }
      }
      forPublishers(object, node -> node.dolr().lapse(object.guid));
    }
    return travelled;
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

  private record Way(boolean found, long micros, int hops) {}

  private Way walk(Node from, Id guid) {
    long micros = 0;
    int hops = 0;
    Node at = from;
    while (at.dolr().pointersTo(guid).isEmpty()) {
      Optional<Contact> next = at.node().table().next(guid, Set.of());
      if (next.isEmpty() || hops == MOST_HOPS) {
        return new Way(false, micros, hops);
      }
      Node to = network.at(next.get().endpoint()).orElseThrow();
      micros += network.oneWayMicros(at, to);
      hops++;
      at = to;
    }
    return new Way(true, micros, hops);
  }
}
