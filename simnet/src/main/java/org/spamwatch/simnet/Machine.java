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
  /** Sets the machine's time and runs its due timers. */
  void advance(long nowMicros);

  /** When its next timer is due. */
  OptionalLong nextDeadlineMicros();

  /** A message has arrived. */
  void receive(A from, M message);

  /** Hands over what the machine wants to send, in order. */
  void takeSends(BiConsumer<A, M> network);
}
