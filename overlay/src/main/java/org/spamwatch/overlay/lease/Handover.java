package org.spamwatch.overlay.lease;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;

/**
 * Who must be given which keys when the leaf set has changed. Exactly one of a key's holders acts:
 * the one that is closest to the key, not counting a newcomer. It can only be a key between this
 * node's nearest neighbours on both sides, so no other is looked at.
 */
final class Handover {
  private Handover() {}

  /** To a newcomer if it is a replica now; after a loss to all, if the lost node was one. */
  static List<Contact> receiversOf(
      KeyBasedRouting routing, Id key, Contact neighbour, boolean joined, int replicas) {
    List<Contact> set = new ArrayList<>(routing.replicaSet(key, replicas));
    if (joined) {
      return set.contains(neighbour) ? List.of(neighbour) : List.of();
    }
    boolean wasReplica =
        set.size() < replicas || neighbour.id().isCloserTo(key, set.get(set.size() - 1).id());
    set.remove(routing.self());
    return wasReplica ? set : List.of();
  }

  /**
   * The part of the ring between a node's nearest neighbours.
   *
   * @param first the nearest counter-clockwise, the owner itself if it has none
   * @param last the nearest clockwise, the owner itself if it has none
   */
  record Arc(Id first, Id owner, Id last) {
    static Arc around(Id owner, List<Id> others) {
      Comparator<Id> down = Comparator.comparing(id -> id.clockwiseTo(owner));
      Comparator<Id> up = Comparator.comparing(owner::clockwiseTo);
      return new Arc(
          others.stream().min(down).orElse(owner), owner, others.stream().min(up).orElse(owner));
    }

    /** Whether a key that is met on the way round the ring from an id of the arc is of it too. */
    boolean goesOn(Id from, Id key) {
      Id way = first.clockwiseTo(key);
      return way.compareTo(first.clockwiseTo(from)) >= 0
          && (first.equals(last) || way.compareTo(first.clockwiseTo(last)) <= 0);
    }

    /** Whether neither neighbour is closer to a key than the owner: then no other node is. */
    boolean isOfOwner(Id key) {
      return !first.isCloserTo(key, owner) && !last.isCloserTo(key, owner);
    }
  }
}
