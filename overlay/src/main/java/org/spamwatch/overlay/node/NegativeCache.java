package org.spamwatch.overlay.node;

import java.util.Arrays;
import org.spamwatch.overlay.Id;

/**
 * Nodes that were not worth their probe: up to {@value #PLACES}, each at a place by its id, from
 * which the next one there pushes it. Mostly there are a few; each takes five bytes, of which four
 * are of its id: one in four billion others is taken for it, and misses a probe.
 */
final class NegativeCache {
  private static final int PLACES = 64;

  private byte[] places = new byte[0];
  private int[] nodes = new int[0];

  private static byte placeOf(Id id) {
    return (byte) Math.floorMod(id.hashCode(), PLACES);
  }

  private int find(byte place) {
    for (int i = 0; i < places.length; i++) {
      if (places[i] == place) {
        return i;
      }
    }
    return -1;
  }

  void add(Id id) {
    byte place = placeOf(id);
    int at = find(place);
    if (at < 0) {
      at = places.length;
      places = Arrays.copyOf(places, at + 1);
      nodes = Arrays.copyOf(nodes, at + 1);
      places[at] = place;
    }
    nodes[at] = (int) (id.high() >>> 32);
  }

  boolean has(Id id) {
    int at = find(placeOf(id));
    return at >= 0 && nodes[at] == (int) (id.high() >>> 32);
  }

  void clear() {
    places = new byte[0];
    nodes = new int[0];
  }
}
