package org.spamwatch.simnet;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One address: the machine that runs there, if any, and what ails it. */
final class Host<A, M> {
  /** No wake-up is scheduled. */
  static final long NEVER = Long.MAX_VALUE;

  final A address;
  final int place;
  List<Runnable> held = List.of();
  @Nullable Machine<A, M> machine;
  int incarnation;
  long wakeAtMicros = NEVER;
  MachineClock clock = MachineClock.TRUE;
  long slownessMicros;
  boolean paused;

  Host(A address, int place) {
    this.address = address;
    this.place = place;
  }

  /** Another machine begins here; of the ailments only those of the hardware stay. */
  void begin(Machine<A, M> started) {
    machine = started;
    incarnation++;
    wakeAtMicros = NEVER;
    stopHolding();
  }

  /** What is to happen when the machine goes on. */
  void hold(Runnable input) {
    held = held.isEmpty() ? new ArrayList<>() : held;
    held.add(input);
  }

  void end() {
    machine = null;
    stopHolding();
  }

  private void stopHolding() {
    held = List.of();
    paused = false;
  }
}
