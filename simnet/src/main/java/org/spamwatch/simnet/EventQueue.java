package org.spamwatch.simnet;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Actions by the time at which they are to run, those of one time in the order in which they came.
 * Not thread-safe.
 *
 * <p>A heap in which each has four behind it, at four times its place, with times and orders in
 * arrays of their own: to find a place looks at no action. Adding and taking cost O(log n).
 */
final class EventQueue {
  private static final int BRANCHES = 4;

  private long[] times = new long[16];
  private long[] orders = new long[16];
  private @Nullable Runnable[] actions = new Runnable[16];
  private int size;
  private long sequence;

  boolean isEmpty() {
    return size == 0;
  }

  /** When the first is to run; there must be one. */
  long firstMicros() {
    return times[0];
  }

  void add(long atMicros, Runnable action) {
    if (size == times.length) {
      resize(2 * size);
    }
    long order = sequence++;
    int place = size++;
    while (place > 0 && isBefore(atMicros, order, (place - 1) / BRANCHES)) {
      move((place - 1) / BRANCHES, place);
      place = (place - 1) / BRANCHES;
    }
    put(atMicros, order, action, place);
  }

  /** Removes the first; there must be one. */
  Runnable poll() {
    Runnable first = Objects.requireNonNull(actions[0]);
    size--;
    Runnable last = Objects.requireNonNull(actions[size]);
    actions[size] = null;
    if (size > 0) {
      sink(times[size], orders[size], last);
    }
    if (size >= 16 && size < times.length / 4) {
      resize(times.length / 2);
    }
    return first;
  }

  /** Puts an action first, or behind those that are to run before it. */
  private void sink(long atMicros, long order, Runnable action) {
    int place = 0;
    int next = next(place);
    while (next < size && !isBefore(atMicros, order, next)) {
      move(next, place);
      place = next;
      next = next(place);
    }
    put(atMicros, order, action, place);
  }

  /** Of those behind a place the one that is to run first; the size or more if there is none. */
  private int next(int place) {
    int first = BRANCHES * place + 1;
    int next = first;
    for (int other = first + 1; other < Math.min(size, first + BRANCHES); other++) {
      if (isBefore(times[other], orders[other], next)) {
        next = other;
      }
    }
    return next;
  }

  private boolean isBefore(long atMicros, long order, int place) {
    return atMicros == times[place] ? order < orders[place] : atMicros < times[place];
  }

  private void move(int from, int to) {
    put(times[from], orders[from], Objects.requireNonNull(actions[from]), to);
  }

  private void put(long atMicros, long order, Runnable action, int place) {
    times[place] = atMicros;
    orders[place] = order;
    actions[place] = action;
  }

  private void resize(int places) {
    times = Arrays.copyOf(times, places);
    orders = Arrays.copyOf(orders, places);
    actions = Arrays.copyOf(actions, places);
  }
}
