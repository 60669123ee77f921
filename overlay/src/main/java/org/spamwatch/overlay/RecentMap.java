package org.spamwatch.overlay;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last so many entries: what one more would be too many for is the eldest, by when it came or
 * by when it was last asked for. Not thread-safe.
 *
 * @param <K> keys, never null
 * @param <V> values, never null
 */
public final class RecentMap<K, V> {
  private final int most;
  private final Map<K, V> held;

  private RecentMap(int most, boolean byUse) {
    this.most = most;
    this.held = new LinkedHashMap<>(16, .75f, byUse);
  }

  /** The entries whose keys came last; to put a value to a key that is there changes no order. */
  public static <K, V> RecentMap<K, V> lastCome(int most) {
    return new RecentMap<>(most, false);
  }

  /** The entries that were last put or asked for. */
  public static <K, V> RecentMap<K, V> lastUsed(int most) {
    return new RecentMap<>(most, true);
  }

  /** What is kept of a key. */
  public @Nullable V get(K key) {
    return held.get(key);
  }

  /** Keeps something of a key; returns what was kept of it before. */
  public @Nullable V put(K key, V value) {
    V before = held.put(key, value);
    if (held.size() > most) {
      held.remove(held.keySet().iterator().next());
    }
    return before;
  }

  /** Forgets a key; returns what was kept of it. */
  public @Nullable V remove(K key) {
    return held.remove(key);
  }

  /** How many entries are kept. */
  public int size() {
    return held.size();
  }
}
