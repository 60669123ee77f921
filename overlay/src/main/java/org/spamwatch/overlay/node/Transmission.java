package org.spamwatch.overlay.node;

import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.node.OverlayMessage.Route;

/** A message that is to be acknowledged by the node that it is sent to. */
final class Transmission {
  /**
   * What is routed, so that another node will do as well.
   *
   * @param message as it goes on from here, but for its hop id and sender
   * @param via the node that has handed it over; the origin at the origin itself
   * @param excluded by whom it is not to go; those that do not acknowledge are added
   * @param goAround what is to be done when the node that it was sent to does not acknowledge
   */
  record Onward(
      Route message, Contact via, Set<Id> excluded, BiConsumer<Transmission, Onward> goAround) {}

  final LongFunction<Message> content;
  final @Nullable Onward onward;

  /** By whom alone it is known that the node is at its endpoint. */
  final Optional<Contact> namedBy;

  final Consumer<Boolean> outcome;
  Contact to;
  long hopId;
  int attempts;
  int attemptsAtHop;
  long sentAtMicros;
  Timers.@Nullable Timer timer;

  private Transmission(
      Contact to,
      LongFunction<Message> content,
      @Nullable Onward onward,
      Optional<Contact> namedBy,
      Consumer<Boolean> outcome) {
    this.to = to;
    this.content = content;
    this.onward = onward;
    this.namedBy = namedBy;
    this.outcome = outcome;
  }

  /**
   * A message to one node alone.
   *
   * @param content the message with a hop id
   * @param namedBy by whom alone it is known that the node is there; empty if by others too
   */
  static Transmission direct(
      Contact to,
      LongFunction<Message> content,
      Optional<Contact> namedBy,
      Consumer<Boolean> outcome) {
    return new Transmission(to, content, null, namedBy, outcome);
  }

  /** A message on its way to a root, by whomever. */
  static Transmission routed(Contact to, Contact sender, Onward onward) {
    Route r = onward.message();
    return new Transmission(
        to,
        hopId ->
            new Route(
                hopId, sender, r.messageId(), r.origin(), r.key(), r.hops(), r.ttl(), r.payload()),
        onward,
        Optional.empty(),
        acknowledged -> {});
  }
}
