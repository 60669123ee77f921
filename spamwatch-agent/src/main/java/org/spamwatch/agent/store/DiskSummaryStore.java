package org.spamwatch.agent.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.summary.Block;
import org.spamwatch.agent.summary.SummaryStore;
import org.spamwatch.overlay.Id;

/**
 * A {@link SummaryStore} on disk. Changes are queued by the node's turn, which never waits for the
 * disk but at the start, and carried out in order by one thread. Only what is to be durable is
 * forced: blocks of others that a power failure takes are asked for again.
 *
 * <p>If the disk fails, nothing more is kept or reported durable and the owner is told once, so
 * that it can end.
 */
public final class DiskSummaryStore implements SummaryStore, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DiskSummaryStore.class);
  private static final String NAME = "announcements";
  private static final int LAST_WRITES_SECONDS = 10;

  private final StoreFaults faults;
  private final AnnouncementFile file; // the writer's from the first change on
  private final Executor turn;
  private final Consumer<String> failed;
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "announcement-writer");
            thread.setDaemon(true);
            return thread;
          });
  private boolean hasFailed; // the writer's

  /** A step for the writer. */
  private interface Step {
    void run() throws IOException;
  }

  private DiskSummaryStore(
      Path path, AnnouncementFile file, Executor turn, Consumer<String> failed) {
    this.faults = new StoreFaults(path);
    this.file = file;
    this.turn = turn;
    this.failed = failed;
  }

  /**
   * Opens the announcements of a realm in a directory that no other process uses.
   *
   * @param directory an existing directory
   * @param turn runs what {@link #durable} was given; the node's turn
   * @param failed told once, by the writer's thread, in one line, if the disk fails
   * @throws StoreException if the file is of a newer format, or cannot be read or written
   */
  public static DiskSummaryStore open(
      Path directory, Id realm, Executor turn, Consumer<String> failed) throws StoreException {
    Path path = directory.resolve(NAME);
    return new DiskSummaryStore(path, AnnouncementFile.open(path, realm), turn, failed);
  }

  /** Visits every block, on the caller's thread; what is changed meanwhile waits. */
  @Override
  public void load(Consumer<Block> visitor) {
    synchronized (file) {
      try {
        file.forEach(visitor);
      } catch (IOException | IllegalArgumentException e) {
        later(
            () -> {
              throw e instanceof IOException failure ? failure : new IOException(e);
            });
      }
    }
  }

  @Override
  public void put(Block block) {
    later(() -> file.put(block));
  }

  @Override
  public void forget(Id origin, long epoch, int through) {
    later(() -> file.forget(origin, epoch, through));
  }

  @Override
  public void durable(Runnable done) {
    later(
        () -> {
          file.force();
          turn.execute(done);
        });
  }

  private void later(Step step) {
    writer.execute(
        () -> {
          synchronized (file) {
            if (!hasFailed) {
              carryOut(step);
            }
          }
        });
  }

  private void carryOut(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      fail(faults.failed(e));
    } catch (RuntimeException | Error e) {
      fail(faults.ended(e));
    }
  }

  private void fail(StoreException problem) {
    hasFailed = true;
    LOG.error("{}; no announcement is kept any more", problem.getMessage());
    failed.accept(String.valueOf(problem.getMessage()));
  }

  /** Waits until everything put is on disk, for 10 s at most, and lets go of the file. */
  @Override
  public void close() {
    later(file::close);
    writer.shutdown();
    try {
      if (!writer.awaitTermination(LAST_WRITES_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("announcements are still being written; what is missing is asked for again");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
