package org.spamwatch.overlay.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.live.Greeting.Refusal;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.wire.Note;

/** Whatever comes to the port, the node stays up and says in one line what is wrong. */
@Tag("live")
@Timeout(60)
class HostileLinkTest {
  private static final Duration SOON = Duration.ofMillis(150);

  /** Longer than a TLS handshake takes on a busy machine. */
  private static final Duration AFTER_THE_HANDSHAKE = Duration.ofSeconds(3);

  private static final Duration LATE = Duration.ofMinutes(5);
  private static final Endpoint CLAIMED = new Endpoint("127.0.0.1", 9);

  private final LiveFixture live = new LiveFixture();
  private final LogCapture logs = new LogCapture();
  private final FakeCore core = new FakeCore();

  @AfterEach
  void stop() {
    live.close();
    logs.close();
  }

  private static Refusal refusal(byte[] frame) throws Exception {
    return (Refusal) greeting(frame);
  }

  private static Greeting greeting(byte[] frame) throws Exception {
    return new Handshake(
            LiveFixture.DIALECTS,
            new GreetingTerms(new Contact(Id.ZERO, CLAIMED), Optional.empty(), Optional.empty()),
            System::currentTimeMillis)
        .read(frame);
  }

  private void assertStillServes(LiveNode node) throws Exception {
    live.assertServes(node, core, LiveFixture.REALM, Optional.empty());
  }

  @Test
  void aPeerOfAnotherVersionIsRefusedAndNamed() throws Exception {
    LiveNode node = live.start("a", core);
    byte[] hello = RawPeer.hello("b", CLAIMED);
    hello[5] = 7;
    hello[7] = 3;
    try (RawPeer peer = RawPeer.dial("b", node.self().endpoint())) {
      peer.frame(hello);
      Refusal refusal = refusal(peer.readFrame());
      assertThat(refusal.code()).isEqualTo(LinkEnd.VERSION.code());
      assertThat(refusal.version()).isEqualTo(1);
      assertThat(peer.bytesUntilClosed()).isZero();
    }
    assertThat(logs.lines(Level.WARN))
        .singleElement()
        .asString()
        .startsWith("peer 127.0.0.1:")
        .endsWith(
            " speaks protocol version 3 to 7, this peer speaks 1: link refused; upgrade the older"
                + " one");
    assertThat(node.counters().ended(LinkEnd.VERSION)).isEqualTo(1);
    assertStillServes(node);
  }

  @Test
  void aPeerThatRefusesForItsVersionIsNamedToo() throws Exception {
    LiveNode node = live.start("a", core);
    try (ListeningPeer server = new ListeningPeer()) {
      LiveFixture.send(node, server.endpoint(), new HopAck(1));
      try (RawPeer newer = server.accept("b")) {
        newer.readFrame();
        newer.frame(new byte[] {'S', 'W', 'P', 'R', 0, 7, (byte) LinkEnd.VERSION.code(), 42, 42});
        assertThat(newer.bytesUntilClosed()).isZero();
      }
      assertThat(core.nextFailed()).isEqualTo(server.endpoint());
      assertThat(logs.lines(Level.WARN))
          .containsExactly(
              "peer "
                  + server.endpoint()
                  + " speaks protocol version 7, this peer speaks 1: link refused; upgrade the"
                  + " older one");
    }
  }

  @Test
  void bothOperatorsReadWhyRealmsDoNotMix() throws Exception {
    LiveNode node = live.start("a", core);
    LiveNode stranger = live.bind("b", LiveFixture.LINKS);
    FakeCore strangerCore = new FakeCore();
    stranger.start(strangerCore, Realm.open(Id.ofHex("bb")), Optional.empty(), List.of());
    LiveFixture.send(stranger, node.self().endpoint(), new HopAck(1));
    assertThat(strangerCore.nextFailed()).isEqualTo(node.self().endpoint());
    assertThat(logs.lines(Level.WARN)).hasSize(2);
    assertThat(logs.lines(Level.WARN).get(0))
        .contains(" belongs to realm bb000000, this peer to realm aa000000: link refused;");
    assertThat(logs.lines(Level.WARN).get(1))
        .startsWith("peer " + node.self().endpoint())
        .contains(" belongs to realm aa000000, this peer to realm bb000000: link refused;");
    assertThat(core.received).isEmpty();
  }

  @Test
  void aPeerThatDialsItselfByAnotherNameIsToldSo() throws Exception {
    LiveNode node = live.start("a", core);
    Endpoint alias = new Endpoint("localhost", node.self().endpoint().port());
    LiveFixture.send(node, alias, new HopAck(1));
    assertThat(core.nextFailed()).isEqualTo(alias);
    assertThat(logs.lines(Level.WARN))
        .singleElement()
        .asString()
        .contains("has this peer's own id " + node.self().id().brief());
  }

  @Test
  void anOpenRealmAnswersWhoeverShowsAMembershipThatDoesNotHold() throws Exception {
    LiveNode node = live.start("a", core);
    for (Membership shown :
        List.of(
            new Membership(0, 1, new byte[VerifyingKey.SIGNATURE_BYTES]),
            new Membership(
                Long.MAX_VALUE - 1, Long.MAX_VALUE, new byte[VerifyingKey.SIGNATURE_BYTES]))) {
      try (RawPeer peer = RawPeer.dial("b", node.self().endpoint())) {
        peer.frame(RawPeer.hello("b", CLAIMED, LiveFixture.REALM, Optional.of(shown), 0));
        Greeting answer = greeting(peer.readFrame());
        assertThat(answer).isInstanceOf(Hello.class);
        peer.frame(LiveFixture.MESSAGES.encode(new HopAck(1)));
        assertThat(core.nextReceived().message()).isEqualTo(new HopAck(1));
      }
    }
    assertStillServes(node);
  }

  @Test
  void anotherProtocolIsRefused() throws Exception {
    LiveNode node = live.start("a", core);
    try (RawPeer web = RawPeer.dial("b", node.self().endpoint())) {
      web.bytes("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII));
      web.bytesUntilClosed();
    }
    try (RawPeer wrongMagic = RawPeer.dial("b", node.self().endpoint())) {
      byte[] hello = RawPeer.hello("b", CLAIMED);
      hello[0] = 'X';
      wrongMagic.frame(hello);
      assertThat(refusal(wrongMagic.readFrame()).code()).isEqualTo(LinkEnd.GARBAGE.code());
      assertThat(wrongMagic.bytesUntilClosed()).isZero();
    }
    assertThat(node.counters().ended(LinkEnd.GARBAGE)).isEqualTo(2);
    assertThat(logs.lines(Level.WARN))
        .singleElement()
        .asString()
        .contains("does not speak this protocol: a frame has 1 to 1024 bytes");
    assertStillServes(node);
  }

  @Test
  void twentyThousandRandomFramesAreCountedAndSurvived() throws Exception {
    LiveNode node = live.start("a", core);
    Random random = new Random(20_000);
    for (int link = 0; link < 100; link++) {
      ByteBuffer frames = ByteBuffer.allocate(200 * 204);
      for (int frame = 0; frame < 200; frame++) {
        byte[] body = new byte[1 + random.nextInt(200)];
        random.nextBytes(body);
        frames.putInt(body.length).put(body);
      }
      try (RawPeer peer = RawPeer.dial("b", node.self().endpoint())) {
        peer.bytes(Arrays.copyOf(frames.array(), frames.position()));
        peer.bytesUntilClosed();
      }
    }
    assertStillServes(node);
    assertThat(node.counters().ended(LinkEnd.GARBAGE)).isEqualTo(100);
    assertThat(logs.lines(Level.WARN)).hasSize(1);
    assertThat(logs.lines(Level.ERROR)).isEmpty();
  }

  @Test
  void twentyThousandFramesOfUnknownTypeAreSkipped() throws Exception {
    LiveNode node = live.start("a", core);
    try (RawPeer newer = RawPeer.dial("b", node.self().endpoint())) {
      newer.greet(CLAIMED);
      ByteBuffer frames = ByteBuffer.allocate(20_000 * 8);
      for (int i = 0; i < 20_000; i++) {
        frames.putInt(4).put((byte) 200).put((byte) i).putShort((short) i);
      }
      newer.bytes(frames.array());
      newer.frame(LiveFixture.MESSAGES.encode(new HopAck(1)));
      assertThat(core.nextReceived().message()).isEqualTo(new HopAck(1));
    }
    assertThat(node.counters().dropped(Drop.UNKNOWN_TYPE)).isEqualTo(20_000);
    assertThat(logs.lines(Level.WARN))
        .singleElement()
        .asString()
        .endsWith("message type 200 is not known to this peer; skipped, it may be newer");
  }

  @Test
  void aPeerThatSendsMalformedMessagesIsCutOff() throws Exception {
    LiveNode node = live.start("a", core);
    try (RawPeer peer = RawPeer.dial("b", node.self().endpoint())) {
      peer.greet(CLAIMED);
      for (int i = 0; i < 8; i++) {
        peer.frame(new byte[] {3, 1});
      }
      peer.frame(LiveFixture.MESSAGES.encode(new HopAck(1)));
      assertThat(core.nextReceived().message()).isEqualTo(new HopAck(1));
      peer.frame(new byte[] {3, 1});
      assertThat(peer.bytesUntilClosed()).isZero();
    }
    assertThat(node.counters().dropped(Drop.MALFORMED)).isEqualTo(9);
    assertThat(logs.lines(Level.WARN).get(0)).endsWith("hopId needs 8 bytes, 1 are left");
  }

  @Test
  void aFrameThatAnnouncesTooMuchEndsTheLinkUnread() throws Exception {
    LiveNode node = live.start("a", core);
    try (RawPeer peer = RawPeer.dial("b", node.self().endpoint())) {
      peer.greet(CLAIMED);
      peer.bytes(new byte[] {0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff});
      assertThat(peer.bytesUntilClosed()).isZero();
    }
    assertThat(logs.lines(Level.WARN))
        .singleElement()
        .asString()
        .endsWith("a frame has 1 to 16384 bytes, this one announces 2147483647");
    assertStillServes(node);
  }

  @Test
  void aFrameCutShortIsForgotten() throws Exception {
    LiveNode node = live.start("a", core);
    try (RawPeer peer = RawPeer.dial("b", node.self().endpoint())) {
      peer.greet(CLAIMED);
      peer.bytes(new byte[] {0, 0, 0, 9, 3, 0, 0});
    }
    assertStillServes(node);
    assertThat(node.counters().messagesIn()).isEqualTo(1);
  }

  @Test
  void aLinkThatNeverGreetsIsClosed() throws Exception {
    LiveNode node =
        live.start("a", core, LiveFixture.withTimeouts(AFTER_THE_HANDSHAKE, LATE, LATE));
    try (RawPeer silent = RawPeer.dial("b", node.self().endpoint());
        RawPeer halfway = RawPeer.dial("b", node.self().endpoint())) {
      halfway.bytes(new byte[] {0, 0, 0, 60, 'S', 'W', 'P', 'H'});
      assertThat(silent.bytesUntilClosed()).isZero();
      assertThat(halfway.bytesUntilClosed()).isZero();
    }
    assertThat(node.counters().ended(LinkEnd.HANDSHAKE_TIMEOUT)).isEqualTo(2);
    assertThat(node.counters().inboundLinks()).isZero();
  }

  @Test
  void aPeerThatAcceptsAndNeverGreetsFailsAndHoldsOnlySoMuch() throws Exception {
    LiveNode node = live.start("a", core, LiveFixture.withTimeouts(SOON, LATE, LATE));
    try (ListeningPeer mute = new ListeningPeer()) {
      Endpoint endpoint = mute.endpoint();
      int queued = LiveFixture.LINKS.maxQueued();
      LiveFixture.await(
          node.call(
              () -> {
                for (int i = 0; i < queued + 5; i++) {
                  node.outbox().send(endpoint, new HopAck(i));
                }
                return true;
              }));
      assertThat(node.counters().dropped(Drop.QUEUE_FULL)).isEqualTo(5);
      assertThat(core.nextFailed()).isEqualTo(endpoint);
      assertThat(node.counters().dropped(Drop.LINK_FAILED)).isEqualTo(queued);
      assertThat(node.counters().ended(LinkEnd.HANDSHAKE_TIMEOUT)).isEqualTo(1);
    }
  }

  @Test
  void aPeerThatStopsReadingLosesMessagesAndThenItsLink() throws Exception {
    LiveNode node = live.start("a", core, LiveFixture.withTimeouts(LATE, SOON, LATE));
    try (ListeningPeer server = new ListeningPeer()) {
      LiveFixture.send(node, server.endpoint(), new HopAck(1));
      try (RawPeer slow = server.acceptAndGreet("b")) {
        assertThat(slow.readFrame()).isEqualTo(LiveFixture.MESSAGES.encode(new HopAck(1)));
        Note big = new Note("x".repeat(Note.MAX_BYTES));
        while (node.counters().dropped(Drop.UNWRITABLE) == 0) {
          LiveFixture.await(
              node.call(
                  () -> {
                    node.outbox().send(server.endpoint(), big);
                    return true;
                  }));
          assertThat(node.counters().bytesOut()).isLessThan(64_000_000);
        }
        assertThat(core.nextFailed()).isEqualTo(server.endpoint());
      }
    }
    assertThat(node.counters().ended(LinkEnd.STALLED)).isEqualTo(1);
    assertThat(node.counters().outboundLinks()).isZero();
    assertStillServes(node);
  }

  @Test
  void anIdleLinkIsClosedAndTheNextMessageOpensAnother() throws Exception {
    LiveNode node = live.start("a", core, LiveFixture.withTimeouts(LATE, LATE, SOON));
    try (ListeningPeer server = new ListeningPeer()) {
      LiveFixture.send(node, server.endpoint(), new HopAck(1));
      try (RawPeer first = server.acceptAndGreet("b")) {
        assertThat(first.readFrame()).isEqualTo(LiveFixture.MESSAGES.encode(new HopAck(1)));
        assertThat(first.bytesUntilClosed()).isZero();
      }
      assertThat(node.counters().ended(LinkEnd.IDLE)).isEqualTo(1);
      LiveFixture.send(node, server.endpoint(), new HopAck(2));
      try (RawPeer second = server.acceptAndGreet("b")) {
        assertThat(second.readFrame()).isEqualTo(LiveFixture.MESSAGES.encode(new HopAck(2)));
      }
    }
    assertThat(core.failed).isEmpty();
  }

  @Test
  void linksBeyondTheLimitAreTurnedAway() throws Exception {
    LinkLimits d = LinkLimits.DEFAULT;
    LinkLimits two =
        new LinkLimits(
            d.connectTimeout(),
            d.handshakeTimeout(),
            d.stallTimeout(),
            d.idleTimeout(),
            2,
            1,
            d.maxOutbound(),
            d.maxToStrangers(),
            d.maxHandshakes(),
            d.handshakeBurst(),
            d.handshakesPerSecond(),
            d.maxQueued(),
            d.maxUnsentBytes());
    LiveNode node = live.start("a", core, two);
    try (RawPeer first = RawPeer.dial("b", node.self().endpoint());
        RawPeer second = RawPeer.dial("c", node.self().endpoint())) {
      first.greet(CLAIMED);
      second.greet(CLAIMED);
      FakeCore thirdCore = new FakeCore();
      LiveNode third = live.start("d", thirdCore);
      LiveFixture.send(third, node.self().endpoint(), new HopAck(1));
      assertThat(thirdCore.nextFailed()).isEqualTo(node.self().endpoint());
      assertThat(third.counters().ended(LinkEnd.BUSY)).isEqualTo(1);
      second.bytes(new byte[] {-1, -1, -1, -1}); // the node hangs up, and has room again
      second.bytesUntilClosed();
      try (RawPeer fourth = RawPeer.dial("e", node.self().endpoint())) {
        fourth.greet(CLAIMED);
      }
    }
    assertThat(node.counters().ended(LinkEnd.BUSY)).isEqualTo(1);
    assertThat(logs.lines(Level.WARN).get(0)).contains("2 links are accepted");
    assertThat(logs.lines(Level.WARN).get(1))
        .isEqualTo(
            "peer "
                + node.self().endpoint()
                + " has too many links: link refused; it is tried again");
  }
}
