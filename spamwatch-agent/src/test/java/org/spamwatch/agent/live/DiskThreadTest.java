package org.spamwatch.agent.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What is saved by the disk's thread, when, and what is said if it is not. */
class DiskThreadTest {
  private static final Duration NEVER = Duration.ofDays(1);

  private final DiskThread disk = new DiskThread("disk-test");
  private final AtomicInteger state = new AtomicInteger(1);
  private final BlockingQueue<Integer> written = new LinkedBlockingQueue<>();
  private final AtomicBoolean isFull = new AtomicBoolean();
  private final PeriodicSave<Integer> save =
      new PeriodicSave<>(
          "state", () -> CompletableFuture.completedFuture(state.get()), this::write, disk);

  @AfterEach
  void close() {
    disk.close();
  }

  private void write(int value) throws IOException {
    assertThat(Thread.currentThread().getName()).isEqualTo("disk-test");
    if (isFull.get()) {
      throw new IOException("no space left");
    }
    written.add(value);
  }

  @Test
  void isSavedAgainAndAgain() throws Exception {
    disk.every(Duration.ofMillis(1), save);
    for (int i = 0; i < 3; i++) {
      assertThat(written.poll(30, TimeUnit.SECONDS)).isEqualTo(1);
    }
  }

  @Test
  void isSavedAsItIsAtTheEnd() {
    disk.every(NEVER, save);
    state.set(2);
    disk.saveAll();
    assertThat(written).containsExactly(2);
  }

  @Test
  void oneThatCannotBeTakenKeepsNoOtherFromBeingSaved() {
    disk.every(
        NEVER,
        new PeriodicSave<>(
            "nothing",
            () -> CompletableFuture.<Integer>failedFuture(new IllegalStateException("closed")),
            this::write,
            disk));
    disk.every(NEVER, save);
    disk.saveAll();
    disk.close();
    assertThat(written).containsExactly(1);
  }

  @Test
  void whatWasHandedOverBeforeTheEndIsWritten() {
    for (int i = 0; i < 100; i++) {
      int value = i;
      disk.execute(() -> written.add(value));
    }
    disk.close();
    assertThat(written).hasSize(100);
    assertThatThrownBy(() -> disk.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void aDiskThatFailsIsSaidOnceUntilItWorksAgain() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger(PeriodicSave.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    try {
      for (boolean full : List.of(true, true, false, true)) {
        isFull.set(full);
        CompletableFuture<Void> saved = save.now();
        if (full) {
          assertThatThrownBy(() -> saved.get(30, TimeUnit.SECONDS))
              .hasRootCauseMessage("no space left");
        } else {
          saved.get(30, TimeUnit.SECONDS);
        }
      }
    } finally {
      logger.detachAppender(lines);
    }
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(
            "state cannot be written: no space left; trying again",
            "state cannot be written: no space left; trying again");
  }
}
