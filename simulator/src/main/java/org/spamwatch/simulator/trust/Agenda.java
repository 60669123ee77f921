package org.spamwatch.simulator.trust;

import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * What people do and when, in the order of its moments; at one moment, in the order in which it was
 * entered. Not thread-safe.
 */
final class Agenda {
  /** Something that happens at a moment, in microseconds. */
  record Entry(long micros, long number, Runnable what) {}

  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(Comparator.comparingLong(Entry::micros).thenComparingLong(Entry::number));
  private long entered;

  void at(long micros, Runnable what) {
    entries.add(new Entry(micros, entered++, what));
  }

  /** Takes the next out that happens before a moment. */
  Optional<Entry> nextBefore(long micros) {
    return Optional.ofNullable(entries.peek())
        .filter(next -> next.micros() < micros)
        .map(next -> entries.remove());
  }
}
