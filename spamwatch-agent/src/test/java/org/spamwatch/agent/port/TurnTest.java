package org.spamwatch.agent.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.spamwatch.overlay.live.LimitedLog;

/** How long a client may take, by a clock that stands still. */
class TurnTest {
  private static final PortLimits LIMITS =
      new PortLimits(
          8, 8, 1, 1, Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(40));

  private static final LimitedLog LOG = new LimitedLog(LoggerFactory.getLogger(TurnTest.class));

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Turn turn = new Turn(channel, new Connections(LIMITS), LIMITS, LOG);

  TurnTest() {
    channel.freezeTime();
    channel.pipeline().addLast(turn);
    channel.pipeline().fireChannelActive();
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private boolean isOpenAfter(long millis) {
    channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
    return channel.isOpen();
  }

  private void answer() {
    turn.isArriving();
    turn.hasArrived();
    turn.answer(Unpooled.EMPTY_BUFFER, false, goesOn -> {});
  }

  @Test
  void whoSendsNothingIsClosed() {
    assertThat(isOpenAfter(9_999)).isTrue();
    assertThat(isOpenAfter(1)).isFalse();
  }

  @Test
  void aRequestMustArriveInTimeFromItsFirstPartOn() {
    assertThat(isOpenAfter(9_999)).isTrue();
    turn.isArriving();
    assertThat(isOpenAfter(9_999)).isTrue();
    assertThat(isOpenAfter(1)).isFalse();
  }

  @Test
  void thePortItselfMayTakeItsTime() {
    turn.isArriving();
    turn.hasArrived();
    assertThat(isOpenAfter(3_600_000)).isTrue();
  }

  @Test
  void aKeptConnectionMayIdleAWhileAfterEachAnswer() {
    for (int i = 0; i < 3; i++) {
      answer();
      assertThat(isOpenAfter(29_999)).isTrue();
    }
    assertThat(isOpenAfter(1)).isFalse();
  }
}
