package org.spamwatch.simnet;

import java.util.OptionalLong;
import java.util.function.BiConsumer;

/**
 * What a network drives: a deterministic state machine with timers of its own.
 *
 * @param <A> addresses
 * @param <M> messages
 */
public interface Machine<A, M> {
  /** Sets the machine's time, as its own clock shows it, and runs its due timers. */
  void advance(long nowMicros);

  /** When its next timer is due, by its own clock. */
  OptionalLong nextDeadlineMicros();

  /** A message has arrived. */
  void receive(A from, M message);

  /** Nothing runs at an address to which this machine has sent a message. */
  default void linkFailed(A to) {}

  /** Hands over what the machine wants to send, in order. */
  void takeSends(BiConsumer<A, M> network);
}
