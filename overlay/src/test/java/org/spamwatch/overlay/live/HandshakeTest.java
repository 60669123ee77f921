package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.live.Greeting.OtherVersion;
import org.spamwatch.overlay.live.Greeting.Refusal;
import org.spamwatch.overlay.wire.WireException;

class HandshakeTest {
  private static final Contact SELF =
      new Contact(
          Id.ofHex("4378000000000000000000000000000000000001"), new Endpoint("192.0.2.7", 9460));
  private static final Handshake HANDSHAKE =
      new Handshake(LiveFixture.MESSAGES, SELF, Id.ofHex("aa"));

  // The vectors of docs/protocol.md.
  private static final String HELLO =
      "53575048"
          + "0001"
          + "aa00000000000000000000000000000000000000"
          + "4378000000000000000000000000000000000001"
          + "093139322e302e322e3724f4"
          + "00";
  private static final String REFUSED =
      "53575052" + "0001" + "02" + "aa00000000000000000000000000000000000000" + "055245414c4d";

  private static Greeting read(String hex) throws WireException {
    return HANDSHAKE.read(HexFormat.of().parseHex(hex));
  }

  @Test
  void theHelloKeepsItsBytes() throws WireException {
    assertThat(HexFormat.of().formatHex(HANDSHAKE.hello())).isEqualTo(HELLO);
    assertThat(read(HELLO)).isEqualTo(new Hello(Id.ofHex("aa"), SELF));
  }

  @Test
  void theRefusalKeepsItsBytes() throws WireException {
    assertThat(HexFormat.of().formatHex(HANDSHAKE.refusal(Handshake.CODE_REALM, "REALM")))
        .isEqualTo(REFUSED);
    assertThat(read(REFUSED)).isEqualTo(new Refusal(1, 2, Id.ofHex("aa"), "REALM"));
  }

  @Test
  void theLongestHelloFitsItsFrame() {
    Contact longest = new Contact(SELF.id(), new Endpoint("h".repeat(Endpoint.MAX_HOST), 9460));
    byte[] hello = new Handshake(LiveFixture.MESSAGES, longest, Id.ZERO).hello();
    assertThat(hello.length + 1 + 256).isLessThanOrEqualTo(Handshake.MAX_BYTES);
  }

  @Test
  void aHelloMayCarryExtensionsOfALaterPeer() throws WireException {
    String extended = HELLO.substring(0, HELLO.length() - 2) + "03aabbcc";
    assertThat(read(extended)).isEqualTo(new Hello(Id.ofHex("aa"), SELF));
  }

  @Test
  void ofAnotherVersionNothingButTheVersionIsBelieved() throws WireException {
    assertThat(read("535750480007ffff")).isEqualTo(new OtherVersion(7));
    assertThat(read("53575052000701ff")).isEqualTo(new Refusal(7, 1, Id.ZERO, ""));
  }

  @Test
  void refusesWhatIsNotThisProtocol() {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> read("47455420"))
        .withMessage("magic is 47455420, not that of this protocol");
  }

  @Test
  void aPeerThatHasNotChosenItsRealmIsWelcome() {
    Contact other = new Contact(Id.ofHex("b"), SELF.endpoint());
    assertThat(HANDSHAKE.objection("x", new Hello(Id.ZERO, other))).isEmpty();
    assertThat(HANDSHAKE.objection("x", new Hello(Id.ofHex("aa"), other))).isEmpty();
    assertThat(HANDSHAKE.objection("x", new Hello(Id.ofHex("ab"), other))).isPresent();
    assertThat(
            new Handshake(LiveFixture.MESSAGES, SELF, Id.ZERO)
                .objection("x", new Hello(Id.ofHex("ab"), other)))
        .isEmpty();
  }

  @Test
  void aRefusalIsToldInThisPeersOwnWords() {
    LinkException line =
        HANDSHAKE.refusedBy("192.0.2.9:9460", new Refusal(1, 99, Id.ZERO, "\u001b[2Jhostile"));
    assertThat(line).hasMessage("peer 192.0.2.9:9460 refused the link with code 99");
  }

  @Property(tries = 500)
  void damagedGreetingsAreReadOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] frame = HexFormat.of().parseHex(random.nextBoolean() ? HELLO : REFUSED);
    frame = Arrays.copyOf(frame, random.nextInt(frame.length + 8));
    for (int flips = random.nextInt(4); flips > 0 && frame.length > 0; flips--) {
      frame[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
    }
    try {
      assertThat(HANDSHAKE.read(frame)).isNotNull();
    } catch (WireException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }
}
