package org.spamwatch.overlay.node;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.routing.Neighbour;

/**
 * Through whom a node looks itself up, and when: what brings it into the ring, and what merges
 * rings that formed apart, as long as any node of one remembers any node of the other.
 *
 * <p>Some of the seeds take turns, with some of the nodes that are remembered but in no table, for
 * those may be of another ring. When two rings have begun to merge, the tables hold nodes of both,
 * and so each lookup also goes through a table entry: the merging spreads by that, instead of from
 * leaf to leaf around the ring. A node that was alone looks itself up often at first, as nodes do
 * that are all started at once.
 */
final class BootstrapSelection {
  private static final int SEEDS_OF_THE_LOST = 4;
  private static final int HOSTS_OF_THE_LOST = 6;
  private static final int SEEDS_AT_ONCE = 2;
  private static final int HOSTS_AT_ONCE = 2;

  private final NodeContext node;
  private final HostCache cache;
  private List<Endpoint> given = List.of();
  private final List<Endpoint> seeds = new ArrayList<>(2); // in the order in which they are asked
  private @Nullable Contact[] seedsMet = {}; // one each, once it has answered
  private int nextSeed;
  private long paceMicros;

  BootstrapSelection(NodeContext node, HostCache cache) {
    this.node = node;
    this.cache = cache;
    this.paceMicros = micros(node.config()) / 5;
  }

  private static long micros(OverlayConfig config) {
    return config.seedLookup().toNanos() / 1000;
  }

  /** Sets the seeds, and begins. */
  void seeds(List<Endpoint> all) {
    Set<Endpoint> others = new LinkedHashSet<>(all);
    others.remove(node.self().endpoint());
    given = List.copyOf(others);
    begin();
  }

  /** The seeds are asked in an order drawn anew; none has answered. */
  void begin() {
    seeds.clear();
    seeds.addAll(given);
    for (int i = seeds.size() - 1; i > 0; i--) {
      Collections.swap(seeds, i, node.random().nextInt(i + 1));
    }
    seedsMet = new Contact[seeds.size()];
  }

  /** Whether there is nobody to meet. */
  boolean isEmpty() {
    return seeds.isEmpty() && cache.isEmpty();
  }

  /** A node has answered at an endpoint; heeded if that is a seed's. */
  void answered(Endpoint asked, Contact contact) {
    int seed = seeds.indexOf(asked);
    if (seed >= 0) {
      seedsMet[seed] = contact;
    }
  }

  /** The seeds that have answered, as they did last. */
  List<Contact> seedsMet() {
    return Arrays.stream(seedsMet).filter(Objects::nonNull).toList();
  }

  /** A host has taken this node, which has no tables. */
  void met(Contact host, long nowMillis) {
    cache.met(host, nowMillis);
  }

  /** Those to look oneself up through now; at each call others, while there are others. */
  List<Endpoint> next() {
    boolean lost = node.table().leafSet().isEmpty();
    Set<Endpoint> chosen = new LinkedHashSet<>();
    for (int i = 0; i < Math.min(lost ? SEEDS_OF_THE_LOST : SEEDS_AT_ONCE, seeds.size()); i++) {
      chosen.add(seeds.get(nextSeed));
      nextSeed = (nextSeed + 1) % seeds.size();
    }
    cache
        .draw(
            lost ? HOSTS_OF_THE_LOST : HOSTS_AT_ONCE,
            host ->
                node.table().neighbour(host.id()) == null
                    && !host.endpoint().equals(node.self().endpoint()),
            node.random())
        .forEach(host -> chosen.add(host.endpoint()));
    List<Neighbour> entries = node.table().prefixTable().neighbours();
    if (!entries.isEmpty()) {
      chosen.add(entries.get(node.random().nextInt(entries.size())).contact().endpoint());
    }
    return new ArrayList<>(chosen);
  }

  /** How long to wait until the next lookup, before jitter, in microseconds. */
  long pauseMicros() {
    long lonely = node.config().lonelyLookup().toNanos() / 1000;
    long pause = node.table().leafSet().isEmpty() ? lonely : paceMicros;
    paceMicros = Math.min(2 * pause, micros(node.config()));
    return pause;
  }
}
