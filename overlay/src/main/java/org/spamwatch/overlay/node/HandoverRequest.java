package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.routing.Neighbour;
import org.spamwatch.overlay.routing.RoutingTable;

/**
 * Has the leaves hand over again what this node is to hold. It says for a few seconds that it has
 * not joined, and then that it has, so that they take it for one that begins anew ({@link
 * RejoinDetection}). It goes on routing meanwhile.
 *
 * <p>Not thread-safe.
 */
final class HandoverRequest {
  /** How often a leaf is told, for a ping may be lost. */
  private static final int PINGS = 3;

  private static final Duration BETWEEN_PINGS = Duration.ofSeconds(1);

  private final Contact self;
  private final Timers timers;
  private final Outbox outbox;
  private final RandomGenerator random;
  private final RoutingTable table;
  private final Prober prober;
  private boolean isAsking;

  HandoverRequest(
      Contact self,
      Timers timers,
      Outbox outbox,
      RandomGenerator random,
      RoutingTable table,
      Prober prober) {
    this.self = self;
    this.timers = timers;
    this.outbox = outbox;
    this.random = random;
    this.table = table;
    this.prober = prober;
  }

  /**
   * Begins, unless it has begun already.
   *
   * @param over what is to be done in the end: by then no leaf may go on believing that this node
   *     has not joined
   */
  void begin(Runnable over) {
    if (!isAsking) {
      isAsking = true;
      prober.joined(false);
      ping(PINGS, over);
    }
  }

  private void ping(int pingsLeft, Runnable over) {
    if (pingsLeft == 0) {
      isAsking = false;
      over.run();
      return;
    }
    List<Contact> leaves = table.leafSet().neighbours().stream().map(Neighbour::contact).toList();
    for (Contact leaf : leaves) {
      outbox.send(leaf, new Ping(random.nextLong(), self, false));
    }
    timers.after(BETWEEN_PINGS, () -> ping(pingsLeft - 1, over));
  }
}
