package org.spamwatch.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ListenAddressTest {
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:9460", "[::1]:11780", "[2001:db8::7]:1", "0.0.0.0:65535"})
  void anOpenPortIsToldAsItWasAskedFor(String text) throws Exception {
    InetSocketAddress open = ListenAddress.parse(text).resolve();
    assertThat(ListenAddress.of(open)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":1", "host", "host:", "host:x", "::1:9460", "host:65536", "host:-1"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> ListenAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aLongIpv6AddressIsToldInItsShortForm() throws Exception {
    InetSocketAddress open = ListenAddress.parse("[0:0:0:0:0:0:0:1]:80").resolve();
    assertThat(ListenAddress.of(open)).hasToString("[::1]:80");
  }
}
