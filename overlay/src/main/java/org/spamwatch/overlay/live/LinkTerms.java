package org.spamwatch.overlay.live;

import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What all links of a node share.
 *
 * @param dialects what is spoken on them
 * @param security how they are encrypted, and their peers' keys proven
 * @param own what the node says of itself, by which others are wanted or not
 * @param wallMillis the node's clock, in milliseconds since the epoch
 * @param limits bounds on them
 * @param counts what they do is counted here
 * @param clocks told what the clocks of peers show whom this node has dialled; called on no turn
 */
record LinkTerms(
    Dialects dialects,
    LinkSecurity security,
    GreetingTerms own,
    LongSupplier wallMillis,
    LinkLimits limits,
    LinkCounts counts,
    Consumer<ClockVoice> clocks) {
  /** How links begin. */
  Handshake handshake() {
    return new Handshake(dialects, own, wallMillis);
  }

  /** Whose are wanted. */
  Admission admission() {
    return new Admission(dialects.versions(), own, wallMillis);
  }

  /** For a node that says something else of itself. */
  LinkTerms with(GreetingTerms other) {
    return new LinkTerms(dialects, security, other, wallMillis, limits, counts, clocks);
  }
}
