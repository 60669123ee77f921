package org.spamwatch.overlay.lookup;

import java.util.List;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.ReplicaLookup;

/**
 * Whether nodes named about a key lie as densely as nodes do about this one.
 *
 * <p>Ids are spread evenly, so the n-th closest node to any point is about equally far everywhere.
 * Liars that name only each other, a share f of all nodes, are 1/f times as far. Source: Castro et
 * al., Secure routing for structured peer-to-peer overlay networks (2002), section 4.2 (the routing
 * failure test).
 *
 * <p>The bounds were chosen over random rings of 1,000 nodes with 8 leaves on each side and a fifth
 * of the nodes lying: half a percent of honest ends are doubted, 14 % of the liars' believed; ADR 9
 * has the table, {@code DensityTest} counts. It does not see through a liar that names nodes which
 * do not exist; a search does, because they do not answer.
 */
final class Density {
  /** How many times as far as expected the farthest of the nodes named may be. */
  static final double FARTHEST = 3;

  /**
   * That bound for a search, in which doubt costs but two more routes: 5 % of honest nodes are
   * doubted, 2 % of liars believed.
   */
  static final double FARTHEST_FOUND = 2;

  /** How many mean distances between neighbours a root may be away from its key. */
  static final double ROOT = 4;

  private Density() {}

  /**
   * Whether the nodes named may be the true ones.
   *
   * @param own this node and its leaves, this node first
   * @param named closest to the key first, at most {@link ReplicaLookup#NAMED}
   */
  static boolean agrees(List<Contact> own, Id key, List<Contact> named) {
    return agrees(own, key, named, FARTHEST);
  }

  /** Whether the nodes named may be the true ones, by another bound than {@link #FARTHEST}. */
  static boolean agrees(List<Contact> own, Id key, List<Contact> named, double farthest) {
    if (named.size() < Math.min(own.size(), ReplicaLookup.NAMED)) {
      return false;
    }
    if (own.size() <= 2 * ReplicaLookup.NAMED) {
      return true; // a ring so small that too few named is all that can be told
    }
    double spacing = spacing(own);
    double expected = spacing * named.size() / 2;
    return span(named.get(0).id().distance(key)) <= ROOT * spacing
        && span(named.get(named.size() - 1).id().distance(key)) <= farthest * expected;
  }

  /** The mean distance between neighbours on the arc that this node's leaves lie on. */
  static double spacing(List<Contact> own) {
    Id self = own.get(0).id();
    double up = 0;
    double down = 0;
    for (Contact contact : own) {
      Id clockwise = self.clockwiseTo(contact.id());
      Id counterclockwise = contact.id().clockwiseTo(self);
      if (clockwise.compareTo(counterclockwise) <= 0) {
        up = Math.max(up, span(clockwise));
      } else {
        down = Math.max(down, span(counterclockwise));
      }
    }
    return (up + down) / (own.size() - 1);
  }

  /** A point some mean distances between neighbours clockwise of a key; counterclockwise if < 0. */
  static Id beside(Id key, double spacing, int spacings) {
    return Id.of(key.high() + 2 * (long) (spacing * spacings), key.middle(), key.low());
  }

  /** A distance on the ring, by its highest 63 bits. */
  private static double span(Id distance) {
    return distance.high() >>> 1;
  }
}
