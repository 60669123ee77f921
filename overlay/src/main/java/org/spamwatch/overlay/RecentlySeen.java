package org.spamwatch.overlay;

import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
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
  private final Supplier<Set<T>> empty;
  private Set<T> older = Collections.emptySet();
  private Set<T> newer = Collections.emptySet();
  private long newerSinceMicros;

  /** Remembers up to {@code capacity} things, however long ago they were seen. */
  public RecentlySeen(int capacity) {
    this(capacity, null, 0, RecentlySeen::things);
  }

  /**
   * Remembers up to {@code capacity} things for {@code span}, and some of them up to twice as long.
   * What is over is dropped when the next thing is seen.
   */
  public RecentlySeen(int capacity, Timers timers, Duration span) {
    this(capacity, timers, span.toNanos() / 1000, RecentlySeen::things);
  }

  /** Likewise of numbers, which take a tenth of the memory as long as they are few. */
  public static RecentlySeen<Long> ofNumbers(int capacity, Timers timers, Duration span) {
    return new RecentlySeen<>(capacity, timers, span.toNanos() / 1000, NumberSet::new);
  }

  private static <T> Set<T> things() {
    return new LinkedHashSet<>(2);
  }

  private RecentlySeen(
      int capacity, @Nullable Timers timers, long spanMicros, Supplier<Set<T>> empty) {
    this.empty = empty;
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
    if (newer.isEmpty()) {
      newer = empty.get();
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
    older = isAllOver ? Collections.emptySet() : newer;
    newer = Collections.emptySet();
    newerSinceMicros = timers.nowMicros();
  }

  /** Whether a thing is remembered. */
  public boolean contains(T thing) {
    return newer.contains(thing) || older.contains(thing);
  }
}
