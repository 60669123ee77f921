package org.spamwatch.simulator;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that share the work of an experiment. */
public final class Workers {
  private Workers() {}

  /**
   * Has some threads do the same, and waits for all.
   *
   * @throws IllegalStateException if one fails; its errors are thrown as they are
   */
  public static void run(int threads, Callable<Void> work) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Void>> all = pool.invokeAll(Collections.nCopies(threads, work));
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
