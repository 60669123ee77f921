package org.spamwatch.simnet;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One address: the machine that runs there, if any, and what ails it. */
final class Host<A, M> {
  private static final long NEVER = Long.MAX_VALUE;

  final A address;
  final int place;
  private List<Runnable> held = List.of();
  private @Nullable Machine<A, M> machine;
  private int incarnation;
  private long wakeAtMicros = NEVER; // the wake-up that is scheduled
  private MachineClock clock = MachineClock.TRUE;
  private long slownessMicros;
  private boolean isPaused;

  Host(A address, int place) {
    this.address = address;
    this.place = place;
  }

  /** Another machine begins here; of the ailments only those of the hardware stay. */
  void begin(Machine<A, M> started) {
    machine = started;
    incarnation++;
    wakeAtMicros = NEVER;
    resume();
  }

  void end() {
    machine = null;
    resume();
  }

  /** The machine that runs here now. */
  @Nullable Machine<A, M> machine() {
    return machine;
  }

  boolean isRunning() {
    return machine != null;
  }

  /** How many machines have begun here: what was meant for an earlier one is not for the next. */
  int incarnation() {
    return incarnation;
  }

  void clock(MachineClock other) {
    clock = other;
    wakeAtMicros = NEVER;
  }

  /** What the clock shows at a time. */
  long shownMicros(long nowMicros) {
    return clock.shownAt(nowMicros);
  }

  void slow(long micros) {
    slownessMicros = micros;
  }

  /** By how much everything is late here. */
  long slownessMicros() {
    return slownessMicros;
  }

  /** The machine, if one runs, does nothing until it goes on. */
  void pause() {
    isPaused = machine != null;
  }

  boolean isPaused() {
    return isPaused;
  }

  /** What is to happen when the machine goes on. */
  void hold(Runnable input) {
    held = held.isEmpty() ? new ArrayList<>() : held;
    held.add(input);
  }

  /** The machine goes on; returns what has waited. */
  List<Runnable> resume() {
    List<Runnable> waiting = held;
    held = List.of();
    isPaused = false;
    return waiting;
  }

  /** When to wake the machine for a deadline by its clock; empty if it is woken before that. */
  OptionalLong wakeFor(long deadlineMicros, long nowMicros) {
    long due = clock.whenShown(deadlineMicros) + slownessMicros;
    if (due >= wakeAtMicros) {
      return OptionalLong.empty();
    }
    wakeAtMicros = Math.max(due, nowMicros);
    return OptionalLong.of(wakeAtMicros);
  }

  /** A wake-up is due; returns whether it is still the one that was scheduled last. */
  boolean wakes(int ofIncarnation, long atMicros) {
    boolean isWanted = incarnation == ofIncarnation && wakeAtMicros == atMicros;
    if (isWanted) {
      wakeAtMicros = NEVER;
    }
    return isWanted;
  }
}
