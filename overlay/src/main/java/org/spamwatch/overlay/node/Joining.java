package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.TimerScope;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.Route;

/**
 * Looks for its neighbours: asks the root of its own id, by way of nodes that it was told of, and
 * probes the leaves that the root names. It answers no probes, so that nobody routes by one that
 * does not know its neighbours.
 */
final class Joining extends RingState {
  /** How long a newcomer waits for the leaves of its root before it asks again. */
  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  /** Attempts to reach any seed before a node serves alone (and keeps trying). */
  private static final int ATTEMPTS_BEFORE_ALONE = 3;

  /** Leaves that are being probed. */
  private final Set<Id> probes = new LinkedHashSet<>();

  private final TimerScope timers = new TimerScope(context.timers(), context.random());
  private int attempts;
  private boolean waitedForProbes;

  Joining(Lifecycle node, TimerScope whileInRing) {
    super(node, whileInRing);
  }

  @Override
  void begin() {
    seek();
  }

  @Override
  void end(NodeState next) {
    timers.close();
    super.end(next);
  }

  private void seek() {
    attempts++;
    waitedForProbes = false;
    probes.clear();
    timers.after(TIMEOUT, this::timedOut);
    ring.selfLookup.begin();
  }

  private void timedOut() {
    if (!probes.isEmpty() && !waitedForProbes) {
      // Once only: whoever tells a newcomer of ever more nodes would keep it waiting.
      waitedForProbes = true;
      timers.after(TIMEOUT, this::timedOut);
    } else if (!context.table().leafSet().isEmpty() || attempts >= ATTEMPTS_BEFORE_ALONE) {
      // If no seed answers: serve alone meanwhile; Maintenance goes on trying.
      node.hasJoined(whileInRing);
    } else {
      seek();
    }
  }

  @Override
  void told(Contact from, Leaves leaves, List<Contact> contacts) {
    contacts.stream()
        .map(Contact::id)
        .filter(context.table().leafSet()::wouldAccept)
        .limit(Math.max(0, context.limits().maxProbes() - probes.size()))
        .forEach(probes::add);
    super.told(from, leaves, contacts);
    goOnIfProbed();
  }

  @Override
  void settled(Id id) {
    if (probes.remove(id)) {
      goOnIfProbed();
    }
  }

  private void goOnIfProbed() {
    if (probes.isEmpty() && !context.table().leafSet().isEmpty() && node.state() == this) {
      node.hasJoined(whileInRing);
    }
  }

  @Override
  boolean routesWait() {
    return true;
  }

  /** Not acknowledged: the sender goes another way, for nobody can be reached by this node yet. */
  @Override
  public void received(Contact from, Route route) {
    misdirected();
  }

  @Override
  int held() {
    return probes.size();
  }
}
