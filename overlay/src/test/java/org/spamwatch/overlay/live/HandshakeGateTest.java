package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HandshakeGateTest {
  private long nanos = Long.MAX_VALUE - 5; // nanoTime may wrap

  private HandshakeGate gate(int maxUnderWay, int burst, int perSecond) {
    Duration any = Duration.ofSeconds(1);
    LinkLimits limits =
        new LinkLimits(any, any, any, any, 9, 9, 9, 9, maxUnderWay, burst, perSecond, 9, 9);
    return new HandshakeGate(limits, () -> nanos);
  }

  private static InetAddress address(String literal) throws UnknownHostException {
    return InetAddress.getByName(literal);
  }

  @Test
  void oneNetworkHasABurstAndThenARate() throws Exception {
    HandshakeGate gate = gate(100, 3, 2);
    for (int i = 0; i < 3; i++) {
      assertThat(gate.enter(address("192.0.2." + i))).isTrue();
    }
    assertThat(gate.enter(address("192.0.2.77"))).isFalse();
    assertThat(gate.enter(address("198.51.100.1"))).isTrue();
    nanos += TimeUnit.MILLISECONDS.toNanos(499);
    assertThat(gate.enter(address("192.0.2.77"))).isFalse();
    nanos += TimeUnit.MILLISECONDS.toNanos(2);
    assertThat(gate.enter(address("192.0.2.77"))).isTrue();
    assertThat(gate.enter(address("192.0.2.78"))).isFalse();
    nanos += TimeUnit.HOURS.toNanos(1);
    for (int i = 0; i < 3; i++) {
      assertThat(gate.enter(address("192.0.2.9"))).isTrue();
    }
    assertThat(gate.enter(address("192.0.2.9"))).isFalse();
  }

  @Test
  void aSiteOfIpv6IsOneNetwork() throws Exception {
    HandshakeGate gate = gate(100, 1, 1);
    assertThat(gate.enter(address("2001:db8:1:1::1"))).isTrue();
    assertThat(gate.enter(address("2001:db8:1:2::1"))).isFalse();
    assertThat(gate.enter(address("2001:db8:2:1::1"))).isTrue();
  }

  @Test
  void soManyAtATimeAndLoopbackAsOftenAsItLikes() throws Exception {
    HandshakeGate gate = gate(5, 1, 1);
    for (int i = 0; i < 5; i++) {
      assertThat(gate.enter(address("127.0.0.1"))).isTrue();
    }
    assertThat(gate.enter(address("127.0.0.1"))).isFalse();
    assertThat(gate.enter(address("192.0.2.1"))).isFalse();
    gate.leave();
    assertThat(gate.enter(address("192.0.2.1"))).isTrue();
  }
}
