package org.spamwatch.agent.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.file.AtomicFile;

/**
 * Something of a running peer that is written down again and again: taken on the node's turn,
 * written by the disk's thread. A crash loses what has changed since the last time. If writing
 * fails one warning says so, until it works again. Safe for any thread.
 */
final class PeriodicSave<T> implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(PeriodicSave.class);

  private final String name;
  private final Supplier<CompletableFuture<T>> taken;
  private final Writing<T> writing;
  private final Executor disk;
  private boolean isFailing; // the disk's thread's

  /** Puts on disk what was taken, if it is worth that. */
  interface Writing<T> {
    void write(T value) throws IOException;
  }

  /**
   * Saves nothing yet.
   *
   * @param name what it is, for the operator
   * @param taken has it taken on the node's turn
   */
  PeriodicSave(
      String name, Supplier<CompletableFuture<T>> taken, Writing<T> writing, Executor disk) {
    this.name = name;
    this.taken = taken;
    this.writing = writing;
    this.disk = disk;
  }

  @Override
  public void run() {
    var unused = now(); // a failure has been said
  }

  /** Saves it as it is now; completes when it is on disk, or with what kept it from there. */
  CompletableFuture<Void> now() {
    return taken.get().thenAcceptAsync(this::write, disk);
  }

  private void write(T value) {
    try {
      writing.write(value);
      isFailing = false;
    } catch (IOException e) {
      if (!isFailing) {
        LOG.warn("{} cannot be written: {}; trying again", name, AtomicFile.reason(e));
      }
      isFailing = true;
      throw new UncheckedIOException(e);
    }
  }
}
