package org.spamwatch.overlay.node;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Id;

/**
 * Nodes that were not worth their probe: up to {@value #PLACES}, each at a place by its id, from
 * which the next one there pushes it.
 */
final class NegativeCache {
  private static final int PLACES = 64;

  private final @Nullable Id[] nodes = new Id[PLACES];

  private static int placeOf(Id id) {
    return Math.floorMod(id.hashCode(), PLACES);
  }

  void add(Id id) {
    nodes[placeOf(id)] = id;
  }

  boolean has(Id id) {
    return id.equals(nodes[placeOf(id)]);
  }

  void clear() {
    Arrays.fill(nodes, null);
  }
}
