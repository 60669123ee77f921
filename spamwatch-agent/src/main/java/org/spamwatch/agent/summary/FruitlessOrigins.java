package org.spamwatch.agent.summary;

import java.time.Duration;
import java.util.Collection;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RecentMap;
import org.spamwatch.overlay.Timers;

/**
 * The origins whose words have led questions to no vote of anybody. After two such questions within
 * a day of each other, and none between them that led to a vote of the origin's own voters, nobody
 * is asked for the sake of its words for a day. What one peer has found out it tells nobody, or
 * liars could have others passed over.
 */
final class FruitlessOrigins {
  private static final int IN_A_ROW = 2;
  private static final long DAY_MICROS = Duration.ofDays(1).toNanos() / 1000;

  /** Of more, those that were looked at last are remembered. */
  private static final int REMEMBERED = 10_000;

  private record Fruitless(int questions, long lastMicros) {}

  private final Timers timers;
  private final RecentMap<Id, Fruitless> origins = RecentMap.lastUsed(REMEMBERED);

  FruitlessOrigins(Timers timers) {
    this.timers = timers;
  }

  /** A question that was asked for the sake of some origins' words has led to no vote. */
  void add(Collection<Id> asked) {
    for (Id origin : asked) {
      Fruitless before = origins.get(origin);
      int questions = before == null || isOver(before) ? 1 : before.questions + 1;
      origins.put(origin, new Fruitless(questions, timers.nowMicros()));
    }
  }

  /** A vote of an origin's own voters was found. */
  void remove(Id origin) {
    origins.remove(origin);
  }

  /** Whether an origin's words are passed over now. */
  boolean contains(Id origin) {
    Fruitless found = origins.get(origin);
    return found != null && found.questions >= IN_A_ROW && !isOver(found);
  }

  private boolean isOver(Fruitless found) {
    return timers.nowMicros() - found.lastMicros >= DAY_MICROS;
  }
}
