package org.spamwatch.agent.live;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.overlay.Calendar;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.live.LiveNode;
import org.spamwatch.overlay.node.OverlayNode;

/**
 * Looks after a running peer's date: asks some of those that it knows for theirs when it is to, and
 * tells the operator when it is known to be wrong. Not thread-safe: belongs to the node's turn.
 */
final class ClockWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);
  private static final int ASKED = 8;

  private final LiveNode live;
  private final OverlayNode node;
  private final Random random;
  private boolean wasWrong;

  ClockWatch(LiveNode live, OverlayNode node, Random random) {
    this.live = live;
    this.node = node;
    this.random = random;
  }

  void look() {
    Calendar calendar = live.timers().calendar();
    if (calendar.isToAsk() && !node.neighbours().isEmpty()) {
      calendar.asked();
      List<Contact> ask = new ArrayList<>(node.neighbours());
      Collections.shuffle(ask, random);
      for (Contact peer : ask.subList(0, Math.min(ASKED, ask.size()))) {
        var unused = live.hello(peer.endpoint()); // what it shows comes to the calendar
      }
    }
    Optional<String> wrong = calendar.wrong();
    if (wrong.isPresent() && !wasWrong) {
      LOG.error("{}; until then no marks are taken", wrong.get());
    } else if (wrong.isEmpty() && wasWrong) {
      LOG.info("this peer's clock is not known to be wrong any more; marks are taken");
    }
    wasWrong = wrong.isPresent();
  }
}
