package org.spamwatch.overlay;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A {@link LinkedHashMap} that is there only while something is in it. A node has dozens of maps of
 * what is under way or was met lately, nearly all of them empty nearly always, and what a burst has
 * made large is small again when it is over.
 *
 * <p>Walks in the order in which keys first came. A view ({@link #keySet}, {@link #values}, {@link
 * #entrySet}) is to be used before the map changes otherwise. Empty it takes 16 bytes. Not
 * thread-safe.
 *
 * @param <K> keys, never null
 * @param <V> values, never null
 */
public final class LazyMap<K, V> implements Map<K, V> {
  private Map<K, V> held = Collections.emptyMap();

  /** An empty map. */
  public LazyMap() {}

  private void dropIfEmpty() {
    if (held.isEmpty()) {
      held = Collections.emptyMap();
    }
  }

  @Override
  public int size() {
    return held.size();
  }

  @Override
  public boolean isEmpty() {
    return held.isEmpty();
  }

  @Override
  public boolean containsKey(Object key) {
    return held.containsKey(key);
  }

  @Override
  public boolean containsValue(Object value) {
    return held.containsValue(value);
  }

  @Override
  public @Nullable V get(Object key) {
    return held.get(key);
  }

  @Override
  public @Nullable V put(K key, V value) {
    if (held.isEmpty()) {
      held = new LinkedHashMap<>(2);
    }
    return held.put(key, value);
  }

  @Override
  public @Nullable V remove(Object key) {
    V removed = held.remove(key);
    dropIfEmpty();
    return removed;
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> others) {
    others.forEach(this::put);
  }

  @Override
  public void clear() {
    held = Collections.emptyMap();
  }

  @Override
  public Set<K> keySet() {
    return held.keySet();
  }

  @Override
  public Collection<V> values() {
    return held.values();
  }

  @Override
  public Set<Entry<K, V>> entrySet() {
    return held.entrySet();
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return held.equals(object);
  }

  @Override
  public int hashCode() {
    return held.hashCode();
  }

  @Override
  public String toString() {
    return held.toString();
  }
}
