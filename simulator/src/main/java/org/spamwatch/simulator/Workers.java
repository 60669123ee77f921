package org.spamwatch.simulator;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** Threads that share the work of an experiment. */
public final class Workers {
  private Workers() {}

  /**
   * Has some threads do tasks, each the next that none has begun, and waits for all.
   *
   * @param tasks how many; their numbers begin with 0
   * @param worker gives each thread what does a task, which no other thread uses
   * @throws IllegalStateException if one fails; its errors are thrown as they are
   */
  public static void share(int threads, int tasks, Supplier<IntConsumer> worker)
      throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    Callable<Void> work =
        () -> {
          IntConsumer own = worker.get();
          for (int i = next.getAndIncrement(); i < tasks; i = next.getAndIncrement()) {
            own.accept(i);
          }
          return null;
        };
    int some = Math.max(1, Math.min(threads, tasks));
    ExecutorService pool = Executors.newFixedThreadPool(some);
    try {
      List<Future<Void>> all = pool.invokeAll(Collections.nCopies(some, work));
      for (Future<Void> done : all) {
        done.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }
}
