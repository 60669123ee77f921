package org.spamwatch.overlay.lookup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.TimerScope;
import org.spamwatch.overlay.Timers;

/**
 * Looks now and then whether this node's neighbours are the true ones.
 *
 * <p>A newcomer learns its leaves from whoever its join has come to. If that is a liar that names
 * only liars, they name only each other from then on, and this node's leaf set stays theirs: its
 * keys are not rooted at it, and all that it measures by its own leaves is wrong. Nodes drawn by
 * lot from far away do not know whose friends it has; if all in its tables are liars' friends, its
 * seeds, whom its operator chose, are not.
 *
 * <p>First half a minute after it has a neighbour, then after four times as long each time, half an
 * hour at most. By estimate some 40 messages each time, so 0.02 a second in the long run.
 */
final class LeafSetAudit {
  private static final Duration FIRST = Duration.ofSeconds(30);
  private static final Duration LONGEST = Duration.ofMinutes(30);

  private static final int GROWTH = 4;

  /** Far nodes asked each time, and seeds; the next time others. */
  private static final int ASKED = 2;

  private final KeyBasedRouting routing;
  private final IterativeLookup searches;
  private final TimerScope timers;
  private final RandomGenerator random;
  private long pauseMicros = FIRST.toNanos() / 1000;
  private boolean begun;

  LeafSetAudit(
      KeyBasedRouting routing, IterativeLookup searches, Timers timers, RandomGenerator random) {
    this.routing = routing;
    this.searches = searches;
    this.timers = new TimerScope(timers, random);
    this.random = random;
  }

  /** This node knows others: begins, if it has not. */
  void hasNeighbours() {
    if (!begun) {
      begun = true;
      timers.repeat(this::nextPauseMicros, this::look);
    }
  }

  private long nextPauseMicros() {
    long pause = pauseMicros;
    pauseMicros = Math.min(GROWTH * pause, LONGEST.toNanos() / 1000);
    return pause;
  }

  private void look() {
    List<Contact> near = routing.replicaSet(routing.self().id(), Integer.MAX_VALUE);
    List<Contact> far = new ArrayList<>(routing.known());
    far.removeAll(near);
    List<Contact> asked = some(far);
    for (Contact seed : some(new ArrayList<>(routing.seeds()))) {
      if (!asked.contains(seed)) {
        asked.add(seed);
      }
    }
    if (!routing.known().isEmpty() && !asked.isEmpty()) {
      searches.findOwn(asked);
    }
  }

  private List<Contact> some(List<Contact> all) {
    while (all.size() > ASKED) {
      all.remove(random.nextInt(all.size()));
    }
    return all;
  }
}
