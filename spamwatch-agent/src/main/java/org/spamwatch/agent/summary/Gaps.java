package org.spamwatch.agent.summary;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

/**
 * The origins of which a number is missing below the last one held, and whether that counts: while
 * it does, this peer does not claim to know all that is announced. A gap is filled within seconds
 * as a rule; one that nobody fills is its origin's own doing. So the gaps of one origin count for
 * ten minutes a day, those of all together for an hour: nobody can have this peer ask others about
 * every mail for ever. Not thread-safe.
 */
final class Gaps {
  private static final long COUNTED = micros(Duration.ofMinutes(10));
  private static final long COUNTED_OF_ALL = micros(Duration.ofHours(1));
  private static final long DAY = micros(Duration.ofDays(1));

  /** Origins with a gap today that are told apart; the gaps of more do not count. */
  private static final int MAX_ORIGINS = 10_000;

  /** How long the gaps of one origin have counted in the day that began with one of them. */
  private static final class Today {
    final long begunMicros;
    long spent;

    Today(long begunMicros) {
      this.begunMicros = begunMicros;
    }
  }

  /** A gap that counts, and since when. */
  private record Counting(Today day, long sinceMicros) {}

  private final Timers timers;
  private final Map<Id, Long> openMicros = new LinkedHashMap<>(); // since when, by origin
  private final Map<Id, Counting> counting = new LinkedHashMap<>();
  private final Map<Id, Today> today = new LinkedHashMap<>();
  private long spent; // by all origins of today

  Gaps(Timers timers) {
    this.timers = timers;
  }

  private static long micros(Duration span) {
    return span.toNanos() / 1_000;
  }

  /** Of an origin numbers are missing now, or none is. */
  void set(Id origin, boolean isOpen) {
    if (isOpen == openMicros.containsKey(origin)) {
      return;
    }
    long now = timers.nowMicros();
    if (isOpen) {
      openMicros.put(origin, now);
      count(origin, now);
    } else {
      openMicros.remove(origin);
      Counting closed = counting.remove(origin);
      if (closed != null) {
        spend(closed.day, now - closed.sinceMicros);
      }
    }
  }

  private void count(Id origin, long now) {
    forgetYesterday(now);
    Today day = today.get(origin);
    if (day == null && today.size() < MAX_ORIGINS) {
      day = new Today(now);
      today.put(origin, day);
    }
    if (day != null && day.spent < COUNTED) {
      counting.put(origin, new Counting(day, now));
    }
  }

  /** Days that are over, and whose gaps are closed or count no more: O(origins with a gap). */
  private void forgetYesterday(long now) {
    for (Iterator<Map.Entry<Id, Today>> all = today.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<Id, Today> eldest = all.next();
      if (now - eldest.getValue().begunMicros < DAY) {
        return; // they came in the order of time
      }
      if (!counting.containsKey(eldest.getKey())) {
        spent -= eldest.getValue().spent;
        all.remove();
      }
    }
  }

  private void spend(Today day, long micros) {
    long more = Math.min(micros, COUNTED - day.spent);
    day.spent += more;
    spent += more;
  }

  /** Whether a gap is open that counts. */
  boolean isAnyCounted() {
    if (counting.isEmpty()) {
      return false;
    }
    long now = timers.nowMicros();
    forgetYesterday(now);
    long running = 0;
    for (Iterator<Counting> all = counting.values().iterator(); all.hasNext(); ) {
      Counting open = all.next();
      long elapsed = now - open.sinceMicros;
      if (open.day.spent + elapsed >= COUNTED) {
        spend(open.day, elapsed);
        all.remove();
      } else {
        running += elapsed;
      }
    }
    return !counting.isEmpty() && spent + running < COUNTED_OF_ALL;
  }

  /** The origins of which a number has been missing for ten minutes, in the order of time. */
  List<Id> lasting() {
    long latest = timers.nowMicros() - COUNTED;
    return openMicros.entrySet().stream()
        .filter(open -> open.getValue() <= latest)
        .map(Map.Entry::getKey)
        .toList();
  }
}
