package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.Rows;

class RateLimiterTest {
  private static final Message DIRECT =
      new Direct(1, LoneNode.contact("11"), Id.ZERO, new Cluster.Note(1));
  private static final Message PING = new Ping(1, LoneNode.contact("11"), true);

  private final Timers timers = new Timers(1_700_000_000_000_000L);
  private final RateLimiter rateLimiter =
      new RateLimiter(new Limits.Traffic(1_000, 10, 1, 100), timers);

  private static Endpoint at(String host) {
    return new Endpoint(host, 9460);
  }

  private int admitted(Endpoint from, Message message, int offered) {
    int admitted = 0;
    for (int i = 0; i < offered; i++) {
      admitted += rateLimiter.admits(from, message) ? 1 : 0;
    }
    return admitted;
  }

  @Test
  void aSenderHasItsBurstThenItsRateAndOthersTheirOwn() {
    assertThat(admitted(at("192.0.2.1"), DIRECT, 10_000)).isEqualTo(2_000);
    assertThat(admitted(at("198.51.100.1"), DIRECT, 10_000)).isEqualTo(2_000);
    timers.advance(timers.nowMicros() + 500_000);
    assertThat(admitted(at("192.0.2.1"), DIRECT, 10_000)).isEqualTo(500);
  }

  @Test
  void maintenanceHasASmallerAllowanceAndLeavesTheRestAlone() {
    Endpoint busy = at("192.0.2.1");
    assertThat(admitted(busy, PING, 1_000)).isEqualTo(100);
    assertThat(admitted(busy, new Rows(LoneNode.contact("11"), List.of()), 10)).isZero();
    assertThat(admitted(busy, new Leaves(LoneNode.contact("11"), List.of(), true), 10)).isZero();
    assertThat(admitted(busy, DIRECT, 500)).isEqualTo(500);
  }

  @Test
  void theNodesOfOneNetworkShareWhatFourMaySend() {
    int admitted = 0;
    for (int host = 1; host <= 50; host++) {
      admitted += admitted(at("192.0.2." + host), PING, 1_000);
    }
    assertThat(admitted).isEqualTo(400);
  }

  @Test
  void thePeersOfOneSiteHaveTheirOwnAllowancesOnly() {
    int admitted = 0;
    for (int host = 1; host <= 50; host++) {
      admitted += admitted(at("10.0.0." + host), PING, 1_000);
    }
    assertThat(admitted).isEqualTo(5_000);
  }

  @Test
  void answersAreNeverCounted() {
    Endpoint busy = at("192.0.2.1");
    admitted(busy, DIRECT, 10_000);
    assertThat(admitted(busy, new HopAck(1), 10_000)).isEqualTo(10_000);
    assertThat(admitted(busy, new Pong(1, LoneNode.contact("11")), 10_000)).isEqualTo(10_000);
  }

  @Test
  void manySendersDoNotMakeItGrow() {
    for (int i = 0; i < 10_000; i++) {
      rateLimiter.admits(at("203.0." + i % 256 + "." + i / 256), PING);
    }
    assertThat(rateLimiter.held()).isLessThanOrEqualTo(400);
  }
}
