package org.spamwatch.overlay.node;

import java.util.LinkedHashMap;
import java.util.Map;

/** The last so many things seen, to recognise repetitions. */
final class RecentIds<T> {
  private final Map<T, Boolean> seen;

  RecentIds(int capacity) {
    seen =
        new LinkedHashMap<>(16) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<T, Boolean> eldest) {
            return size() > capacity;
          }
        };
  }

  /** Remembers a thing; returns whether it is new. */
  boolean add(T thing) {
    return seen.put(thing, Boolean.TRUE) == null;
  }
}
