package org.spamwatch.agent.live;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A thread that writes what a peer keeps, apart from the node's: a disk may be slow. */
final class DiskThread implements Executor {
  private final ScheduledExecutorService thread;

  DiskThread(String name) {
    thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread made = new Thread(task, name);
              made.setDaemon(true);
              return made;
            });
  }

  @Override
  public void execute(Runnable task) {
    thread.execute(task);
  }

  /** Runs a task again and again, the pause between its end and its next beginning. */
  void every(Duration pause, Runnable task) {
    var unused =
        thread.scheduleWithFixedDelay(
            task, pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Runs a last task behind those that wait, and waits so long; once only. */
  void close(Runnable last, Duration wait) {
    if (thread.isShutdown()) {
      return;
    }
    thread.execute(last);
    thread.shutdown();
    try {
      if (!thread.awaitTermination(wait.toMillis(), TimeUnit.MILLISECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
