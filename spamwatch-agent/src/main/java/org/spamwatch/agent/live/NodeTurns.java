package org.spamwatch.agent.live;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.spamwatch.overlay.live.LiveNode;

/** What other threads have to do with a node's turns. */
final class NodeTurns {
  private static final Duration POLL = Duration.ofMillis(20);

  private NodeTurns() {}

  /** Waits until something holds on the node's turn; false if it does not in time. */
  static boolean until(LiveNode node, BooleanSupplier holds, Duration wait)
      throws InterruptedException {
    CompletableFuture<Void> held = new CompletableFuture<>();
    node.execute(() -> watch(node, holds, held));
    try {
      held.get(wait.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the node failed", e);
    } finally {
      held.cancel(false);
    }
  }

  /**
   * Runs something on the node's turn, and waits until it is done; some milliseconds, for the wait
   * heeds no interrupt.
   *
   * @throws CancellationException if the thread was interrupted before
   */
  static void run(LiveNode node, Runnable action) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("interrupted");
    }
    node.call(Executors.callable(action)).join();
  }

  /** Runs something on the node's turn again and again until the node is closed. */
  static void every(LiveNode node, Duration pause, Runnable look) {
    node.execute(
        () -> {
          node.timers().after(pause, () -> every(node, pause, look));
          look.run();
        });
  }

  private static void watch(LiveNode node, BooleanSupplier holds, CompletableFuture<Void> held) {
    if (holds.getAsBoolean()) {
      held.complete(null);
    } else if (!held.isDone()) {
      node.timers().after(POLL, () -> watch(node, holds, held));
    }
  }
}
