package org.spamwatch.overlay.routing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * All that a node knows of others, and the rule by which it routes.
 *
 * <p>The rule is Pastry's, its three cases in order, without which routes can loop: a key within
 * the leaf set's range goes to the closest leaf; else to a node that shares a longer prefix with
 * the key; else to any known node whose prefix is no shorter and which is strictly closer. If there
 * is none, this node is the key's root. With an empty leaf set this is Tapestry's routing with a
 * static mesh. Source: Rowstron and Druschel, Pastry (2001), section 2.3.
 *
 * <p>Not thread-safe.
 */
public final class RoutingTable {
  private final Contact self;
  private final Diversity diversity;
  private final LeafSet leafSet;
  private final PrefixTable prefixTable;

  /**
   * Tables without an entry.
   *
   * @param secret see {@link PrefixTable}
   */
  public RoutingTable(Contact self, int leafSideSize, Diversity diversity, long secret) {
    this.self = self;
    this.diversity = diversity;
    this.leafSet = new LeafSet(self.id(), leafSideSize);
    this.prefixTable = new PrefixTable(self.id(), secret);
  }

  /** The nodes next to this one on the ring. */
  public LeafSet leafSet() {
    return leafSet;
  }

  /** The nodes by prefix. */
  public PrefixTable prefixTable() {
    return prefixTable;
  }

  /** What is known of a node in either table. */
  public @Nullable Neighbour neighbour(Id id) {
    Neighbour neighbour = prefixTable.find(id);
    return neighbour == null ? leafSet.find(id) : neighbour;
  }

  /** Every node in either table, once: those of the prefix table, then the other leaves. */
  public List<Neighbour> neighbours() {
    return sharing(0);
  }

  /** Every node in either table that shares so many digits with this one, in the same order. */
  public List<Neighbour> sharing(int digits) {
    List<Neighbour> leaves = leafSet.neighbours();
    List<Neighbour> sharing = prefixTable.sharing(digits, leaves.size());
    for (Neighbour leaf : leaves) {
      if (self.id().sharedPrefix(leaf.id()) >= digits && !prefixTable.contains(leaf.id())) {
        sharing.add(leaf);
      }
    }
    return sharing;
  }

  /**
   * Whether a node would be of use in either table: a known one too, if it is in the prefix table
   * only and the leaf set has come to need it.
   */
  public boolean wants(Contact contact) {
    return wants(contact, Long.MAX_VALUE);
  }

  /**
   * Whether a node of whose distance something was told would be of use in either table.
   *
   * @param atLeastMicros what its round trip cannot be below, if that is true
   */
  public boolean wants(Contact contact, long atLeastMicros) {
    Id id = contact.id();
    return leafSet.wouldAccept(id) || (neighbour(id) == null && wantsEntry(contact, atLeastMicros));
  }

  /**
   * Whether a node that is in neither table would be of use in the prefix table.
   *
   * @param atLeastMicros what its round trip cannot be below, if that is true
   */
  public boolean wantsEntry(Contact contact, long atLeastMicros) {
    return prefixTable.wants(contact.id(), atLeastMicros) && isDiverse(contact);
  }

  private boolean isDiverse(Contact contact) {
    return diversity.admits(contact, self.id().sharedPrefix(contact.id()), prefixTable);
  }

  /**
   * The known nodes that are to be asked whether they can take the place of a lost leaf: on each
   * side that has room the nearest that is no leaf yet.
   */
  public List<Neighbour> leafCandidates() {
    Neighbour up = null;
    Neighbour down = null;
    for (Neighbour neighbour : prefixTable.neighbours()) {
      up = isNextBest(neighbour, up, true) ? neighbour : up;
      down = isNextBest(neighbour, down, false) ? neighbour : down;
    }
    return Stream.of(up, down).filter(Objects::nonNull).distinct().toList();
  }

  private boolean isNextBest(Neighbour neighbour, @Nullable Neighbour best, boolean up) {
    return leafSet.wouldAccept(neighbour.id(), up)
        && (best == null || neighbour.id().isBefore(best.id(), self.id(), up));
  }

  /**
   * Adds a node that a probe of this node's own has reached; one that is known is put where its
   * round trip belongs.
   *
   * @return whether the leaf set changed
   */
  public boolean add(Neighbour neighbour) {
    Id id = neighbour.id();
    Neighbour old = neighbour(id);
    if (old != null && !old.contact().equals(neighbour.contact())) {
      remove(id);
      old = null;
    }
    Neighbour kept = old == null ? neighbour : old;
    if (isDiverse(kept.contact())) {
      prefixTable.add(kept);
    }
    return leafSet.add(kept);
  }

  /** Adds a round trip to a node of either table, measured on a message of this node's own. */
  public void measured(Neighbour neighbour, long roundTripMicros, long nowMicros) {
    neighbour.roundTrip().add(roundTripMicros, nowMicros);
    if (prefixTable.contains(neighbour.id())) {
      prefixTable.add(neighbour);
    }
  }

  /**
   * Removes a node.
   *
   * @return whether the leaf set changed
   */
  public boolean remove(Id id) {
    prefixTable.remove(id);
    return leafSet.remove(id);
  }

  /**
   * The next hop towards a key's root.
   *
   * @param excluded nodes not to be used, for they did not answer
   * @return the node to send to, or empty if this node is the root
   */
  public Optional<Contact> next(Id key, Set<Id> excluded) {
    if (leafSet.covers(key)) {
      Contact closest = leafSet.closest(key, self, excluded);
      return closest.equals(self) ? Optional.empty() : Optional.of(closest);
    }
    Optional<Contact> longer = prefixTable.next(key, excluded);
    return longer.isPresent() ? longer : closerWithoutLosingPrefix(key, excluded);
  }

  /**
   * The nodes by which a route to a key may begin: the next hop, then what would take its place,
   * and so on. Costs O(count * nodes known).
   *
   * @param count how many at most
   */
  public List<Contact> firstHops(Id key, int count) {
    Set<Id> passedOver = new LinkedHashSet<>();
    List<Contact> hops = new ArrayList<>();
    while (hops.size() < count) {
      Optional<Contact> hop = next(key, passedOver);
      if (hop.isEmpty()) {
        break;
      }
      hops.add(hop.get());
      passedOver.add(hop.get().id());
    }
    return hops;
  }

  private Optional<Contact> closerWithoutLosingPrefix(Id key, Set<Id> excluded) {
    int prefix = self.id().sharedPrefix(key);
    Contact best = self;
    for (Neighbour neighbour : neighbours()) {
      if (neighbour.id().sharedPrefix(key) >= prefix
          && neighbour.id().isCloserTo(key, best.id())
          && !excluded.contains(neighbour.id())) {
        best = neighbour.contact();
      }
    }
    return best.equals(self) ? Optional.empty() : Optional.of(best);
  }

  /** Whether a node makes progress towards a key, so that it may be tried as a first hop. */
  public boolean makesProgress(Id key, Contact hop) {
    int own = self.id().sharedPrefix(key);
    int other = hop.id().sharedPrefix(key);
    return other > own || (other == own && hop.id().isCloserTo(key, self.id()));
  }

  /** This node and its leaves in the order of their closeness to a key, {@code count} at most. */
  public List<Contact> closestTo(Id key, int count) {
    List<Contact> all = new ArrayList<>();
    all.add(self);
    leafSet.neighbours().forEach(n -> all.add(n.contact()));
    all.sort(
        Comparator.comparing(
            Contact::id, (a, b) -> a.equals(b) ? 0 : a.isCloserTo(key, b) ? -1 : 1));
    return List.copyOf(all.subList(0, Math.min(count, all.size())));
  }
}
