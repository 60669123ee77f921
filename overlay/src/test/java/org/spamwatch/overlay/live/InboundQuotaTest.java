package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class InboundQuotaTest {
  private static InetAddress address(String hex) throws UnknownHostException {
    return InetAddress.getByAddress(HexFormat.of().parseHex(hex));
  }

  @Test
  void oneAddressGetsNoMoreThanItsShare() throws UnknownHostException {
    InboundQuota quota = new InboundQuota(10, 2);
    assertThat(quota.enter(address("c0000207"))).isTrue();
    assertThat(quota.enter(address("c0000207"))).isTrue();
    assertThat(quota.enter(address("c0000207"))).isFalse();
    assertThat(quota.enter(address("c0000208"))).isTrue();
    quota.leave(address("c0000207"));
    assertThat(quota.enter(address("c0000207"))).isTrue();
  }

  @Test
  void theAddressesOfOneSlash64CountAsOne() throws UnknownHostException {
    InboundQuota quota = new InboundQuota(10, 1);
    assertThat(quota.enter(address("20010db8000000010000000000000001"))).isTrue();
    assertThat(quota.enter(address("20010db80000000100000000000000ff"))).isFalse();
    assertThat(quota.enter(address("20010db8000000020000000000000001"))).isTrue();
  }

  @Test
  void loopbackIsBoundByTheTotalOnly() throws UnknownHostException {
    InboundQuota quota = new InboundQuota(3, 1);
    assertThat(quota.enter(address("7f000001"))).isTrue();
    assertThat(quota.enter(address("7f000001"))).isTrue();
    assertThat(quota.enter(address("c0000207"))).isTrue();
    assertThat(quota.enter(address("7f000001"))).isFalse();
    quota.leave(address("c0000207"));
    assertThat(quota.enter(address("7f000001"))).isTrue();
  }
}
