package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.spamwatch.overlay.Endpoint;

/** Names on a name server that never answers keep no other name waiting. */
@Timeout(30)
class LookUpsTest {
  private static final NamedBy STRANGER = by("192.0.2.7");

  private final CountDownLatch never = new CountDownLatch(1);
  private final AtomicInteger silent = new AtomicInteger();
  private final DefaultEventLoop loop = new DefaultEventLoop();

  @AfterEach
  void stop() {
    never.countDown();
    assertThat(loop.shutdownGracefully(0, 0, TimeUnit.SECONDS)).isNotNull();
  }

  private InetAddress resolve(String host) throws UnknownHostException {
    if (host.endsWith(".silent.example")) {
      silent.incrementAndGet();
      try {
        never.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new UnknownHostException(host);
    }
    return InetAddress.getLoopbackAddress();
  }

  private static NamedBy by(String host) {
    return NamedBy.of(Optional.of(new Endpoint(host, 9460)));
  }

  private CompletableFuture<Optional<InetAddress>> ask(
      LookUps lookUps, String host, NamedBy namedBy) {
    CompletableFuture<Optional<InetAddress>> answer = new CompletableFuture<>();
    loop.execute(() -> lookUps.lookUp(host, namedBy, answer::complete));
    return answer;
  }

  @Test
  void strangersNamesKeepNoOwnOneWaiting() throws Exception {
    try (LookUps lookUps = new LookUps(loop, this::resolve, Duration.ofMinutes(5))) {
      CompletableFuture<Optional<InetAddress>> first = ask(lookUps, "0.silent.example", STRANGER);
      CompletableFuture<Optional<InetAddress>> last = first;
      for (int i = 1; i < 150; i++) {
        last = ask(lookUps, i + ".silent.example", STRANGER);
      }
      assertThat(last.get(10, TimeUnit.SECONDS)).as("more than may wait").isEmpty();
      assertThat(ask(lookUps, "seed.example", NamedBy.NOBODY_ELSE).get(10, TimeUnit.SECONDS))
          .isPresent();
      assertThat(first).isNotDone();
    }
  }

  @Test
  void oneStrangersNamesKeepNoOtherStrangersWaiting() throws Exception {
    try (LookUps lookUps = new LookUps(loop, this::resolve, Duration.ofMinutes(5))) {
      for (int i = 0; i < 150; i++) {
        NamedBy ofOneGroup = by("192.0.2." + i);
        assertThat(ask(lookUps, i + ".silent.example", ofOneGroup)).isNotNull();
      }
      assertThat(ask(lookUps, "other.example", by("198.51.100.7")).get(10, TimeUnit.SECONDS))
          .isPresent();
      assertThat(silent.get()).isLessThanOrEqualTo(LookUps.MAX_OF_ONE);
    }
  }

  @Test
  void namesThatWaitForOthersOfTheirStrangersAreLookedUpInTurn() throws Exception {
    try (LookUps lookUps = new LookUps(loop, this::resolve, Duration.ofMinutes(5))) {
      List<CompletableFuture<Optional<InetAddress>>> answers = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        answers.add(ask(lookUps, i + ".example", STRANGER));
      }
      for (CompletableFuture<Optional<InetAddress>> answer : answers) {
        assertThat(answer.get(10, TimeUnit.SECONDS)).isPresent();
      }
    }
  }

  @Test
  void aNameThatIsNotAnsweredForIsGivenUpAndSoAreThoseBehindIt() throws Exception {
    try (LookUps lookUps = new LookUps(loop, this::resolve, Duration.ofMillis(50))) {
      for (int i = 0; i < 2 * LookUps.THREADS; i++) {
        assertThat(ask(lookUps, i + ".silent.example", STRANGER).get(10, TimeUnit.SECONDS))
            .isEmpty();
      }
    }
  }

  @Test
  void oneSilentNameOfManyThreadsLeavesTheOthers() throws Exception {
    try (LookUps lookUps = new LookUps(loop, this::resolve, Duration.ofMinutes(5))) {
      assertThat(ask(lookUps, "one.silent.example", NamedBy.NOBODY_ELSE)).isNotDone();
      assertThat(ask(lookUps, "other.example", NamedBy.NOBODY_ELSE).get(10, TimeUnit.SECONDS))
          .isPresent();
    }
  }
}
