package org.spamwatch.overlay.routing;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Id;

/**
 * The candidates for one digit behind one prefix: the nearest by round trip, and one sampled of
 * all.
 *
 * <p>The sampled one is, of all nodes ever offered, that with the lowest hash of its id and a
 * secret of this node's; it stays, however far. So it is a uniform choice among them, whatever the
 * order and number of the offers and however near those who made them: nodes chosen for being near
 * cannot take the slot whole. Source: Bortnikov et al., Brahms (2009), section 3.1.
 *
 * <p>Ordered from near to far. A node must be nearer than another by a sixteenth to take its place,
 * so that jitter does not make the table flap.
 */
final class Slot {
  private final List<Neighbour> candidates;

  /**
   * A slot of a table, to be used before the next one of that table is.
   *
   * @param candidates those in it, a part of the table's list, which changes with it
   */
  Slot(List<Neighbour> candidates) {
    this.candidates = candidates;
  }

  /**
   * Offers a node that is no candidate.
   *
   * @return who has no place then: nobody, the node itself, or the one that gave way to it
   */
  @Nullable Neighbour offer(Neighbour neighbour, long secret) {
    if (candidates.size() < PrefixTable.CANDIDATES) {
      insert(neighbour);
      return null;
    }
    Neighbour sampled = lowest(secret);
    boolean lower = keyedHash(neighbour.id(), secret) < keyedHash(sampled.id(), secret);
    Neighbour farthest = farthestBut(lower ? neighbour : sampled);
    if (!lower && !clearlyNearer(neighbour, farthest)) {
      return neighbour;
    }
    candidates.remove(farthest);
    insert(neighbour);
    return farthest;
  }

  private void insert(Neighbour neighbour) {
    int place = 0;
    while (place < candidates.size() && micros(candidates.get(place)) < micros(neighbour)) {
      place++;
    }
    candidates.add(place, neighbour);
  }

  /**
   * Puts a candidate where its round trip belongs, after that was measured again.
   *
   * @return whether it stands elsewhere now
   */
  boolean reorder(int from) {
    int place = from;
    Neighbour neighbour = candidates.get(place);
    while (place > 0 && clearlyNearer(neighbour, candidates.get(place - 1))) {
      swap(place - 1);
      place--;
    }
    while (place < candidates.size() - 1 && clearlyNearer(candidates.get(place + 1), neighbour)) {
      swap(place);
      place++;
    }
    return place != from;
  }

  private void swap(int place) {
    candidates.add(place, candidates.remove(place + 1));
  }

  boolean remove(Id id) {
    return candidates.removeIf(candidate -> candidate.id().equals(id));
  }

  /** The nearest that is not excluded. */
  Optional<Neighbour> nearest(Set<Id> excluded) {
    for (Neighbour candidate : candidates) {
      if (!excluded.contains(candidate.id())) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private Neighbour lowest(long secret) {
    Neighbour lowest = candidates.get(0);
    for (Neighbour candidate : candidates) {
      if (keyedHash(candidate.id(), secret) < keyedHash(lowest.id(), secret)) {
        lowest = candidate;
      }
    }
    return lowest;
  }

  private Neighbour farthestBut(Neighbour spared) {
    int last = candidates.size() - 1;
    return candidates.get(candidates.get(last).equals(spared) ? last - 1 : last);
  }

  private static boolean clearlyNearer(Neighbour neighbour, Neighbour than) {
    return clearlyNearer(micros(neighbour), than);
  }

  /** Whether a round trip is shorter than that of a candidate by enough to take its place. */
  static boolean clearlyNearer(long micros, Neighbour than) {
    long thanMicros = micros(than);
    return micros < thanMicros - thanMicros / 16;
  }

  private static long micros(Neighbour neighbour) {
    long micros = neighbour.roundTrip().smoothedMicros();
    return micros < 0 ? Long.MAX_VALUE : micros;
  }

  static long keyedHash(Id id, long secret) {
    return mixed(mixed(mixed(secret ^ id.high()) ^ id.middle()) ^ id.low());
  }

  /** The finalizer of SplitMix64 (Steele, Lea and Flood 2014). */
  private static long mixed(long bits) {
    long z = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
