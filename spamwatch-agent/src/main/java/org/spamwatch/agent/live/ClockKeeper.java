package org.spamwatch.agent.live;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.overlay.Calendar;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.live.LiveNode;
import org.spamwatch.overlay.node.OverlayNode;

/**
 * Looks after a running peer's date: asks some of those that it knows for theirs when it is to,
 * tells the operator when it is known to be wrong, and writes down the date that the peer has lived
 * to, every ten minutes and when it ends. It has a thread of its own, for a disk may be slow.
 */
final class ClockKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClockKeeper.class);
  private static final Duration LOOK = Duration.ofSeconds(5);
  private static final int LOOKS_A_WRITE = 120;
  private static final int ASKED = 8;
  private static final long ANSWER_SECONDS = 2;

  /** What was found in a turn of the node. */
  private record Seen(Calendar.Kept kept, Optional<String> wrong, List<Contact> ask) {}

  private final LiveNode live;
  private final OverlayNode node;
  private final ClockFile file;
  private final Random random;
  private final DiskThread thread = new DiskThread("clock-keeper");
  private int looks;
  private boolean wasWrong;

  private ClockKeeper(LiveNode live, OverlayNode node, ClockFile file, Random random) {
    this.live = live;
    this.node = node;
    this.file = file;
    this.random = random;
  }

  /** Begins to look after a node's date. */
  static ClockKeeper start(LiveNode live, OverlayNode node, ClockFile file, Random random) {
    ClockKeeper keeper = new ClockKeeper(live, node, file, random);
    keeper.thread.every(LOOK, () -> keeper.look(false));
    return keeper;
  }

  private Seen seen() {
    Calendar calendar = live.timers().calendar();
    List<Contact> ask = new ArrayList<>(calendar.isToAsk() ? node.neighbours() : List.of());
    if (!ask.isEmpty()) {
      calendar.asked();
    }
    return new Seen(calendar.kept(), calendar.wrong(), ask);
  }

  private void look(boolean atOnce) {
    Seen seen;
    try {
      seen = live.call(this::seen).get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    } catch (ExecutionException | TimeoutException e) {
      return; // the node is closed or busy: what was written last stands
    }
    List<Contact> ask = seen.ask();
    Collections.shuffle(ask, random);
    for (Contact peer : ask.subList(0, Math.min(ASKED, ask.size()))) {
      var unused = live.hello(peer.endpoint()); // what it shows comes to the calendar
    }
    if (seen.wrong().isPresent() && !wasWrong) {
      LOG.error("{}; until then no marks are taken", seen.wrong().get());
    } else if (seen.wrong().isEmpty() && wasWrong) {
      LOG.info("this peer's clock is not known to be wrong any more; marks are taken");
    }
    wasWrong = seen.wrong().isPresent();
    if (atOnce || looks++ % LOOKS_A_WRITE == 0) {
      file.write(seen.kept());
    }
  }

  /** Writes once more and stops; to be called while the node still runs. */
  @Override
  public void close() {
    thread.close(() -> look(true), Duration.ofSeconds(2 * ANSWER_SECONDS));
  }
}
