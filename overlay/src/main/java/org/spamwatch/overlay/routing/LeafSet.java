package org.spamwatch.overlay.routing;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * The nodes next to this one on the ring, up to a number on each side.
 *
 * <p>In a network of fewer nodes than both sides hold, a node stands on both; then the set spans
 * the whole ring. Source: Rowstron and Druschel, Pastry (2001), section 2.2.
 *
 * <p>Not thread-safe. Every operation costs at most O(size of a side).
 */
public final class LeafSet {
  private final Id self;
  private final int sideSize;
  private final ArrayList<Neighbour> clockwise = new ArrayList<>(0);
  private final ArrayList<Neighbour> counterclockwise = new ArrayList<>(0);

  // The upper 64 bits of how far each side reaches round the ring, unsigned, and one more, for the
  // difference of two upper words leaves out a borrow; the most there is while the side has room.
  // Most that are told of lie beyond both ends: that is found out without a look at any leaf.
  private long reachUp = -1;
  private long reachDown = -1;

  /** An empty set around a node, with room for {@code sideSize} nodes on each side. */
  public LeafSet(Id self, int sideSize) {
    checkArgument(sideSize >= 1, "a side holds at least 1 node, not %s", sideSize);
    this.self = self;
    this.sideSize = sideSize;
  }

  /** Whether {@link #add} of a node with this id would change the set. */
  public boolean wouldAccept(Id id) {
    return !isFar(id)
        && (fits(clockwise, id, true) || fits(counterclockwise, id, false))
        && !id.equals(self)
        && !contains(id);
  }

  /** Whether an id lies beyond both ends for certain. */
  private boolean isFar(Id id) {
    long up = id.high() - self.high();
    return Long.compareUnsigned(up, reachUp) > 0 && Long.compareUnsigned(-up, reachDown) > 0;
  }

  private void measureReach() {
    reachUp = reach(clockwise, true);
    reachDown = reach(counterclockwise, false);
  }

  private long reach(List<Neighbour> side, boolean up) {
    if (side.size() < sideSize) {
      return -1;
    }
    Id last = side.get(side.size() - 1).id();
    long reach = (up ? self.clockwiseTo(last) : last.clockwiseTo(self)).high();
    return reach == -1 ? -1 : reach + 1;
  }

  /** Whether one side, clockwise ({@code up}) or not, has room for a node that is on it. */
  boolean wouldAccept(Id id, boolean up) {
    return fits(up ? clockwise : counterclockwise, id, up) && !id.equals(self) && !contains(id);
  }

  private boolean fits(List<Neighbour> side, Id id, boolean up) {
    return side.size() < sideSize || id.isBefore(side.get(side.size() - 1).id(), self, up);
  }

  /** Adds a node where it belongs; nodes pushed off a side are forgotten. */
  public boolean add(Neighbour neighbour) {
    if (!wouldAccept(neighbour.id())) {
      return false;
    }
    insert(clockwise, neighbour, true);
    insert(counterclockwise, neighbour, false);
    clockwise.trimToSize();
    counterclockwise.trimToSize();
    measureReach();
    return true;
  }

  private void insert(List<Neighbour> side, Neighbour neighbour, boolean up) {
    int place = 0;
    while (place < side.size() && side.get(place).id().isBefore(neighbour.id(), self, up)) {
      place++;
    }
    side.add(place, neighbour);
    if (side.size() > sideSize) {
      side.remove(side.size() - 1);
    }
  }

  /**
   * Removes a node; returns whether it was there. The room it leaves on a side is taken by the
   * nearest of the other side's nodes, so that losing one side whole does not empty the set.
   */
  public boolean remove(Id id) {
    List<Neighbour> left = neighbours();
    if (!left.removeIf(n -> n.id().equals(id))) {
      return false;
    }
    clockwise.clear();
    counterclockwise.clear();
    for (Neighbour neighbour : left) {
      insert(clockwise, neighbour, true);
      insert(counterclockwise, neighbour, false);
    }
    measureReach();
    return true;
  }

  /** Whether a node with this id is in the set. */
  public boolean contains(Id id) {
    return find(id) != null;
  }

  /** The node with this id, if it is in the set. */
  @Nullable Neighbour find(Id id) {
    if (isFar(id)) {
      return null;
    }
    Neighbour found = find(clockwise, id, true);
    return found == null ? find(counterclockwise, id, false) : found;
  }

  /** Looks at the last first: this is asked of every contact that anybody tells of. */
  private @Nullable Neighbour find(List<Neighbour> side, Id id, boolean up) {
    int size = side.size();
    if (size == 0 || side.get(size - 1).id().isBefore(id, self, up)) {
      return null;
    }
    for (int i = 0; i < size; i++) {
      if (side.get(i).id().equals(id)) {
        return side.get(i);
      }
    }
    return null;
  }

  /** Whether no node is in the set. */
  public boolean isEmpty() {
    return clockwise.isEmpty();
  }

  /** All nodes in the set, each once: clockwise outwards, then the rest counter-clockwise. */
  public List<Neighbour> neighbours() {
    List<Neighbour> all = new ArrayList<>(clockwise.size() + counterclockwise.size());
    all.addAll(clockwise);
    for (Neighbour neighbour : counterclockwise) {
      if (!all.contains(neighbour)) {
        all.add(neighbour);
      }
    }
    return all;
  }

  /** The nearest node on each side, one or two, or none if the set is empty. */
  public List<Neighbour> nearest() {
    if (clockwise.isEmpty()) {
      return List.of();
    }
    Neighbour up = clockwise.get(0);
    Neighbour down = counterclockwise.get(0);
    return up.equals(down) ? List.of(up) : List.of(up, down);
  }

  /**
   * Whether the set reaches round the whole ring, so that every node is in it, as far as it knows:
   * until the place of a lost node is filled it takes the ring to be as small as itself. Routes are
   * longer meanwhile, but each hop still comes closer to the key.
   */
  public boolean spansRing() {
    if (clockwise.size() < sideSize) {
      return true;
    }
    Neighbour up = clockwise.get(clockwise.size() - 1);
    Neighbour down = counterclockwise.get(counterclockwise.size() - 1);
    return self.clockwiseTo(down.id()).compareTo(self.clockwiseTo(up.id())) <= 0;
  }

  /**
   * Whether a key lies between the farthest nodes of both sides, so that its root is in this set or
   * is this node. Never true of an empty set.
   */
  public boolean covers(Id key) {
    if (isEmpty()) {
      return false;
    }
    if (spansRing()) {
      return true;
    }
    Id first = counterclockwise.get(counterclockwise.size() - 1).id();
    Id last = clockwise.get(clockwise.size() - 1).id();
    return first.clockwiseTo(key).compareTo(first.clockwiseTo(last)) <= 0;
  }

  /** The node of the set that is closest to a key, this node standing for itself. */
  public Contact closest(Id key, Contact own, Set<Id> excluded) {
    Contact best = own;
    best = closer(key, best, clockwise, excluded);
    return closer(key, best, counterclockwise, excluded);
  }

  private static Contact closer(
      Id key, Contact start, Collection<Neighbour> side, Set<Id> excluded) {
    Contact best = start;
    for (Neighbour neighbour : side) {
      if (neighbour.id().isCloserTo(key, best.id()) && !excluded.contains(neighbour.id())) {
        best = neighbour.contact();
      }
    }
    return best;
  }
}
