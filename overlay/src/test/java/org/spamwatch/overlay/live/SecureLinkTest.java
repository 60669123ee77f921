package org.spamwatch.overlay.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.KeyManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.live.Greeting.Refusal;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;

/** Nobody gets in who cannot prove who he is and that he belongs; both sides read why. */
@Tag("live")
@Timeout(60)
class SecureLinkTest {
  private static final Endpoint CLAIMED = new Endpoint("127.0.0.1", 9);
  private static final SigningKey AUTHORITY = LiveFixture.key("authority");
  private static final Realm CLOSED = Realm.closed(AUTHORITY.verifyingKey());
  private static final long DAY_MILLIS = 86_400_000;

  private final LiveFixture live = new LiveFixture();
  private final LogCapture logs = new LogCapture();
  private final FakeCore core = new FakeCore();

  @AfterEach
  void stop() {
    live.close();
    logs.close();
  }

  private static Optional<Membership> membership(String name, long fromMillis, long toMillis) {
    long now = System.currentTimeMillis();
    return Optional.of(
        Membership.issue(
            AUTHORITY, LiveFixture.key(name).verifyingKey(), now + fromMillis, now + toMillis));
  }

  private static Optional<Membership> valid(String name) {
    return membership(name, -DAY_MILLIS, DAY_MILLIS);
  }

  private LiveNode member(String name, FakeCore itsCore) throws ListenException {
    return live.start(name, itsCore, LiveFixture.LINKS, CLOSED, valid(name));
  }

  private void assertOneWarning(String... parts) {
    assertThat(logs.lines(Level.WARN)).singleElement().asString().contains(parts);
  }

  private static Refusal refusal(RawPeer peer) throws Exception {
    GreetingTerms nobody =
        new GreetingTerms(new Contact(Id.ZERO, CLAIMED), Optional.empty(), Optional.empty());
    return (Refusal)
        new Handshake(LiveFixture.DIALECTS, nobody, System::currentTimeMillis)
            .read(peer.readFrame());
  }

  // TLS -----------------------------------------------------------------------------------------

  @Test
  void plainTextIsNoLink() throws Exception {
    LiveNode node = live.start("a", core);
    try (RawPeer web = RawPeer.plain(node.self().endpoint())) {
      web.bytes("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII));
      web.bytesUntilClosed();
    }
    live.assertServes(node, core, LiveFixture.REALM, Optional.empty());
    assertThat(node.counters().ended(LinkEnd.GARBAGE)).isEqualTo(1);
    assertOneWarning(" does not speak this protocol: it does not begin TLS");
  }

  @Test
  void whoConnectsAndSaysNothingIsHungUpOn() throws Exception {
    Duration soon = Duration.ofMillis(150);
    Duration late = Duration.ofMinutes(5);
    LiveNode node = live.start("a", core, LiveFixture.withTimeouts(soon, late, late));
    try (RawPeer silent = RawPeer.plain(node.self().endpoint());
        RawPeer halfway = RawPeer.plain(node.self().endpoint())) {
      halfway.bytes(new byte[] {22, 3, 1, 1, 0, 1, 0});
      assertThat(silent.bytesUntilClosed()).isZero();
      assertThat(halfway.bytesUntilClosed()).isZero();
    }
    assertThat(node.counters().ended(LinkEnd.HANDSHAKE_TIMEOUT)).isEqualTo(2);
    assertThat(node.counters().inboundLinks()).isZero();
  }

  /**
   * The node's warning, and what the client meets: an alert, or the closed connection if the JDK's
   * client was still writing.
   */
  private IOException refusedInTls(String protocol, @Nullable KeyManager key, String reason)
      throws Exception {
    LiveNode node = live.start("a", core);
    IOException told =
        catchThrowableOfType(
            IOException.class,
            () -> {
              try (RawPeer peer = RawPeer.dial("b", node.self().endpoint(), protocol, key)) {
                peer.readFrame();
              }
            });
    assertThat(told).isNotNull();
    live.assertServes(node, core, LiveFixture.REALM, Optional.empty());
    assertThat(node.counters().ended(LinkEnd.TLS)).isEqualTo(1);
    assertOneWarning("peer 127.0.0.1:", " is refused in TLS: ", reason);
    return told;
  }

  @Test
  void olderTlsIsRefused() throws Exception {
    KeyManager key = new NodeCertificate(LiveFixture.key("b"));
    assertThat(refusedInTls("TLSv1.2", key, "TLSv1.2"))
        .hasMessage("Received fatal alert: protocol_version");
  }

  @Test
  void whoShowsNoKeyIsRefused() throws Exception {
    refusedInTls("TLSv1.3", null, "Empty client certificate chain");
  }

  @Test
  void whoShowsAnotherKindOfKeyIsRefused() throws Exception {
    refusedInTls("TLSv1.3", new StrangeKey(), "a key is of Ed25519, this one of RSA");
  }

  @Test
  void aServerWithoutTlsIsNoPeer() throws Exception {
    LiveNode node = live.start("a", core);
    try (ListeningPeer server = new ListeningPeer()) {
      LiveFixture.send(node, server.endpoint(), new HopAck(1));
      try (RawPeer smtp = server.acceptPlain()) {
        smtp.bytes("220 mail.example.org ESMTP\r\n".getBytes(US_ASCII));
        assertThat(core.nextFailed()).isEqualTo(server.endpoint());
      }
    }
    assertOneWarning(" does not speak this protocol: it does not begin TLS");
  }

  @Test
  void handshakesBeyondTheLimitAreTurnedAwayUnread() throws Exception {
    LinkLimits d = LinkLimits.DEFAULT;
    LinkLimits one =
        new LinkLimits(
            d.connectTimeout(),
            d.handshakeTimeout(),
            d.stallTimeout(),
            d.idleTimeout(),
            d.maxInbound(),
            d.maxInboundPerAddress(),
            d.maxOutbound(),
            d.maxToStrangers(),
            1,
            d.handshakeBurst(),
            d.handshakesPerSecond(),
            d.maxQueued(),
            d.maxUnsentBytes());
    LiveNode node = live.start("a", core, one);
    FakeCore lateCore = new FakeCore();
    LiveNode late = live.start("b", lateCore);
    try (RawPeer dawdler = RawPeer.dial("c", node.self().endpoint())) {
      dawdler.handshake(); // TLS is done, the greeting is not
      LiveFixture.send(late, node.self().endpoint(), new HopAck(1));
      assertThat(lateCore.nextFailed()).isEqualTo(node.self().endpoint());
      assertThat(node.counters().ended(LinkEnd.BUSY)).isEqualTo(1);
      assertThat(late.counters().ended(LinkEnd.BUSY)).isEqualTo(1);
      assertThat(logs.lines(Level.WARN).get(0)).contains("1 handshakes are under way");
      assertThat(logs.lines(Level.WARN).get(1)).contains(" has too many links: link refused");
      dawdler.greet(CLAIMED);
      live.assertServes(node, core, LiveFixture.REALM, Optional.empty());
    }
  }

  // Who one is ----------------------------------------------------------------------------------

  @Test
  void aReplayedHelloOfAnotherPeerIsRefused() throws Exception {
    LiveNode node = live.start("a", core);
    try (RawPeer thief = RawPeer.dial("thief", node.self().endpoint())) {
      thief.frame(RawPeer.hello("b", CLAIMED));
      assertThat(refusal(thief).code()).isEqualTo(LinkEnd.IDENTITY.code());
      assertThat(thief.bytesUntilClosed()).isZero();
    }
    assertThat(node.counters().ended(LinkEnd.IDENTITY)).isEqualTo(1);
    assertOneWarning(
        " says it is node " + LiveFixture.key("b").nodeId().brief(),
        "its key is that of node " + LiveFixture.key("thief").nodeId().brief());
    live.assertServes(node, core, LiveFixture.REALM, Optional.empty());
  }

  @Test
  void aClockAnHourOffIsRefused() throws Exception {
    LiveNode node = live.start("a", core);
    try (RawPeer late = RawPeer.dial("b", node.self().endpoint())) {
      late.frame(
          RawPeer.hello("b", CLAIMED, LiveFixture.REALM, Optional.empty(), -61 * 60_000L - 500));
      Refusal refusal = refusal(late);
      assertThat(refusal.code()).isEqualTo(LinkEnd.CLOCK.code());
      assertThat(refusal.clockMillis()).isBetween(1L, System.currentTimeMillis());
    }
    assertThat(node.counters().ended(LinkEnd.CLOCK)).isEqualTo(1);
    assertOneWarning("differs from this peer's by 61 min, at most 10: link refused; set NTP");
    live.assertServes(node, core, LiveFixture.REALM, Optional.empty());
  }

  @Test
  void whoseClockIsRefusedReadsItToo() throws Exception {
    LiveNode node = live.start("a", core);
    try (ListeningPeer server = new ListeningPeer()) {
      LiveFixture.send(node, server.endpoint(), new HopAck(1));
      try (RawPeer early = server.accept("b")) {
        early.readFrame();
        GreetingTerms terms =
            new GreetingTerms(node.self(), Optional.of(LiveFixture.REALM), Optional.empty());
        early.frame(
            new Handshake(
                    LiveFixture.DIALECTS,
                    terms,
                    () -> System.currentTimeMillis() + 61 * 60_000L + 30_000)
                .refusal(LinkEnd.CLOCK));
        assertThat(core.nextFailed()).isEqualTo(server.endpoint());
      }
    }
    assertOneWarning("differs from this peer's by 61 min, at most 10: link refused; set NTP");
  }

  @Test
  void whomTheDiallerRefusesReadsWhy() throws Exception {
    LiveNode node = live.start("a", core);
    try (RawPeer dialler = RawPeer.dial("b", node.self().endpoint())) {
      dialler.frame(RawPeer.hello("b", CLAIMED));
      dialler.readFrame();
      GreetingTerms terms =
          new GreetingTerms(node.self(), Optional.of(LiveFixture.REALM), Optional.empty());
      dialler.frame(
          new Handshake(LiveFixture.DIALECTS, terms, System::currentTimeMillis)
              .refusal(LinkEnd.REVOKED));
      assertThat(dialler.bytesUntilClosed()).isZero();
    }
    assertThat(node.counters().ended(LinkEnd.REVOKED)).isEqualTo(1);
    assertOneWarning(" refuses this peer: the authority of realm ", "ask the authority why");
    live.assertServes(node, core, LiveFixture.REALM, Optional.empty());
  }

  @Test
  void anAnswerGoesBackOverTheLinkThoughItWasDialledByAnotherName() throws Exception {
    CompletableFuture<LiveNode> bReady = new CompletableFuture<>();
    FakeCore coreB =
        new FakeCore((from, message) -> bReady.join().outbox().send(from, new HopAck(2)), () -> {});
    LiveNode b = live.start("b", coreB);
    bReady.complete(b);
    CompletableFuture<LiveNode> aReady = new CompletableFuture<>();
    FakeCore coreA =
        new FakeCore(
            (from, message) -> {
              LiveNode a = aReady.join();
              if (message.equals(new HopAck(2))) {
                a.outbox().send(from, new HopAck(3));
              }
            },
            () -> {});
    LiveNode a = live.start("a", coreA);
    aReady.complete(a);
    LiveFixture.send(a, new Endpoint("localhost", b.self().endpoint().port()), new HopAck(1));
    assertThat(coreB.nextReceived()).isEqualTo(new FakeCore.Received(a.self(), new HopAck(1)));
    assertThat(coreA.nextReceived()).isEqualTo(new FakeCore.Received(b.self(), new HopAck(2)));
    assertThat(coreB.nextReceived()).isEqualTo(new FakeCore.Received(a.self(), new HopAck(3)));
    assertThat(a.counters().outboundLinks()).isEqualTo(1);
    assertThat(b.counters().inboundLinks()).isEqualTo(1);
  }

  @Test
  void whoIsDialledGetsNoMessagesForAnAddressItOnlyClaims() throws Exception {
    FakeCore victimCore = new FakeCore();
    LiveNode victim = live.start("v", victimCore);
    LiveNode node = live.start("a", core);
    try (ListeningPeer server = new ListeningPeer()) {
      LiveFixture.send(node, server.endpoint(), new HopAck(1));
      try (RawPeer liar = server.accept("liar")) {
        liar.readFrame();
        liar.frame(RawPeer.hello("liar", victim.self().endpoint()));
        liar.readFrame();
        LiveFixture.send(node, victim.self().endpoint(), new HopAck(2));
        assertThat(victimCore.nextReceived().message()).isEqualTo(new HopAck(2));
      }
    }
  }

  // Where one belongs ---------------------------------------------------------------------------

  @Test
  void membersOfAClosedRealmMeet() throws Exception {
    LiveNode node = member("a", core);
    live.assertServes(node, core, CLOSED, valid("friend"));
    assertThat(logs.lines(Level.WARN)).isEmpty();
  }

  /** A node with some membership is refused by a member, and both operators read why. */
  private void refusedByAMember(
      Optional<Membership> shown, LinkEnd end, String memberReads, String strangerReads)
      throws Exception {
    LiveNode node = member("a", core);
    FakeCore strangerCore = new FakeCore();
    LiveNode stranger = live.start("s", strangerCore, LiveFixture.LINKS, CLOSED, shown);
    LiveFixture.send(stranger, node.self().endpoint(), new Ping(1, stranger.self(), true));
    assertThat(strangerCore.nextFailed()).isEqualTo(node.self().endpoint());
    assertThat(logs.lines(Level.WARN)).hasSize(2);
    assertThat(logs.lines(Level.WARN).get(0)).startsWith("peer 127.0.0.1:").contains(memberReads);
    assertThat(logs.lines(Level.WARN).get(1))
        .startsWith("peer " + node.self().endpoint() + " ")
        .contains(strangerReads);
    assertThat(node.counters().ended(end)).isEqualTo(1);
    assertThat(stranger.counters().ended(end)).isEqualTo(1);
    assertThat(core.received).isEmpty();
    live.assertServes(node, core, CLOSED, valid("friend"));
  }

  @Test
  void whoHasNoMembershipIsRefused() throws Exception {
    refusedByAMember(
        Optional.empty(),
        LinkEnd.NO_MEMBER,
        "is no member of realm " + CLOSED.id().brief(),
        "asks for a membership of realm " + CLOSED.id().brief() + ", which this peer has not");
  }

  @Test
  void anExpiredMembershipIsRefused() throws Exception {
    refusedByAMember(
        membership("s", -2 * DAY_MILLIS, -DAY_MILLIS),
        LinkEnd.EXPIRED,
        "link refused; its operator has to ask the authority for a new one",
        "refuses this peer's membership, which holds from ");
  }

  @Test
  void aMembershipThatDoesNotHoldYetIsRefused() throws Exception {
    refusedByAMember(
        membership("s", DAY_MILLIS, 2 * DAY_MILLIS),
        LinkEnd.EXPIRED,
        "has a membership of realm " + CLOSED.id().brief() + " that holds from ",
        "refuses this peer's membership, which holds from ");
  }

  @Test
  void aMembershipOfAnotherAuthorityIsRefused() throws Exception {
    long now = System.currentTimeMillis();
    refusedByAMember(
        Optional.of(
            Membership.issue(
                LiveFixture.key("other"), LiveFixture.key("s").verifyingKey(), now, now + 1_000)),
        LinkEnd.FORGED,
        "shows a membership that the authority of realm ",
        "refuses this peer's membership: the authority of realm ");
  }

  @Test
  void theMembershipOfAnotherNodeIsRefused() throws Exception {
    refusedByAMember(
        valid("a"),
        LinkEnd.FORGED,
        "did not give to its key",
        "did not give it to this peer's key");
  }

  @Test
  void aLinkEndsWithItsPeersMembership() throws Exception {
    LiveNode node = member("a", core);
    FakeCore briefCore = new FakeCore();
    LiveNode brief =
        live.start(
            "s",
            briefCore,
            LiveFixture.LINKS,
            CLOSED,
            membership("s", -DAY_MILLIS, 5_000 - Admission.SKEW_MILLIS));
    LiveFixture.send(brief, node.self().endpoint(), new HopAck(1));
    assertThat(core.nextReceived().message()).isEqualTo(new HopAck(1));
    LiveFixture.awaitEnd(node, LinkEnd.EXPIRED);
    LiveFixture.awaitEnd(brief, LinkEnd.CLOSED); // until it knows, it would send into the old link
    assertThat(node.counters().ended(LinkEnd.EXPIRED)).isEqualTo(1);
    assertOneWarning("has a membership that held from ", ": link closed");
    brief.renew(CLOSED, valid("s").orElseThrow());
    LiveFixture.send(brief, node.self().endpoint(), new HopAck(2));
    assertThat(core.nextReceived().message()).isEqualTo(new HopAck(2));
  }

  @Test
  void whoOnlyAsksForTheRealmIsToldAndSendsNothing() throws Exception {
    LiveNode node = member("a", core);
    LiveNode newcomer = live.bind("b", LiveFixture.LINKS);
    Hello hello = LiveFixture.await(newcomer.hello(node.self().endpoint()));
    assertThat(hello.realm()).contains(CLOSED);
    assertThat(hello.contact()).isEqualTo(node.self());
    GreetingTerms unchosen =
        new GreetingTerms(
            new Contact(LiveFixture.key("c").nodeId(), CLAIMED),
            Optional.empty(),
            Optional.empty());
    byte[] question =
        new Handshake(LiveFixture.DIALECTS, unchosen, System::currentTimeMillis).hello();
    try (RawPeer intruder = RawPeer.dial("c", node.self().endpoint())) {
      intruder.frame(question);
      intruder.readFrame();
      intruder.tryFrame(LiveFixture.MESSAGES.encode(new Pong(1, node.self())));
      assertThat(intruder.bytesUntilClosed()).isZero();
    }
    live.assertServes(node, core, CLOSED, valid("friend"));
    assertThat(core.received).isEmpty();
    assertThat(node.counters().messagesIn()).isEqualTo(1);
    assertThat(logs.lines(Level.WARN)).isEmpty();
  }
}
