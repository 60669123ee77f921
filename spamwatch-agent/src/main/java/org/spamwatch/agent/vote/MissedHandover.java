package org.spamwatch.agent.vote;

import java.time.Duration;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Timers;

/**
 * Words that this peer was handed while its disk was behind, and did not take. Nobody who handed
 * them over knows; so they are asked for again once the disk has caught up.
 */
final class MissedHandover {
  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final KeyBasedRouting routing;
  private final Timers timers;
  private final KeptMessages messages;
  private boolean isMissed;

  MissedHandover(KeyBasedRouting routing, Timers timers, KeptMessages messages) {
    this.routing = routing;
    this.timers = timers;
    this.messages = messages;
  }

  /** Some were not taken. */
  void missed() {
    if (!isMissed) {
      isMissed = true;
      timers.after(PAUSE, this::askAgain);
    }
  }

  private void askAgain() {
    if (messages.isDiskBehind()) {
      timers.after(PAUSE, this::askAgain);
    } else {
      isMissed = false;
      routing.askForHandover();
    }
  }
}
