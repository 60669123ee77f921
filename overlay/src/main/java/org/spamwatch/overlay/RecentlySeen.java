package org.spamwatch.overlay;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The last so many things seen, to recognise repetitions; the oldest are forgotten first, and those
 * for which no repetition can come any more, if that is said. Not thread-safe.
 *
 * @param <T> what is seen; a value with equality
 */
public final class RecentlySeen<T> {
  private final int capacity;
  private final @Nullable Timers timers;
  private final long spanMicros;
  private Set<T> older = Set.of();
  private Set<T> newer = new LinkedHashSet<>();
  private long newerSinceMicros;

  /** Remembers up to {@code capacity} things, however long ago they were seen. */
  public RecentlySeen(int capacity) {
    this(capacity, null, 0);
  }

  /**
   * Remembers up to {@code capacity} things for {@code span}, and some of them up to twice as long.
   * What is over is dropped when the next thing is seen.
   */
  public RecentlySeen(int capacity, Timers timers, Duration span) {
    this(capacity, timers, span.toNanos() / 1000);
  }

  private RecentlySeen(int capacity, @Nullable Timers timers, long spanMicros) {
    this.capacity = capacity;
    this.timers = timers;
    this.spanMicros = spanMicros;
  }

  /** How many things are remembered. */
  public int size() {
    return older.size() + newer.size();
  }

  /** Remembers a thing; returns whether it is new. */
  public boolean add(T thing) {
    age();
    if (contains(thing)) {
      return false;
    }
    newer.add(thing);
    if (size() > capacity) {
      Iterator<T> eldest = (older.isEmpty() ? newer : older).iterator();
      eldest.next();
      eldest.remove();
    }
    return true;
  }

  private void age() {
    if (timers == null || timers.nowMicros() - newerSinceMicros < spanMicros) {
      return;
    }
    boolean isAllOver = timers.nowMicros() - newerSinceMicros >= 2 * spanMicros;
    older = isAllOver ? Set.of() : newer;
    newer = new LinkedHashSet<>();
    newerSinceMicros = timers.nowMicros();
  }

  /** Whether a thing is remembered. */
  public boolean contains(T thing) {
    return newer.contains(thing) || older.contains(thing);
  }
}
