package org.spamwatch.agent.live;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.ham.HamChanges;
import org.spamwatch.agent.ham.HamConfig;
import org.spamwatch.agent.ham.OwnHam;
import org.spamwatch.agent.http.NotKeptException;
import org.spamwatch.agent.store.AtomicFile;
import org.spamwatch.agent.store.HamFiles;
import org.spamwatch.overlay.live.LiveNode;

/**
 * Writes down what a running peer learns of its own ham, every half minute and when it ends, and
 * has old generations dropped. It has a thread of its own, for a disk may be slow. A crash loses
 * what was learnt since the last time, never what was forgotten and confirmed.
 */
final class HamKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HamKeeper.class);
  private static final Duration PAUSE = Duration.ofSeconds(30);
  private static final long ANSWER_SECONDS = 5;

  private final LiveNode live;
  private final OwnHam ham;
  private final HamFiles files;
  private boolean isWarned;
  private final DiskThread thread = new DiskThread("ham-keeper");

  private HamKeeper(LiveNode live, OwnHam ham, HamFiles files) {
    this.live = live;
    this.ham = ham;
    this.files = files;
  }

  /** What was learnt before; the seeds of its filters stay on this host. */
  static OwnHam restored(Settings settings, HamFiles files) {
    HamConfig config =
        new HamConfig(
            settings.value(Setting.HAM_GENERATION),
            settings.value(Setting.HAM_KEEP),
            (long) settings.value(Setting.HAM_MAX_MEGABYTES) << 20);
    OwnHam ham = new OwnHam(config, new SecureRandom()::nextLong);
    files.read().forEach(ham::restore);
    return ham;
  }

  /** Begins to look after a node's own ham. */
  static HamKeeper start(LiveNode live, OwnHam ham, HamFiles files) {
    HamKeeper keeper = new HamKeeper(live, ham, files);
    keeper.thread.every(PAUSE, keeper::keep);
    return keeper;
  }

  /**
   * Writes what has changed until now; completes when it is on disk, or with an {@link
   * NotKeptException} if it is not.
   */
  CompletableFuture<Void> write() {
    return CompletableFuture.runAsync(
        () -> {
          if (!keep()) {
            throw new NotKeptException(
                "done, but not on disk",
                "it holds until the peer ends; make room, it is tried again every half minute");
          }
        },
        thread);
  }

  private boolean keep() {
    HamChanges changes;
    try {
      changes =
          live.call(
                  () -> {
                    ham.age(live.timers().calendar().settledMillis());
                    return ham.takeChanges();
                  })
              .get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return false; // the node is closed or busy
    }
    if (changes.kept().isEmpty() && changes.dropped().isEmpty()) {
      return true;
    }
    try {
      files.write(changes);
      isWarned = false;
      return true;
    } catch (IOException e) {
      if (!isWarned) {
        LOG.warn(
            "own ham cannot be written: {}; trying again every half minute", AtomicFile.reason(e));
      }
      isWarned = true;
      live.execute(() -> ham.takeBack(changes));
      return false;
    }
  }

  /** Writes once more and stops; to be called while the node still runs. */
  @Override
  public void close() {
    thread.close(this::keep, Duration.ofSeconds(2 * ANSWER_SECONDS));
  }
}
