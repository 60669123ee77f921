package org.spamwatch.overlay;

import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A {@link LinkedHashSet} that is there only while something is in it, as {@link LazyMap} is a map.
 * Empty it takes 16 bytes. Not thread-safe.
 *
 * @param <T> elements, never null
 */
public final class LazySet<T> extends AbstractSet<T> {
  private Set<T> held = Collections.emptySet();

  /** An empty set. */
  public LazySet() {}

  @Override
  public int size() {
    return held.size();
  }

  @Override
  public boolean contains(Object element) {
    return held.contains(element);
  }

  @Override
  public boolean add(T element) {
    if (held.isEmpty()) {
      held = new LinkedHashSet<>(2);
    }
    return held.add(element);
  }

  @Override
  public boolean remove(Object element) {
    boolean removed = held.remove(element);
    if (held.isEmpty()) {
      held = Collections.emptySet();
    }
    return removed;
  }

  @Override
  public void clear() {
    held = Collections.emptySet();
  }

  /** To be used up before the set changes otherwise. */
  @Override
  public Iterator<T> iterator() {
    return held.iterator();
  }
}
