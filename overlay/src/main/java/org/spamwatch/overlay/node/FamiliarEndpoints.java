package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Timers;

/**
 * The endpoints from which something was heard lately: each for at least half an hour, and for less
 * than an hour; of too many, those heard last. They stand in two sorted lists, so that one takes a
 * few bytes; to look it up costs O(log n), and the first time the moving of four bytes for each.
 */
final class FamiliarEndpoints {
  private static final long SPAN_MICROS = Duration.ofMinutes(30).toNanos() / 1000;

  private final Timers timers;
  private final int most;
  private List<Endpoint> now = new ArrayList<>();
  private List<Endpoint> before = new ArrayList<>(); // none that is in the other
  private long sinceMicros;

  /**
   * None yet.
   *
   * @param most endpoints remembered at most; half as many for certain
   */
  FamiliarEndpoints(Timers timers, int most) {
    this.timers = timers;
    this.most = most;
    this.sinceMicros = timers.nowMicros();
  }

  /** Something was heard; returns whether it is the first within at most half an hour. */
  boolean add(Endpoint endpoint) {
    age();
    int place = Collections.binarySearch(now, endpoint);
    if (place >= 0) {
      return false;
    }
    now.add(-place - 1, endpoint);
    remove(before, endpoint);
    if (now.size() >= most / 2) {
      begin(timers.nowMicros());
    }
    return true;
  }

  /** Whether anything was heard lately. */
  boolean contains(Endpoint endpoint) {
    age();
    return Collections.binarySearch(now, endpoint) >= 0
        || Collections.binarySearch(before, endpoint) >= 0;
  }

  /** Forgets that anything was heard. */
  void remove(Endpoint endpoint) {
    remove(now, endpoint);
    remove(before, endpoint);
  }

  private static void remove(List<Endpoint> from, Endpoint endpoint) {
    int place = Collections.binarySearch(from, endpoint);
    if (place >= 0) {
      from.remove(place);
    }
  }

  private void age() {
    long spans = (timers.nowMicros() - sinceMicros) / SPAN_MICROS;
    if (spans >= 1) {
      begin(sinceMicros + spans * SPAN_MICROS);
    }
    if (spans >= 2) {
      before.clear();
    }
  }

  private void begin(long micros) {
    before = now;
    now = new ArrayList<>();
    sinceMicros = micros;
  }

  /** Endpoints remembered. */
  int size() {
    return now.size() + before.size();
  }
}
