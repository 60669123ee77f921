package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.List;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.TimerScope;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.routing.Neighbour;

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

  private final NodeContext node;
  private final TimerScope whileInRing;
  private boolean isAsking;

  HandoverRequest(NodeContext node, TimerScope whileInRing) {
    this.node = node;
    this.whileInRing = whileInRing;
  }

  /**
   * Begins, unless it has begun already; {@link #isAsking} until it is over.
   *
   * @param over what is to be done in the end: by then no leaf may go on believing that this node
   *     has not joined
   */
  void begin(Runnable over) {
    if (!isAsking) {
      isAsking = true;
      ping(PINGS, over);
    }
  }

  /** Whether this node is to say in its pings that it has not joined. */
  boolean isAsking() {
    return isAsking;
  }

  private void ping(int pingsLeft, Runnable over) {
    if (pingsLeft == 0) {
      isAsking = false;
      over.run();
      return;
    }
    List<Contact> leaves =
        node.table().leafSet().neighbours().stream().map(Neighbour::contact).toList();
    for (Contact leaf : leaves) {
      node.outbox().send(leaf, new Ping(node.random().nextLong(), node.self(), false));
    }
    whileInRing.after(BETWEEN_PINGS, () -> ping(pingsLeft - 1, over));
  }
}
