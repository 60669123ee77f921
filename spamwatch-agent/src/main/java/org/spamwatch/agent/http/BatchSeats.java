package org.spamwatch.agent.http;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * How many mails of batches are worked on at once at a port: no more than half of the workers, so
 * that an import holds up nobody who asks about one mail. A batch that finds none is called when
 * one is free, the longest waiting first. For the event loop alone.
 */
final class BatchSeats {
  private final Set<Batch> waiting = new LinkedHashSet<>();
  private int free;

  /** Seats that suit so many workers. */
  BatchSeats(int threads) {
    free = Math.max(1, threads / 2);
  }

  /** Takes a seat; false if the batch has to wait until it is called. */
  boolean take(Batch batch) {
    if (free == 0) {
      waiting.add(batch);
      return false;
    }
    free--;
    return true;
  }

  /** Gives a seat back that was not used: another try comes later. */
  void giveBack() {
    free++;
  }

  /** Leaves a seat, for whoever waits. */
  void leave() {
    free++;
    while (free > 0 && !waiting.isEmpty()) { // who is called may not need it any more
      Batch next = waiting.iterator().next();
      waiting.remove(next);
      next.goOn();
    }
  }

  /** Calls a batch no more. */
  void forget(Batch batch) {
    waiting.remove(batch);
  }
}
