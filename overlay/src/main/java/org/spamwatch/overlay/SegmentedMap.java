package org.spamwatch.overlay;

import com.google.common.collect.Iterators;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A hash map that may have millions of entries: from {@value #LARGE} on it is {@value #SEGMENTS}
 * maps by a hash of the key, each of which grows for itself, so that no turn waits until all of it
 * has been moved to a larger table. A map of a million that doubles takes a tenth of a second.
 *
 * <p>Entries are iterated over in the order in which they came, from then on by segment, and in
 * this order within each; the same calls give the same order. Not thread-safe.
 *
 * @param <K> keys, never null
 * @param <V> values, never null
 */
public final class SegmentedMap<K, V> extends AbstractMap<K, V> {
  private static final int LARGE = 4_096;
  private static final int SEGMENT_BITS = 8;
  private static final int SEGMENTS = 1 << SEGMENT_BITS;

  /** Spreads the bits of a hash to the highest: 2^32 divided by the golden ratio (Knuth). */
  private static final int MULTIPLIER = 0x9e3779b9;

  private List<Map<K, V>> segments = one();
  private int size;

  private static <K, V> List<Map<K, V>> one() {
    return List.of(new LinkedHashMap<>());
  }

  private Map<K, V> segment(Object key) {
    int spread = key.hashCode() * MULTIPLIER;
    return segments.get(segments.size() == 1 ? 0 : spread >>> (Integer.SIZE - SEGMENT_BITS));
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean containsKey(Object key) {
    return segment(key).containsKey(key);
  }

  @Override
  public @Nullable V get(Object key) {
    return segment(key).get(key);
  }

  @Override
  public @Nullable V put(K key, V value) {
    V before = segment(key).put(key, value);
    if (before == null) {
      size++;
      if (size == LARGE && segments.size() == 1) {
        divide();
      }
    }
    return before;
  }

  private void divide() {
    Map<K, V> all = segments.get(0);
    List<Map<K, V>> several = new ArrayList<>(SEGMENTS);
    for (int i = 0; i < SEGMENTS; i++) {
      several.add(new LinkedHashMap<>());
    }
    segments = several;
    all.forEach((key, value) -> segment(key).put(key, value));
  }

  @Override
  public @Nullable V remove(Object key) {
    V before = segment(key).remove(key);
    if (before != null) {
      size--;
      if (size == 0 && segments.size() > 1) {
        segments = one(); // its tables may have been large
      }
    }
    return before;
  }

  @Override
  public void clear() {
    segments = one();
    size = 0;
  }

  /** The entries; none can be removed through it. */
  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<K, V>> iterator() {
        return Iterators.unmodifiableIterator(
            Iterators.concat(
                Iterators.transform(segments.iterator(), each -> each.entrySet().iterator())));
      }

      @Override
      public int size() {
        return size;
      }
    };
  }
}
