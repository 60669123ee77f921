package org.spamwatch.overlay;

import java.util.Optional;

/**
 * The upcalls of the Common API (Dabek et al. 2003): what an application on the overlay is told.
 *
 * <p>Every upcall runs on the node's own turn: it must not block, and may call {@link
 * KeyBasedRouting} and {@link Timers} freely.
 */
public interface Application {
  /** Whether a message belongs to this application; each belongs to exactly one. */
  boolean accepts(Message message);

  /**
   * A message passes this node, its origin included, and is about to go on.
   *
   * @param next the hop it would take
   * @return the message to go on with, or empty to stop it here
   */
  default Optional<Message> forward(Routed routed, Contact next) {
    return Optional.of(routed.message());
  }

  /** A routed message ends at this node. */
  void deliver(Routed routed, RouteEnd end);

  /** A message sent straight to this node has arrived. */
  void receive(Contact from, Message message);

  /**
   * A node entered or left this node's leaf set: keys may have changed their root or replicas.
   *
   * @param joined whether it entered, or has begun anew without having been missed: what it kept
   *     may be lost
   */
  default void update(Contact neighbour, boolean joined) {}

  /**
   * This node's contact has changed: it is the client of another host now. What names its contact
   * is to be published again.
   */
  default void moved() {}
}
