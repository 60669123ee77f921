package org.spamwatch.agent.live;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The thread that writes a peer's small files, apart from the node's: a disk may be slow. What is
 * to be saved every so often is saved soon after its beginning, and a last time by {@link
 * #saveAll}.
 */
final class DiskThread implements Executor, AutoCloseable {
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final Duration LAST_SAVES = Duration.ofSeconds(5);
  private static final Duration LAST_WRITES = Duration.ofSeconds(2);

  private final ScheduledExecutorService thread;
  private final List<PeriodicSave<?>> saves = new ArrayList<>(); // the owner's

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

  /** Begins to save something, so long a pause between two times. */
  void every(Duration pause, PeriodicSave<?> save) {
    saves.add(save);
    var unused =
        thread.scheduleWithFixedDelay(
            save,
            Math.min(SOON.toMillis(), pause.toMillis()),
            pause.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /** Saves everything once more and waits for that a little; to be called while the node runs. */
  void saveAll() {
    CompletableFuture<?>[] last =
        saves.stream().map(PeriodicSave::now).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(last).get(LAST_SAVES.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      return; // what could not be written was said; what was written last stands
    }
  }

  /** Takes nothing more, and waits a little for what is being written. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(LAST_WRITES.toMillis(), TimeUnit.MILLISECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
