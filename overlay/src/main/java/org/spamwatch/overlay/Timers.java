package org.spamwatch.overlay;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A node's time and its timers. Time is what the driver last said it is, in microseconds since the
 * epoch; it never runs backwards. Timers due at one time run in the order in which they were set.
 *
 * <p>Not thread-safe: belongs to the node's turn. Setting, cancelling and running a timer cost
 * O(log n): nearly every timer is cancelled, by the acknowledgement that it was waiting for.
 */
public final class Timers {
  private final TreeSet<Timer> queue = new TreeSet<>();
  private long nowMicros;
  private long sequence;
  private long lateMicros;
  private long lateAtMicros;

  /** Time begins at the given point. */
  public Timers(long nowMicros) {
    this.nowMicros = nowMicros;
  }

  /** The present, in microseconds since the epoch. */
  public long nowMicros() {
    return nowMicros;
  }

  /** The present, in milliseconds since the epoch. */
  public long nowMillis() {
    return Math.floorDiv(nowMicros, 1000);
  }

  /** Runs an action once, after a delay (at once, but not within this call, if it is 0). */
  public Timer after(Duration delay, Runnable action) {
    return afterMicros(delay.toNanos() / 1000, action);
  }

  /** Runs an action once, after a delay in microseconds. */
  public Timer afterMicros(long delayMicros, Runnable action) {
    if (delayMicros < 0) {
      throw new IllegalArgumentException("a delay is 0 or more, not " + delayMicros + " us");
    }
    Timer timer = new Timer(nowMicros + delayMicros, sequence++, action, queue::remove);
    queue.add(timer);
    return timer;
  }

  /**
   * How late timers have run lately, in microseconds: the most, halved with every second since. So
   * a node notices that it has more to do than it can; 0 where every turn is taken in time.
   */
  public long lateMicros() {
    return lateMicros >> Math.min(62, (nowMicros - lateAtMicros) / 1_000_000);
  }

  /** How many timers are set. */
  public int pending() {
    return queue.size();
  }

  /** Driver: when the next timer is due. */
  public OptionalLong nextDeadlineMicros() {
    return queue.isEmpty() ? OptionalLong.empty() : OptionalLong.of(queue.first().deadlineMicros);
  }

  /**
   * Driver: sets the present and runs every timer that is due by then. An earlier present than the
   * last is ignored: a clock that was set back holds timers up and breaks nothing.
   */
  public void advance(long toMicros) {
    // The present first: after a long stop a timer that sets the next one must not find that one
    // overdue too, or every period that was missed, and every attempt of a probe, runs at once.
    nowMicros = Math.max(nowMicros, toMicros);
    while (!queue.isEmpty() && queue.first().deadlineMicros <= toMicros) {
      Timer next = queue.pollFirst();
      noteLateness(nowMicros - next.deadlineMicros);
      next.action.run();
    }
  }

  private void noteLateness(long micros) {
    if (micros >= lateMicros()) {
      lateMicros = micros;
      lateAtMicros = nowMicros;
    }
  }

  /** One action that is to run later. */
  public static final class Timer implements Comparable<Timer> {
    private final long deadlineMicros;
    private final long order;
    private final Runnable action;
    private final Consumer<Timer> canceller;

    private Timer(long deadlineMicros, long order, Runnable action, Consumer<Timer> canceller) {
      this.deadlineMicros = deadlineMicros;
      this.order = order;
      this.action = action;
      this.canceller = canceller;
    }

    /** Forgets the action; without effect once it has run. */
    public void cancel() {
      canceller.accept(this);
    }

    @Override
    public int compareTo(Timer other) {
      int compared = Long.compare(deadlineMicros, other.deadlineMicros);
      return compared == 0 ? Long.compare(order, other.order) : compared;
    }

    @Override
    public boolean equals(Object object) {
      return this == object;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(order);
    }
  }
}
