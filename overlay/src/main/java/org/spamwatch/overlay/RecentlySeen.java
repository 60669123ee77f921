package org.spamwatch.overlay;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The last so many things seen, to recognise repetitions; the oldest are forgotten first. Not
 * thread-safe.
 *
 * @param <T> what is seen; a value with equality
 */
public final class RecentlySeen<T> {
  private final Map<T, Boolean> seen;

  /** Remembers up to {@code capacity} things. */
  public RecentlySeen(int capacity) {
    seen =
        new LinkedHashMap<>(4) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<T, Boolean> eldest) {
            return size() > capacity;
          }
        };
  }

  /** How many things are remembered. */
  public int size() {
    return seen.size();
  }

  /** Remembers a thing; returns whether it is new. */
  public boolean add(T thing) {
    return seen.put(thing, Boolean.TRUE) == null;
  }

  /** Whether a thing is remembered. */
  public boolean contains(T thing) {
    return seen.containsKey(thing);
  }
}
