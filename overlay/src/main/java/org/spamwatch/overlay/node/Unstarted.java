package org.spamwatch.overlay.node;

import org.spamwatch.overlay.TimerScope;

/** Has not been started: passes on by whatever tables it is given, and answers no probe. */
final class Unstarted extends RingState {
  Unstarted(Lifecycle node) {
    super(node, new TimerScope(node.context.timers(), node.context.random()));
  }
}
