package org.spamwatch.agent.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReadingRoomTest {
  private static final int THREADS = 8;

  /** Two long mails fit in at once. */
  private final ReadingRoom room = new ReadingRoom(512L << 20, THREADS);

  @Test
  void longMailsAreReadTwoAtATimeByHalfOfTheThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    CountDownLatch reading = new CountDownLatch(2);
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();
    CountDownLatch refusals = new CountDownLatch(THREADS / 2);
    List<Future<?>> all = new ArrayList<>();
    try {
      for (int i = 0; i < THREADS; i++) {
        all.add(
            threads.submit(
                () -> {
                  try {
                    return room.read(
                        4 << 20,
                        () -> {
                          most.accumulateAndGet(now.incrementAndGet(), Math::max);
                          reading.countDown();
                          await(go);
                          return now.decrementAndGet();
                        });
                  } catch (RequestProblem problem) {
                    refused.incrementAndGet();
                    refusals.countDown();
                    return problem.kind().status();
                  }
                }));
      }
      reading.await();
      refusals.await();
      assertThat(room.<String>read(10_000, () -> "a short mail")).isEqualTo("a short mail");
      go.countDown();
      for (Future<?> one : all) {
        one.get(20, TimeUnit.SECONDS);
      }
      assertThat(most).hasValue(2);
      assertThat(refused).hasValue(THREADS / 2);
    } finally {
      go.countDown();
      threads.shutdownNow();
    }
  }

  @Test
  void roomIsGivenBackWhenReadingFails() throws Exception {
    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(
              () ->
                  room.read(
                      32 << 20,
                      () -> {
                        throw new IllegalStateException("a mail that fails");
                      }))
          .hasMessage("a mail that fails");
    }
    assertThat(room.<Integer>read(32 << 20, () -> 1)).isEqualTo(1);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
