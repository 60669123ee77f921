package org.spamwatch.overlay.pointer;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

/**
 * Servers that are left out for a while. Their pointers stay: it may be this node's way to them
 * that is broken, or this node that has too much to send.
 */
final class LeftOut {
  private final Timers timers;
  private final long microsEach;
  private final int most;
  private final Map<Id, Long> untilMicros = new LinkedHashMap<>();

  /** Each for so long, and so many at most; further ones are not left out. */
  LeftOut(Timers timers, Duration each, int most) {
    this.timers = timers;
    this.microsEach = each.toNanos() / 1000;
    this.most = most;
  }

  void add(Id server) {
    long now = timers.nowMicros();
    untilMicros.values().removeIf(until -> until <= now);
    if (untilMicros.size() < most) {
      untilMicros.put(server, now + microsEach);
    }
  }

  void remove(Id server) {
    untilMicros.remove(server);
  }

  boolean has(Id server) {
    return untilMicros.getOrDefault(server, 0L) > timers.nowMicros();
  }
}
