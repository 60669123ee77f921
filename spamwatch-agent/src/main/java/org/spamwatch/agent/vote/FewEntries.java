package org.spamwatch.agent.vote;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Maps that nearly always have one entry, of which a peer has some for each message: one of one
 * entry is unmodifiable and takes a seventh of the memory. Entries are in the order in which they
 * came. A map is to be replaced by what these methods return.
 */
final class FewEntries {
  private FewEntries() {}

  /** The map with an entry; the map itself is not to be used any more. */
  static <K, V> Map<K, V> with(Map<K, V> map, K key, V value) {
    if (map.isEmpty() || (map.size() == 1 && map.containsKey(key))) {
      return Map.of(key, value);
    }
    Map<K, V> several = map.size() == 1 ? new LinkedHashMap<>(map) : map;
    several.put(key, value);
    return several;
  }

  /**
   * The map without the entry of a key, if it has one; the map itself is not to be used any more.
   */
  static <K, V> Map<K, V> without(Map<K, V> map, K key) {
    if (map.size() > 1) {
      map.remove(key);
      return map.isEmpty() ? Map.of() : map;
    }
    return map.containsKey(key) ? Map.of() : map;
  }
}
