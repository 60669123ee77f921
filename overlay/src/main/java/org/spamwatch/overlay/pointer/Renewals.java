package org.spamwatch.overlay.pointer;

import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.spamwatch.overlay.SegmentedMap;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.LeaseConfig;

/**
 * When what a node has published is to be published again, for as long as it publishes it. Not
 * thread-safe.
 *
 * @param <K> what names a publication
 */
final class Renewals<K> {
  private final LeaseConfig leases;
  private final Timers timers;
  private final RandomGenerator random;
  private final Map<K, Timers.Timer> due = new SegmentedMap<>();

  /** Nothing is published yet. */
  Renewals(LeaseConfig leases, Timers timers, RandomGenerator random) {
    this.leases = leases;
    this.timers = timers;
    this.random = random;
  }

  /** Has a renewal made once, when it is due; one that was to be made before is not. */
  void schedule(K published, Runnable renewal) {
    Timers.Timer next = timers.afterMicros(leases.renewalMicros(random), renewal);
    Timers.Timer former = due.put(published, next);
    if (former != null) {
      former.cancel();
    }
  }

  /** Ends the renewals; returns whether there were any. */
  boolean end(K published) {
    Timers.Timer next = due.remove(published);
    if (next != null) {
      next.cancel();
    }
    return next != null;
  }

  /** Whether something is published, and so renewed. */
  boolean has(K published) {
    return due.containsKey(published);
  }

  /** All that is published, as long as it is not much in the order in which it first was. */
  List<K> published() {
    return List.copyOf(due.keySet());
  }
}
