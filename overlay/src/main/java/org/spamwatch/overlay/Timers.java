package org.spamwatch.overlay;

import static com.google.common.base.Preconditions.checkArgument;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A node's two times, and its timers. The <em>time</em> is monotonic: timers, leases, token buckets
 * and round trips go by it, and it means nothing to anybody else. The <em>date</em> is the
 * machine's wall clock: votes, records and certificates are dated by it, and it may be set, ahead
 * or back ({@code docs/adr/0014-two-times.md}). Both are what the driver last said they are, in
 * microseconds. Timers due at one time run in the order in which they were set.
 *
 * <p>Not thread-safe: belongs to the node's turn. Setting, cancelling and running a timer cost
 * O(log n): nearly every timer is cancelled, by the acknowledgement that it was waiting for.
 */
public final class Timers {
  /** From here on a wall clock that differs from the date is followed at once. */
  private static final long STEP_MICROS = 1_000_000;

  /** Below that by one part in so many of the time that passes. */
  private static final long SLEWED_OF = 100;

  private static final int BRANCHES = 4;

  /** A heap: each timer is due no later than the four behind it, at four times its place. */
  private @Nullable Timer[] heap = new Timer[4];

  /** When each of the heap is due: to find a timer's place no other need be looked at. */
  private long[] deadlines = new long[4];

  private int size;
  private long nowMicros;
  private long sequence;
  private long lateMicros;
  private long lateAtMicros;
  private long aheadMicros; // of the time by the date
  private final Calendar calendar;
  private long settleAtMicros; // or later, if the calendar was asked meanwhile
  private List<Runnable> stepListeners = List.of();

  /** Time and date begin at the given point. */
  public Timers(long nowMicros) {
    this(nowMicros, nowMicros);
  }

  /** Time and date begin at the given points; the date in microseconds since the epoch. */
  public Timers(long nowMicros, long dateMicros) {
    this.nowMicros = nowMicros;
    this.aheadMicros = dateMicros - nowMicros;
    this.calendar = new Calendar(this);
    this.settleAtMicros = calendar.settlesAtMicros();
  }

  /** The time, in microseconds: it never runs backwards, and is not set. */
  public long nowMicros() {
    return nowMicros;
  }

  /** The date, in microseconds since the epoch: it may be wrong, and be set ahead and back. */
  public long dateMicros() {
    return nowMicros + aheadMicros;
  }

  /** The date, in milliseconds since the epoch. */
  public long dateMillis() {
    return Math.floorDiv(dateMicros(), 1000);
  }

  /** What to make of the date. */
  public Calendar calendar() {
    return calendar;
  }

  /**
   * Has something done whenever the date was set further than clocks may differ, ahead or back:
   * what was dated before, others may not have taken.
   */
  public void onStep(Runnable action) {
    stepListeners = stepListeners.isEmpty() ? new ArrayList<>() : stepListeners;
    stepListeners.add(action);
  }

  /** Runs an action once, after a delay (at once, but not within this call, if it is 0). */
  public Timer after(Duration delay, Runnable action) {
    return afterMicros(delay.toNanos() / 1000, action);
  }

  /** Runs an action once, after a delay in microseconds. */
  public Timer afterMicros(long delayMicros, Runnable action) {
    checkArgument(delayMicros >= 0, "a delay is 0 or more, not %s us", delayMicros);
    Timer timer = new Timer(sequence++, action);
    if (size == heap.length) {
      resize(size + size / 2 + 1);
    }
    rise(timer, nowMicros + delayMicros, size++);
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
    return size;
  }

  /** Driver: when the next timer is due. */
  public OptionalLong nextDeadlineMicros() {
    return size == 0 ? OptionalLong.empty() : OptionalLong.of(deadlines[0]);
  }

  /**
   * Driver: sets the time and runs every timer that is due by then; the date goes on with it. An
   * earlier time than the last is ignored.
   */
  public void advance(long toMicros) {
    advance(toMicros, toMicros + aheadMicros);
  }

  /**
   * Driver: sets the time and runs every timer that is due by then; the date follows what the wall
   * clock shows at that time: slowly, never backwards, where the two differ by less than a second,
   * else at once.
   */
  public void advance(long toMicros, long wallMicros) {
    // The present first: after a long stop a timer that sets the next one must not find that one
    // overdue too, or every period that was missed, and every attempt of a probe, runs at once.
    long passed = Math.max(0, toMicros - nowMicros);
    nowMicros += passed;
    long stepped = follow(wallMicros - toMicros, passed);
    if (nowMicros >= settleAtMicros) {
      settleAtMicros = calendar.settlesAtMicros();
      if (nowMicros >= settleAtMicros) {
        calendar.settle();
        settleAtMicros = calendar.settlesAtMicros();
      }
    }
    if (Math.abs(stepped) > Calendar.SKEW_MILLIS * 1000) {
      stepListeners.forEach(Runnable::run);
    }
    while (size > 0 && deadlines[0] <= toMicros) {
      Timer next = at(0);
      noteLateness(nowMicros - deadlines[0]);
      remove(next);
      next.action.run();
    }
  }

  /** Brings the date nearer to the wall clock; returns by how much it was set. */
  private long follow(long wallAheadMicros, long passedMicros) {
    long off = wallAheadMicros - aheadMicros;
    if (Math.abs(off) < STEP_MICROS) {
      long most = passedMicros / SLEWED_OF;
      aheadMicros += Math.max(-most, Math.min(most, off));
      return 0;
    }
    aheadMicros = wallAheadMicros;
    calendar.stepped(off);
    return off;
  }

  private void noteLateness(long micros) {
    if (micros >= lateMicros()) {
      lateMicros = micros;
      lateAtMicros = nowMicros;
    }
  }

  private Timer at(int place) {
    return Objects.requireNonNull(heap[place]);
  }

  private void put(Timer timer, long deadlineMicros, int place) {
    heap[place] = timer;
    deadlines[place] = deadlineMicros;
    timer.place = place;
  }

  private void move(int from, int to) {
    put(at(from), deadlines[from], to);
  }

  private void resize(int places) {
    heap = Arrays.copyOf(heap, places);
    deadlines = Arrays.copyOf(deadlines, places);
  }

  /** Puts a timer at a free place, or before those that are due later on the way to the first. */
  private void rise(Timer timer, long deadlineMicros, int free) {
    int place = free;
    while (place > 0 && isBefore(timer, deadlineMicros, (place - 1) / BRANCHES)) {
      move((place - 1) / BRANCHES, place);
      place = (place - 1) / BRANCHES;
    }
    put(timer, deadlineMicros, place);
  }

  /** Puts a timer at a free place, or behind those that are due earlier, or where it rises to. */
  private void sink(Timer timer, long deadlineMicros, int free) {
    int place = free;
    int next = next(place);
    while (next < size && !isBefore(timer, deadlineMicros, next)) {
      move(next, place);
      place = next;
      next = next(place);
    }
    rise(timer, deadlineMicros, place);
  }

  /** Of those behind a place the one that is due first; the size or more if there is none. */
  private int next(int place) {
    int first = BRANCHES * place + 1;
    int next = first;
    for (int other = first + 1; other < Math.min(size, first + BRANCHES); other++) {
      if (deadlines[other] < deadlines[next]
          || (deadlines[other] == deadlines[next] && at(other).order < at(next).order)) {
        next = other;
      }
    }
    return next;
  }

  private boolean isBefore(Timer timer, long deadlineMicros, int place) {
    return deadlineMicros == deadlines[place]
        ? timer.order < at(place).order
        : deadlineMicros < deadlines[place];
  }

  private void remove(Timer timer) {
    int free = timer.place;
    timer.place = -1;
    size--;
    Timer last = at(size);
    heap[size] = null;
    if (last != timer) {
      sink(last, deadlines[size], free);
    }
    if (size < heap.length / 2) {
      resize(size + size / 4 + 1); // what a burst has made large
    }
  }

  /** One action that is to run later. */
  public final class Timer {
    private final long order;
    private final Runnable action;

    /** Where it stands in the heap, -1 once it is in there no more. */
    private int place;

    private Timer(long order, Runnable action) {
      this.order = order;
      this.action = action;
    }

    /** Forgets the action; without effect once it has run. */
    public void cancel() {
      if (place >= 0) {
        remove(this);
      }
    }
  }
}
