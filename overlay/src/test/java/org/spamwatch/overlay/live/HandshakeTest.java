package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.live.Greeting.OtherVersion;
import org.spamwatch.overlay.live.Greeting.Refusal;
import org.spamwatch.overlay.wire.WireException;

class HandshakeTest {
  private static final Versions ONE = new Versions(1, 1);
  private static final Contact SELF =
      new Contact(
          Id.ofHex("4378000000000000000000000000000000000001"), new Endpoint("192.0.2.7", 9460));
  private static final long NOW = 1_700_000_000_000L;
  private static final SigningKey AUTHORITY = SigningKey.ofSeed(new byte[32]);
  private static final Realm OPEN = Realm.open(Id.ofHex("aa"));
  private static final Realm CLOSED = Realm.closed(AUTHORITY.verifyingKey());
  private static final Membership MEMBERSHIP =
      new Membership(NOW - 1, NOW + 1, filled(VerifyingKey.SIGNATURE_BYTES));

  // The vectors of docs/protocol.md.
  private static final String AUTHORITY_KEY =
      "3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29";
  private static final String CLOSED_ID = "21d3e2b87d15e037a44c3213468c3d93b6271a10";
  private static final String HELLO =
      "53575048"
          + "0001"
          + "0001"
          + "0000018bcfe56800"
          + "aa00000000000000000000000000000000000000"
          + "00"
          + "00"
          + "4378000000000000000000000000000000000001"
          + "093139322e302e322e3724f4"
          + "00"
          + "00";
  private static final String HELLO_OF_A_MEMBER =
      "53575048"
          + "0001"
          + "0001"
          + "0000018bcfe56800"
          + CLOSED_ID
          + "20"
          + AUTHORITY_KEY
          + "01"
          + "0000018bcfe567ff"
          + "0000018bcfe56801"
          + "55".repeat(64)
          + "4378000000000000000000000000000000000001"
          + "093139322e302e322e3724f4"
          + "00"
          + "00";
  private static final String REFUSED =
      "53575052"
          + "0001"
          + "02"
          + "aa00000000000000000000000000000000000000"
          + "0000018bcfe56800"
          + "055245414c4d"
          + "00";

  private static byte[] filled(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 0x55);
    return bytes;
  }

  private static Hello hello(
      Versions versions, Optional<Realm> realm, Optional<Membership> membership) {
    return new Hello(versions, NOW, realm, membership, SELF, List.of());
  }

  private static Handshake handshake(Realm realm, Optional<Membership> membership) {
    return new Handshake(
        LiveFixture.DIALECTS, new GreetingTerms(SELF, Optional.of(realm), membership), () -> NOW);
  }

  private static Greeting read(String hex) throws WireException {
    return handshake(OPEN, Optional.empty()).read(HexFormat.of().parseHex(hex));
  }

  @Test
  void theHelloKeepsItsBytes() throws WireException {
    assertThat(HexFormat.of().formatHex(handshake(OPEN, Optional.empty()).hello()))
        .isEqualTo(HELLO);
    assertThat(read(HELLO)).isEqualTo(hello(ONE, Optional.of(OPEN), Optional.empty()));
  }

  @Test
  void theHelloOfAMemberKeepsItsBytes() throws WireException {
    assertThat(HexFormat.of().formatHex(handshake(CLOSED, Optional.of(MEMBERSHIP)).hello()))
        .isEqualTo(HELLO_OF_A_MEMBER);
    assertThat(read(HELLO_OF_A_MEMBER))
        .isEqualTo(hello(ONE, Optional.of(CLOSED), Optional.of(MEMBERSHIP)));
  }

  @Test
  void aRealmThatIsNotItsAuthoritysIsMalformed() {
    String other = HELLO_OF_A_MEMBER.replace(CLOSED_ID, "aa" + CLOSED_ID.substring(2));
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> read(other))
        .withMessageContaining("is not that of its authority's key");
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> read(HELLO_OF_A_MEMBER.replace("20" + AUTHORITY_KEY, "0101")))
        .withMessageContaining("a key has 32 bytes, not 1");
  }

  @Test
  void whoHasNoRealmYetSendsZeros() throws WireException {
    byte[] hello =
        new Handshake(
                LiveFixture.DIALECTS,
                new GreetingTerms(SELF, Optional.empty(), Optional.empty()),
                () -> NOW)
            .hello();
    assertThat(HexFormat.of().formatHex(hello)).isEqualTo(HELLO.replace("aa", "00"));
    assertThat(read(HELLO.replace("aa", "00")))
        .isEqualTo(hello(ONE, Optional.empty(), Optional.empty()));
  }

  @Test
  void theRefusalKeepsItsBytes() throws WireException {
    byte[] refusal = handshake(OPEN, Optional.empty()).refusal(LinkEnd.REALM);
    assertThat(HexFormat.of().formatHex(refusal)).isEqualTo(REFUSED);
    assertThat(read(REFUSED))
        .isEqualTo(new Refusal(1, 2, Id.ofHex("aa"), NOW, "REALM", Optional.empty()));
  }

  @Test
  void theRefusalOfAMemberShowsItsMembership() throws WireException {
    byte[] refusal = handshake(CLOSED, Optional.of(MEMBERSHIP)).refusal(LinkEnd.CLOCK);
    assertThat(HexFormat.of().formatHex(refusal))
        .isEqualTo(
            "53575052"
                + "0001"
                + "06"
                + CLOSED_ID
                + "0000018bcfe56800"
                + "05434c4f434b"
                + "01"
                + "0000018bcfe567ff"
                + "0000018bcfe56801"
                + "55".repeat(64));
    assertThat(read(HexFormat.of().formatHex(refusal)))
        .isEqualTo(
            new Refusal(
                1, LinkEnd.CLOCK.code(), CLOSED.id(), NOW, "CLOCK", Optional.of(MEMBERSHIP)));
  }

  @Test
  void theLongestHelloFitsItsFrame() {
    Contact longest = new Contact(SELF.id(), new Endpoint("h".repeat(Endpoint.MAX_HOST), 9460));
    GreetingTerms terms = new GreetingTerms(longest, Optional.of(CLOSED), Optional.of(MEMBERSHIP));
    byte[] hello = new Handshake(LiveFixture.DIALECTS, terms, () -> NOW).hello();
    assertThat(hello.length + 32 * 2 + 1 + 256)
        .isEqualTo(749)
        .isLessThanOrEqualTo(Handshake.MAX_BYTES);
  }

  @Test
  void aHelloMayCarryExtensionsOfALaterPeer() throws WireException {
    String extended = HELLO.substring(0, HELLO.length() - 2) + "03aabbcc";
    assertThat(read(extended)).isEqualTo(read(HELLO));
  }

  @Test
  void ofAnotherVersionNothingButTheVersionIsBelieved() throws WireException {
    assertThat(read("5357504800070002ffff")).isEqualTo(new OtherVersion(new Versions(2, 7)));
    assertThat(read("53575052000701ff"))
        .isEqualTo(new Refusal(7, 1, Id.ZERO, 0, "", Optional.empty()));
  }

  @Test
  void ofANewerPeerThatSpeaksThisVersionTooEverythingIsRead() throws WireException {
    assertThat(read(HELLO.replace("00010001", "00070001")))
        .isEqualTo(hello(new Versions(1, 7), Optional.of(OPEN), Optional.empty()));
    assertThat(read(REFUSED.replaceFirst("0001", "0007") + "aabb"))
        .isEqualTo(new Refusal(7, 2, Id.ofHex("aa"), NOW, "REALM", Optional.empty()));
  }

  @Test
  void capabilitiesThatThisPeerDoesNotKnowAreSkipped() throws WireException {
    String capable = HELLO.substring(0, HELLO.length() - 4) + "020007ffff" + "00";
    assertThat(read(capable))
        .isEqualTo(
            new Hello(ONE, NOW, Optional.of(OPEN), Optional.empty(), SELF, List.of(7, 0xFFFF)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"00010000", "00010002", "00000000", "00070008"})
  void versionsThatAreNoRangeAreMalformed(String versions) {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> read(HELLO.replace("00010001", versions)))
        .withMessageContaining("are no range");
  }

  @Test
  void theHighestCommonVersionIsSpoken() {
    assertThat(new Versions(1, 1).common(new Versions(1, 3))).hasValue(1);
    assertThat(new Versions(1, 4).common(new Versions(2, 3))).hasValue(3);
    assertThat(new Versions(2, 3).common(new Versions(1, 4))).hasValue(3);
    assertThat(new Versions(1, 1).common(new Versions(2, 3))).isEmpty();
    assertThat(new Versions(2, 3).common(new Versions(1, 1))).isEmpty();
  }

  @Test
  void refusesWhatIsNotThisProtocol() {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> read("47455420"))
        .withMessage("magic is 47455420, not that of this protocol");
  }

  @Property(tries = 500)
  void damagedGreetingsAreReadOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    String whole = List.of(HELLO, HELLO_OF_A_MEMBER, REFUSED).get(random.nextInt(3));
    byte[] frame = HexFormat.of().parseHex(whole);
    frame = Arrays.copyOf(frame, random.nextInt(frame.length + 8));
    for (int flips = random.nextInt(4); flips > 0 && frame.length > 0; flips--) {
      frame[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
    }
    try {
      assertThat(handshake(OPEN, Optional.empty()).read(frame)).isNotNull();
    } catch (WireException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }
}
