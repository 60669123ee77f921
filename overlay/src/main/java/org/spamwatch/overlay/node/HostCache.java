package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.routing.Neighbour;
import org.spamwatch.overlay.routing.RoutingTable;

/**
 * The nodes that this one remembers, so that it finds its way back when no seed answers and when
 * rings have parted.
 *
 * <p>It takes from the tables, into which only this node's own probes let anyone. Beside the leaves
 * those stay that have been known to live the longest: whoever comes with many new nodes replaces
 * no old one, and a node that has lived long is the likeliest to live on. A node that does not
 * answer is not forgotten at once, for it may be the network that is broken.
 */
final class HostCache {
  /** Most nodes remembered. */
  static final int MAX_HOSTS = 32;

  /** Most of one address group, unless its addresses are local ones. */
  static final int MAX_PER_GROUP = 8;

  /** How long a node is remembered that is not met any more. */
  static final Duration FORGOTTEN_AFTER = Duration.ofDays(30);

  private final Id self;

  /** The best first; times are whole seconds. */
  private List<KnownHost> hosts = List.of();

  HostCache(Id self) {
    this.self = self;
  }

  /** Begins with what an earlier life of this node remembered. */
  void restore(List<KnownHost> remembered, long nowMillis) {
    Map<Id, KnownHost> all = new LinkedHashMap<>();
    for (KnownHost host : remembered) {
      long last = Math.min(host.lastMillis(), nowMillis); // the clock may have been set back
      long first = Math.min(host.firstMillis(), last);
      all.put(host.contact().id(), new KnownHost(host.contact(), first, last));
    }
    keepBest(all, Set.of(), nowMillis);
  }

  private Map<Id, KnownHost> byId() {
    Map<Id, KnownHost> all = new LinkedHashMap<>();
    hosts.forEach(host -> all.put(host.contact().id(), host));
    return all;
  }

  /** Takes over what the tables hold now. Costs O(n log n) in the number of neighbours. */
  void refresh(RoutingTable table, long nowMillis) {
    Map<Id, KnownHost> all = byId();
    for (Neighbour neighbour : table.neighbours()) {
      meet(all, neighbour.contact(), nowMillis);
    }
    Set<Id> leaves = new LinkedHashSet<>();
    table.leafSet().neighbours().forEach(leaf -> leaves.add(leaf.id()));
    keepBest(all, leaves, nowMillis);
  }

  /** Takes over a node that has answered this one, which has no tables: its host. */
  void met(Contact contact, long nowMillis) {
    Map<Id, KnownHost> all = byId();
    meet(all, contact, nowMillis);
    keepBest(all, Set.of(contact.id()), nowMillis);
  }

  private static void meet(Map<Id, KnownHost> all, Contact contact, long nowMillis) {
    KnownHost known = all.get(contact.id());
    long first = known == null ? nowMillis : Math.min(known.firstMillis(), nowMillis);
    all.put(contact.id(), new KnownHost(contact, first, nowMillis));
  }

  private void keepBest(Map<Id, KnownHost> all, Set<Id> leaves, long nowMillis) {
    Map<Endpoint, KnownHost> newest = new LinkedHashMap<>();
    for (KnownHost host : all.values()) {
      newest.merge(
          host.contact().endpoint(), host, (a, b) -> a.lastMillis() > b.lastMillis() ? a : b);
    }
    List<KnownHost> ranked = new ArrayList<>(newest.values());
    ranked.sort(
        Comparator.comparing((KnownHost host) -> !leaves.contains(host.contact().id()))
            .thenComparing(Comparator.comparingLong(KnownHost::spanMillis).reversed())
            .thenComparing(Comparator.comparingLong(KnownHost::lastMillis).reversed()));
    Map<AddressGroup, Integer> groups = new LinkedHashMap<>();
    List<KnownHost> best = new ArrayList<>();
    for (KnownHost host : ranked) {
      AddressGroup group = AddressGroup.of(host.contact().endpoint());
      boolean old = host.lastMillis() < nowMillis - FORGOTTEN_AFTER.toMillis();
      if (best.size() < MAX_HOSTS
          && !old
          && !host.contact().id().equals(self)
          && (group.isLocal() || groups.merge(group, 1, Integer::sum) <= MAX_PER_GROUP)) {
        best.add(
            new KnownHost(
                host.contact(), wholeSeconds(host.firstMillis()), wholeSeconds(host.lastMillis())));
      }
    }
    hosts = List.copyOf(best);
  }

  private static long wholeSeconds(long millis) {
    return millis / 1000 * 1000;
  }

  /** All that is remembered, the best first; times are whole seconds. */
  List<KnownHost> hosts() {
    return hosts;
  }

  /** Whether nothing is remembered. */
  boolean isEmpty() {
    return hosts.isEmpty();
  }

  /** Some that fulfil a condition, drawn at random. */
  List<Contact> draw(int count, Predicate<Contact> wanted, RandomGenerator random) {
    List<Contact> drawn = new ArrayList<>();
    hosts.stream().map(KnownHost::contact).filter(wanted).forEach(drawn::add);
    while (drawn.size() > count) {
      drawn.remove(random.nextInt(drawn.size()));
    }
    return drawn;
  }
}
