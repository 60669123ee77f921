package org.spamwatch.agent.live;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What was opened and is to be closed, the last first. In a try-with-resources statement it closes
 * everything, unless it was {@linkplain #take taken} before the end. Safe for any thread; who
 * closes it at the same time as another waits for that.
 */
final class CloseStack implements AutoCloseable {
  private final Deque<Closing> stack = new ArrayDeque<>();

  /** Closes something. */
  interface Closing {
    void close();
  }

  /** Adds what is to be closed before all that is on the stack; what is on it moves to the top. */
  synchronized void push(Closing closing) {
    stack.remove(closing);
    stack.push(closing);
  }

  /** Hands everything over to another stack; this one closes nothing any more. */
  synchronized CloseStack take() {
    CloseStack taken = new CloseStack();
    taken.stack.addAll(stack);
    stack.clear();
    return taken;
  }

  /** Closes everything, once; what fails to close keeps nothing else open. */
  @Override
  public synchronized void close() {
    if (!stack.isEmpty()) {
      try {
        stack.pop().close();
      } finally {
        close();
      }
    }
  }
}
