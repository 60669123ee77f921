package org.spamwatch.agent.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.summary.Block;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.agent.summary.SummaryPages;
import org.spamwatch.agent.summary.SummaryStore;
import org.spamwatch.overlay.Id;

/**
 * A {@link SummaryStore} on disk. All is done in order by one thread; the node's turn never waits
 * for it. Only what is to be durable is forced: blocks of others that a power failure takes are
 * asked for again.
 *
 * <p>If the disk fails, a line in the log says so, and nothing more is kept, read or reported
 * durable.
 */
public final class DiskSummaryStore implements SummaryStore, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DiskSummaryStore.class);
  private static final String NAME = "announcements";
  private static final String INDEX = "announcements.index";
  private static final int LAST_WRITES_SECONDS = 10;

  /** What is told of what is stored in one turn: some hundred messages, a few milliseconds. */
  private static final int BYTES_A_TURN = 1 << 16;

  private static final int MOST_WAITING = 8 << 20;

  private final StoreFaults faults;
  private final AnnouncementFile file; // the writer's
  private final ScratchFile pages; // the turn's
  private final Executor turn;
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "announcement-writer");
            thread.setDaemon(true);
            return thread;
          });
  private final AtomicLong bytesWaiting = new AtomicLong();
  private volatile boolean hasFailed;

  /** A step for the writer. */
  private interface Step {
    void run() throws IOException;
  }

  private DiskSummaryStore(Path directory, AnnouncementFile file, Executor turn)
      throws IOException {
    Path index = directory.resolve(INDEX);
    this.faults = new StoreFaults(directory.resolve(NAME));
    this.file = file;
    this.turn = turn;
    this.pages = ScratchFile.open(index, e -> fail(new StoreFaults(index).failed(e)));
  }

  /**
   * Opens the announcements of a realm in a directory that no other process uses.
   *
   * @param directory an existing directory
   * @param turn runs what the node is told; the node's turn
   * @throws StoreException if the file is of a newer format, or cannot be read or written
   */
  public static DiskSummaryStore open(Path directory, Id realm, Executor turn)
      throws StoreException {
    AnnouncementFile file = AnnouncementFile.open(directory.resolve(NAME), realm);
    try {
      return new DiskSummaryStore(directory, file, turn);
    } catch (IOException e) {
      throw new StoreFaults(directory.resolve(INDEX)).failed(e);
    }
  }

  @Override
  public void load(Loading loading) {
    later(() -> loadSome(loading));
  }

  private void loadSome(Loading loading) {
    List<Block> some = new ArrayList<>();
    carryOut(() -> some.addAll(file.load(BYTES_A_TURN)));
    boolean isEnded = hasFailed || file.isLoaded();
    boolean isWhole = !hasFailed && file.isWhole();
    turn.execute(
        () -> {
          some.forEach(loading::block);
          if (isEnded) {
            loading.ended(isWhole);
          } else {
            later(() -> loadSome(loading));
          }
        });
  }

  @Override
  public void put(Block block) {
    int bytes = block.bytes();
    bytesWaiting.addAndGet(bytes);
    later(
        () -> {
          carryOut(() -> file.put(block));
          bytesWaiting.addAndGet(-bytes);
        });
  }

  @Override
  public void read(Known run, Consumer<List<Block>> receiver) {
    later(
        () -> {
          List<Block> read = new ArrayList<>();
          carryOut(() -> read.addAll(file.read(run)));
          turn.execute(() -> receiver.accept(read));
        });
  }

  @Override
  public void forget(Id origin, long epoch, int through) {
    later(() -> carryOut(() -> file.forget(origin, epoch, through)));
  }

  @Override
  public void durable(Runnable done) {
    later(
        () ->
            carryOut(
                () -> {
                  file.force();
                  turn.execute(done);
                }));
  }

  @Override
  public SummaryPages pages() {
    return pages;
  }

  @Override
  public boolean isWell() {
    return !hasFailed;
  }

  @Override
  public boolean isBehind() {
    return bytesWaiting.get() > MOST_WAITING;
  }

  private void later(Runnable action) {
    try {
      writer.execute(action);
    } catch (RejectedExecutionException e) {
      LOG.debug("the store is closed", e); // a last turn's
    }
  }

  private void carryOut(Step step) {
    if (hasFailed) {
      return;
    }
    try {
      step.run();
    } catch (IOException e) {
      fail(faults.failed(e));
    } catch (RuntimeException | Error e) {
      fail(faults.ended(e));
    }
  }

  private synchronized void fail(StoreException problem) {
    if (hasFailed) {
      return;
    }
    hasFailed = true;
    LOG.error(
        "{}; no announcement is kept any more, and every mail is asked of the network;"
            + " start again when the disk is well",
        problem.getMessage());
  }

  /** Waits until everything put is on disk, for 10 s at most, and lets go of the file. */
  @Override
  public void close() {
    later(() -> carryOut(file::close));
    later(() -> carryOut(pages::close));
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
