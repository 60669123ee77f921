package org.spamwatch.overlay.lease;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Timers;

/**
 * Routes what is held of keys to their roots, at the pace at which {@link Transfers} hand over to
 * one receiver: it may all have one root. Not thread-safe.
 */
final class Rerouting {
  private static final Duration PACE = Duration.ofMillis(100);
  private static final int IN_A_TURN = Transfers.CHECKS_A_SECOND / 10;

  private record Routed(Id key, Message message) {}

  private final KeyBasedRouting routing;
  private final Timers timers;
  private final Function<Id, List<? extends Message>> source;
  private final Set<Id> keys = new LinkedHashSet<>();
  private final Deque<Routed> messages = new ArrayDeque<>(2);
  private boolean isGoing;

  Rerouting(KeyBasedRouting routing, Timers timers, Function<Id, List<? extends Message>> source) {
    this.routing = routing;
    this.timers = timers;
    this.source = source;
  }

  void add(Id key) {
    keys.add(key);
    if (!isGoing) {
      isGoing = true;
      timers.afterMicros(0, this::go);
    }
  }

  /** Keys of which what is held is still to be routed. */
  int waiting() {
    return keys.size();
  }

  private void go() {
    for (int left = IN_A_TURN; left > 0; left--) {
      Routed next = next();
      if (next == null) {
        isGoing = false;
        return;
      }
      routing.route(next.key(), next.message());
    }
    timers.after(PACE.multipliedBy(BackPressure.of(timers)), this::go);
  }

  private @Nullable Routed next() {
    Iterator<Id> waiting = keys.iterator();
    while (messages.isEmpty() && waiting.hasNext()) {
      Id key = waiting.next();
      waiting.remove();
      source.apply(key).forEach(message -> messages.add(new Routed(key, message)));
    }
    return messages.poll();
  }
}
