package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Names on a name server that never answers keep no other name waiting. */
@Timeout(30)
class LookUpsTest {
  private final CountDownLatch never = new CountDownLatch(1);
  private final DefaultEventLoop loop = new DefaultEventLoop();

  @AfterEach
  void stop() {
    never.countDown();
    assertThat(loop.shutdownGracefully(0, 0, TimeUnit.SECONDS)).isNotNull();
  }

  private InetAddress resolve(String host) throws UnknownHostException {
    if (host.endsWith(".silent.example")) {
      try {
        never.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new UnknownHostException(host);
    }
    return InetAddress.getLoopbackAddress();
  }

  private static CompletableFuture<Optional<InetAddress>> ask(
      LookUps lookUps, String host, boolean stranger) {
    CompletableFuture<Optional<InetAddress>> answer = new CompletableFuture<>();
    lookUps.lookUp(host, stranger, answer::complete);
    return answer;
  }

  @Test
  void strangersNamesKeepNoOwnOneWaiting() throws Exception {
    try (LookUps lookUps = new LookUps(loop, this::resolve, Duration.ofMinutes(5))) {
      CompletableFuture<Optional<InetAddress>> first = ask(lookUps, "0.silent.example", true);
      CompletableFuture<Optional<InetAddress>> last = first;
      for (int i = 1; i < 150; i++) {
        last = ask(lookUps, i + ".silent.example", true);
      }
      assertThat(last.get(10, TimeUnit.SECONDS)).as("more than may wait").isEmpty();
      assertThat(ask(lookUps, "seed.example", false).get(10, TimeUnit.SECONDS)).isPresent();
      assertThat(first).isNotDone();
    }
  }

  @Test
  void aNameThatIsNotAnsweredForIsGivenUpAndSoAreThoseBehindIt() throws Exception {
    try (LookUps lookUps = new LookUps(loop, this::resolve, Duration.ofMillis(50))) {
      for (int i = 0; i < 2 * LookUps.THREADS; i++) {
        assertThat(ask(lookUps, i + ".silent.example", true).get(10, TimeUnit.SECONDS)).isEmpty();
      }
    }
  }

  @Test
  void oneSilentNameOfManyThreadsLeavesTheOthers() throws Exception {
    try (LookUps lookUps = new LookUps(loop, this::resolve, Duration.ofMinutes(5))) {
      assertThat(ask(lookUps, "one.silent.example", false)).isNotDone();
      assertThat(ask(lookUps, "other.example", false).get(10, TimeUnit.SECONDS)).isPresent();
    }
  }
}
