package org.spamwatch.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressGroupTest {
  @ParameterizedTest
  @CsvSource({
    "192.0.2.7, 192.0.2.0/24, false",
    "192.0.2.255, 192.0.2.0/24, false",
    "192.0.3.0, 192.0.3.0/24, false",
    "3221225991, 192.0.2.0/24, false",
    "192.519, 192.0.2.0/24, false",
    "192.000.002.007, 192.0.2.0/24, false",
    "127.0.0.1, 127.0.0.0/24, true",
    "10.1.2.3, 10.1.2.0/24, true",
    "172.31.0.1, 172.31.0.0/24, true",
    "172.32.0.1, 172.32.0.0/24, false",
    "192.168.0.1, 192.168.0.0/24, true",
    "169.254.9.9, 169.254.9.0/24, true",
    "100.64.0.1, 100.64.0.0/24, true",
    "2001:db8:1:2::3, 2001:db8:1::/48, false",
    "2001:DB8:0001:ffff:1:2:3:4, 2001:db8:1::/48, false",
    "2001:db8::1, 2001:db8:0::/48, false",
    "::1, 0:0:0::/48, true",
    "fd00::1, fd00:0:0::/48, true",
    "fe80::1%eth0, fe80:0:0::/48, true",
    "::ffff:192.0.2.9, 192.0.2.0/24, false",
    "::ffff:c000:209, 192.0.2.0/24, false",
    "localhost, localhost, true",
    "peer7, peer7, false",
    "mail.example.org, example.org, false",
    "MX.Mail.Example.org., example.org, false",
    "256.1.1.1, 1.1, false",
    "1:2:3, 1:2:3, false",
    "1:2:3:4:5:6:7:8:9, 1:2:3:4:5:6:7:8:9, false",
    "12345::1, 12345::1, false",
  })
  void groupsLiteralsAndNames(String host, String name, boolean isLocal) {
    assertThat(AddressGroup.of(new Endpoint(host, 9460)))
        .isEqualTo(new AddressGroup(name, isLocal));
  }

  @Property
  void groupsAnyHost(
      @ForAll @StringLength(min = 1, max = 40) @CharRange(from = '!', to = '~') String host) {
    assertThat(AddressGroup.of(new Endpoint(host, 1)).name().length()).isLessThanOrEqualTo(43);
  }

  @Property
  void separatesAddressesByTheirFirstThreeBytesAlone(
      @ForAll int one, @ForAll int other, @ForAll @IntRange(max = 255) int last) {
    AddressGroup group = AddressGroup.of(ipv4(one));
    assertThat(AddressGroup.of(ipv4((one & ~255) | last))).isEqualTo(group);
    assertThat(AddressGroup.of(ipv4(other)).equals(group)).isEqualTo(one >>> 8 == other >>> 8);
  }

  private static Endpoint ipv4(int address) {
    String host =
        (address >>> 24)
            + "."
            + (address >>> 16 & 255)
            + "."
            + (address >>> 8 & 255)
            + "."
            + (address & 255);
    return new Endpoint(host, 9460);
  }
}
