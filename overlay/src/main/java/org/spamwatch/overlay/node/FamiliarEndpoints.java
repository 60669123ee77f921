package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Timers;

/**
 * The endpoints from which something was heard lately: each for at least half an hour, and for less
 * than an hour; of too many, those heard last. They stand in two lists sorted by their hashes, so
 * that one takes a few bytes; to look it up costs O(log n), and the first time the moving of eight
 * bytes for each.
 */
final class FamiliarEndpoints {
  private static final long SPAN_MICROS = Duration.ofMinutes(30).toNanos() / 1000;

  private final Timers timers;
  private final int most;
  private Sorted now = new Sorted();
  private Sorted before = new Sorted(); // none that is in the other
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
    if (!now.add(endpoint)) {
      return false;
    }
    before.remove(endpoint);
    if (now.size >= most / 2) {
      begin(timers.nowMicros());
    }
    return true;
  }

  /** Whether anything was heard lately. */
  boolean contains(Endpoint endpoint) {
    age();
    return now.place(endpoint) >= 0 || before.place(endpoint) >= 0;
  }

  /** Forgets that anything was heard. */
  void remove(Endpoint endpoint) {
    now.remove(endpoint);
    before.remove(endpoint);
  }

  private void age() {
    long spans = (timers.nowMicros() - sinceMicros) / SPAN_MICROS;
    if (spans >= 1) {
      begin(sinceMicros + spans * SPAN_MICROS);
    }
    if (spans >= 2) {
      before = new Sorted();
    }
  }

  private void begin(long micros) {
    before = now;
    now = new Sorted();
    sinceMicros = micros;
  }

  /** Endpoints remembered. */
  int size() {
    return now.size + before.size;
  }

  /** Endpoints by their hashes, those of one hash by their names, so that no name is slow. */
  private static final class Sorted {
    private static final int NEAR = 24;

    private int[] hashes = {};
    private @Nullable Endpoint[] endpoints = {};
    private int size;

    /**
     * Where an endpoint is, or, as -1 less that, where it belongs. Looked for first near where it
     * would be if all stood evenly: every message that arrives looks into some hundred of these.
     */
    int place(Endpoint endpoint) {
      int hash = spread(endpoint);
      int even = (int) (((hash - (long) Integer.MIN_VALUE) * size) >>> Integer.SIZE);
      int low = Math.max(0, even - NEAR);
      int high = Math.min(size, even + NEAR);
      low = low > 0 && hashes[low - 1] >= hash ? 0 : low;
      high = high < size && hashes[high] <= hash ? size : high;
      while (low < high) {
        int middle = (low + high) >>> 1;
        int order = compare(middle, hash, endpoint);
        if (order == 0) {
          return middle;
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
      }
      return -low - 1;
    }

    /** Another hash for each: those of names that differ by a number lie close together. */
    private static int spread(Endpoint endpoint) {
      return endpoint.hashCode() * 0x9E3779B9;
    }

    private int compare(int place, int hash, Endpoint endpoint) {
      if (hashes[place] != hash) {
        return Integer.compare(hashes[place], hash);
      }
      Endpoint there = Objects.requireNonNull(endpoints[place]);
      return there.equals(endpoint) ? 0 : there.compareTo(endpoint);
    }

    /** Adds an endpoint; returns whether it was not there. */
    boolean add(Endpoint endpoint) {
      int place = -place(endpoint) - 1;
      if (place < 0) {
        return false;
      }
      if (size == hashes.length) {
        hashes = Arrays.copyOf(hashes, size + size / 2 + 1);
        endpoints = Arrays.copyOf(endpoints, hashes.length);
      }
      move(place, place + 1);
      hashes[place] = spread(endpoint);
      endpoints[place] = endpoint;
      size++;
      return true;
    }

    void remove(Endpoint endpoint) {
      int place = place(endpoint);
      if (place >= 0) {
        move(place + 1, place);
        size--;
        endpoints[size] = null;
      }
    }

    private void move(int from, int to) {
      System.arraycopy(hashes, from, hashes, to, size - from);
      System.arraycopy(endpoints, from, endpoints, to, size - from);
    }
  }
}
