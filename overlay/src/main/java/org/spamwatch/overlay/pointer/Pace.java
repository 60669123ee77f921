package org.spamwatch.overlay.pointer;

import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import java.util.function.Consumer;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.SegmentedMap;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.BackPressure;

/**
 * Does something for objects, for {@value #AT_ONCE} at once and as many more with every pause, in
 * the order in which they came, or that of {@link SegmentedMap} where thousands wait: a pointer is
 * signed, and a peer that restarts has one for each of its messages. Not thread-safe.
 */
final class Pace {
  /** Signatures of an eighth of a second: they take a tenth of it, or less. */
  private static final int AT_ONCE = 250;

  private static final Duration PAUSE = Duration.ofMillis(125);

  private final Timers timers;
  private final Consumer<Id> work;
  private Set<Id> waiting = Set.of();
  private long sinceMicros = Long.MIN_VALUE / 2;
  private int done;

  Pace(Timers timers, Consumer<Id> work) {
    this.timers = timers;
    this.work = work;
  }

  /** Has it done for an object, at once unless it has been for many. */
  void add(Id guid) {
    if (timers.nowMicros() - sinceMicros >= PAUSE.toNanos() / 1000 && waiting.isEmpty()) {
      sinceMicros = timers.nowMicros();
      done = 0;
    }
    if (done < AT_ONCE) {
      done++;
      work.accept(guid);
      return;
    }
    if (waiting.isEmpty()) {
      waiting = Collections.newSetFromMap(new SegmentedMap<>());
      timers.after(PAUSE.multipliedBy(BackPressure.of(timers)), this::resume);
    }
    waiting.add(guid);
  }

  /** It is not to be done for an object any more. */
  void remove(Id guid) {
    if (!waiting.isEmpty()) {
      waiting.remove(guid);
    }
  }

  private void resume() {
    sinceMicros = timers.nowMicros();
    done = 0;
    for (Id next : waiting.stream().limit(AT_ONCE).toList()) {
      if (done < AT_ONCE && waiting.remove(next)) {
        done++;
        work.accept(next);
      }
    }
    if (!waiting.isEmpty()) {
      timers.after(PAUSE.multipliedBy(BackPressure.of(timers)), this::resume);
    }
  }
}
