package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import ch.qos.logback.classic.Level;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.NodeDown;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.wire.Note;

@Tag("live")
@Timeout(60)
class LiveNodeTest {
  private final LiveFixture live = new LiveFixture();

  @AfterEach
  void stop() {
    live.close();
  }

  @Test
  void messagesGoBothWaysOverOneLink() throws Exception {
    FakeCore coreA = new FakeCore();
    LiveNode a = live.start("a", coreA);
    CompletableFuture<LiveNode> bReady = new CompletableFuture<>();
    FakeCore coreB =
        new FakeCore(
            (from, message) -> {
              LiveNode b = bReady.join();
              b.outbox().send(from, new Pong(((Ping) message).nonce(), b.self()));
            },
            () -> {});
    LiveNode b = live.start("b", coreB);
    bReady.complete(b);

    LiveFixture.send(a, b.self().endpoint(), new Ping(7, a.self(), true));

    assertThat(coreB.nextReceived())
        .isEqualTo(new FakeCore.Received(a.self(), new Ping(7, a.self(), true)));
    assertThat(coreA.nextReceived())
        .isEqualTo(new FakeCore.Received(b.self(), new Pong(7, b.self())));
    assertThat(a.counters().outboundLinks()).isEqualTo(1);
    assertThat(a.counters().inboundLinks()).isZero();
    assertThat(b.counters().outboundLinks()).isZero();
    assertThat(b.counters().messagesIn()).isEqualTo(1);
    assertThat(b.counters().messagesOut()).isEqualTo(1);
  }

  @Test
  void messagesSentWhileTheLinkOpensArriveInOrder() throws Exception {
    FakeCore coreB = new FakeCore();
    LiveNode a = live.start("a", new FakeCore());
    LiveNode b = live.start("b", coreB);
    a.execute(
        () -> {
          for (int i = 0; i < 100; i++) {
            a.outbox().send(b.self().endpoint(), new HopAck(i));
          }
        });
    for (int i = 0; i < 100; i++) {
      assertThat(coreB.nextReceived().message()).isEqualTo(new HopAck(i));
    }
  }

  @Test
  void aMessageToOneselfNeedsNoLink() throws Exception {
    FakeCore core = new FakeCore();
    LiveNode a = live.start("a", core);
    LiveFixture.send(a, a.self().endpoint(), new HopAck(1));
    assertThat(core.nextReceived()).isEqualTo(new FakeCore.Received(a.self(), new HopAck(1)));
    assertThat(a.counters().outboundLinks()).isZero();
  }

  @Test
  void ownCallsComeBetweenWhatOnePeerSendsAtOnce() throws Exception {
    int frames = 4_000;
    AtomicInteger before = new AtomicInteger();
    CompletableFuture<LiveNode> ready = new CompletableFuture<>();
    CompletableFuture<Integer> between = new CompletableFuture<>();
    FakeCore core =
        new FakeCore(
            (from, message) -> {
              if (before.incrementAndGet() == 2) { // the first of many
                ready.join().execute(() -> between.complete(before.get()));
              }
            },
            () -> {});
    LiveNode a = live.start("a", core);
    ready.complete(a);
    try (RawPeer peer = RawPeer.dial("b", a.self().endpoint())) {
      peer.greet(new Endpoint("127.0.0.1", 9));
      peer.frame(LiveFixture.MESSAGES.encode(new HopAck(0)));
      core.nextReceived();
      CountDownLatch sent = new CountDownLatch(1);
      a.execute(() -> awaited(sent));
      for (int i = 1; i <= frames; i++) {
        peer.frame(LiveFixture.MESSAGES.encode(new HopAck(i)));
      }
      sent.countDown();
      assertThat(LiveFixture.await(between)).isLessThan(frames / 4);
    }
  }

  private static void awaited(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aPeerCanBeGivenARest() throws Exception {
    FakeCore coreB = new FakeCore();
    LiveNode a = live.start("a", new FakeCore());
    LiveNode b = live.start("b", coreB);
    LiveFixture.send(a, b.self().endpoint(), new HopAck(1));
    coreB.nextReceived();
    long begun = System.nanoTime();
    b.rest(a.self().id());
    assertThat(LiveFixture.await(b.call(() -> true))).isTrue();
    LiveFixture.send(a, b.self().endpoint(), new HopAck(2));
    assertThat(coreB.nextReceived().message()).isEqualTo(new HopAck(2));
    assertThat(System.nanoTime() - begun).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(900));
  }

  @Test
  void hostNamesAreLookedUp() throws Exception {
    FakeCore coreB = new FakeCore();
    LiveNode a = live.start("a", new FakeCore());
    LiveNode b = live.start("b", coreB);
    LiveFixture.send(a, new Endpoint("localhost", b.self().endpoint().port()), new HopAck(1));
    assertThat(coreB.nextReceived().message()).isEqualTo(new HopAck(1));
  }

  @Test
  void anEndpointThatRefusesIsReportedToTheCore() throws Exception {
    FakeCore core = new FakeCore();
    LiveNode a = live.start("a", core);
    Endpoint nobody = freeEndpoint();
    LiveFixture.send(a, nobody, new HopAck(1));
    assertThat(core.nextFailed()).isEqualTo(nobody);
    assertThat(a.counters().dropped(Drop.LINK_FAILED)).isEqualTo(1);
    assertThat(a.counters().ended(LinkEnd.UNREACHABLE)).isEqualTo(1);
    assertThat(a.counters().outboundLinks()).isZero();
  }

  @Test
  void aLinkThatBreaksIsReportedToTheCore() throws Exception {
    FakeCore core = new FakeCore();
    LiveNode a = live.start("a", core);
    try (ListeningPeer server = new ListeningPeer()) {
      LiveFixture.send(a, server.endpoint(), new HopAck(1));
      RawPeer peer = server.acceptAndGreet("b");
      peer.readFrame();
      peer.reset();
      assertThat(core.nextFailed()).isEqualTo(server.endpoint());
      assertThat(a.counters().ended(LinkEnd.BROKEN)).isEqualTo(1);
    }
  }

  @Test
  void anInboundClaimNeverDisplacesAnOwnLink() throws Exception {
    FakeCore coreB = new FakeCore();
    FakeCore coreA = new FakeCore();
    LiveNode a = live.start("a", coreA);
    LiveNode b = live.start("b", coreB);
    LiveFixture.send(a, b.self().endpoint(), new HopAck(1));
    coreB.nextReceived();
    try (RawPeer impostor = RawPeer.dial("e", a.self().endpoint())) {
      impostor.greet(b.self().endpoint());
      impostor.frame(LiveFixture.MESSAGES.encode(new HopAck(2)));
      assertThat(coreA.nextReceived().message()).isEqualTo(new HopAck(2));
      LiveFixture.send(a, b.self().endpoint(), new HopAck(3));
      assertThat(coreB.nextReceived().message()).isEqualTo(new HopAck(3));
    }
  }

  @Test
  void whoeverClaimsAnothersEndpointGetsNothingThatIsMeantForThatOne() throws Exception {
    CompletableFuture<LiveNode> aReady = new CompletableFuture<>();
    FakeCore coreA =
        new FakeCore((from, message) -> aReady.join().outbox().send(from, new HopAck(2)), () -> {});
    LiveNode a = live.start("a", coreA);
    aReady.complete(a);
    FakeCore coreB = new FakeCore();
    LiveNode b = live.start("b", coreB);
    try (RawPeer impostor = RawPeer.dial("e", a.self().endpoint())) {
      impostor.greet(b.self().endpoint());
      impostor.frame(LiveFixture.MESSAGES.encode(new HopAck(1)));
      assertThat(impostor.readFrame()).isEqualTo(LiveFixture.MESSAGES.encode(new HopAck(2)));
      // Neither an answer to the owner, nor what is meant for him, nor for whoever listens there.
      LiveFixture.send(b, a.self().endpoint(), new HopAck(1));
      assertThat(coreB.nextReceived().message()).isEqualTo(new HopAck(2));
      LiveFixture.send(a, b.self().endpoint(), new HopAck(3));
      assertThat(coreB.nextReceived().message()).isEqualTo(new HopAck(3));
    }
  }

  @Test
  void nodesOfOneMachineThatClaimOneEndpointAreAnsweredOverTheirOwnLinks() throws Exception {
    CompletableFuture<LiveNode> aReady = new CompletableFuture<>();
    FakeCore coreA =
        new FakeCore((from, message) -> aReady.join().outbox().send(from, message), () -> {});
    LiveNode a = live.start("a", coreA);
    aReady.complete(a);
    Endpoint claimed = freeEndpoint();
    try (RawPeer one = RawPeer.dial("e", a.self().endpoint());
        RawPeer other = RawPeer.dial("f", a.self().endpoint())) {
      one.greet(claimed);
      other.greet(claimed);
      for (int i = 0; i < 3; i++) {
        byte[] mine = LiveFixture.MESSAGES.encode(new HopAck(i));
        byte[] others = LiveFixture.MESSAGES.encode(new HopAck(100 + i));
        one.frame(mine);
        other.frame(others);
        assertThat(one.readFrame()).isEqualTo(mine);
        assertThat(other.readFrame()).isEqualTo(others);
      }
    }
  }

  @Test
  void linksToStrangersGiveWayToEachOtherAndNeverThoseToOwnNodes() throws Exception {
    LinkLimits d = LinkLimits.DEFAULT;
    LinkLimits twoStrangers =
        new LinkLimits(
            d.connectTimeout(),
            d.handshakeTimeout(),
            d.stallTimeout(),
            d.idleTimeout(),
            d.maxInbound(),
            d.maxInboundPerAddress(),
            d.maxOutbound(),
            2,
            d.maxHandshakes(),
            d.handshakeBurst(),
            d.handshakesPerSecond(),
            d.maxQueued(),
            d.maxUnsentBytes());
    LiveNode a = live.start("a", new FakeCore(), twoStrangers);
    List<LiveNode> others = new ArrayList<>();
    for (String name : List.of("b", "c", "d", "e")) {
      FakeCore core = new FakeCore();
      LiveNode other = live.start(name, core);
      others.add(other);
      a.execute(() -> a.outbox().sendToStranger(other.self(), Optional.empty(), new HopAck(1)));
      assertThat(core.nextReceived().message()).isEqualTo(new HopAck(1));
      if (name.equals("b")) { // is in the tables now
        a.execute(() -> a.outbox().sendToOwn(other.self(), new HopAck(2)));
        assertThat(core.nextReceived().message()).isEqualTo(new HopAck(2));
      }
    }
    LiveFixture.awaitEnd(others.get(1), LinkEnd.CLOSED);
    assertThat(a.counters().outboundLinks()).isEqualTo(3);
    assertThat(others.get(0).counters().ended(LinkEnd.CLOSED)).isZero();
  }

  @Test
  void anInboundClaimToAnotherAddressIsNotBelieved() throws Exception {
    FakeCore core = new FakeCore();
    LiveNode a = live.start("a", core, LiveFixture.LINKS);
    Endpoint elsewhere = new Endpoint("localhost", freeEndpoint().port());
    try (RawPeer peer = RawPeer.dial("e", a.self().endpoint())) {
      peer.greet(elsewhere);
      peer.frame(LiveFixture.MESSAGES.encode(new HopAck(2)));
      assertThat(core.nextReceived().from())
          .isEqualTo(new Contact(LiveFixture.key("e").nodeId(), elsewhere));
      LiveFixture.send(a, elsewhere, new HopAck(3)); // dials, and finds nobody
      assertThat(core.nextFailed()).isEqualTo(elsewhere);
    }
  }

  @Test
  void aNewcomerLearnsTheRealmOfItsBootstrapPeer() throws Exception {
    LiveNode a = live.start("a", new FakeCore());
    LiveNode newcomer = live.bind("b", LiveFixture.LINKS);
    Hello hello = LiveFixture.await(newcomer.hello(a.self().endpoint()));
    assertThat(hello.realm()).contains(LiveFixture.REALM);
    assertThat(hello.contact()).isEqualTo(a.self());
  }

  @Test
  void askingNobodyFailsWithOneClearLine() throws Exception {
    LiveNode newcomer = live.bind("b", LiveFixture.LINKS);
    Endpoint nobody = freeEndpoint();
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> LiveFixture.await(newcomer.hello(nobody)))
        .havingCause()
        .isInstanceOf(LinkException.class)
        .withMessage("peer " + nobody + " cannot be reached: connection refused");
  }

  @Test
  void aPortInUseIsOneClearLine() throws Exception {
    LiveNode a = live.bind("a", LiveFixture.LINKS);
    int port = a.self().endpoint().port();
    LiveConfig same = LiveConfig.at(LiveFixture.key("b"), "127.0.0.1", port);
    assertThatExceptionOfType(ListenException.class)
        .isThrownBy(() -> LiveNode.bind(same, LiveFixture.MESSAGES))
        .withMessage(
            "cannot listen at 127.0.0.1:%d: the port is in use; stop the other program or choose"
                + " another port (0: any free one)",
            port);
  }

  @Test
  void turnsThatFailAreCountedAndOneAMinuteLoggedAndTheNodeGoesOn() throws Exception {
    try (LogCapture logs = new LogCapture()) {
      FakeCore core =
          new FakeCore(
              (from, message) -> {
                throw new IllegalStateException("a bug");
              },
              () -> {});
      LiveNode a = live.start("a", new FakeCore());
      LiveNode b = live.start("b", core);
      LiveFixture.send(a, b.self().endpoint(), new HopAck(1));
      LiveFixture.send(a, b.self().endpoint(), new HopAck(2));
      core.nextReceived();
      core.nextReceived();
      LiveFixture.await(b.call(() -> true)); // the second turn is over
      assertThat(b.counters().turnFailures()).isEqualTo(2);
      assertThat(logs.lines(Level.ERROR))
          .containsExactly("a turn of node " + b.self().id().brief() + " failed; the node goes on");
    }
  }

  @Test
  void aTimerRunsWhenItIsDue() throws Exception {
    LiveNode a = live.start("a", new FakeCore());
    CompletableFuture<Long> ran = new CompletableFuture<>();
    long set =
        LiveFixture.await(
            a.call(
                () -> {
                  a.timers().afterMicros(20_000, () -> ran.complete(a.timers().nowMicros()));
                  a.timers().afterMicros(60_000_000, () -> {});
                  return a.timers().nowMicros();
                }));
    assertThat(LiveFixture.await(ran)).isBetween(set + 20_000, set + 50_000_000);
  }

  @Test
  void whatArrivesWhileTheProcessStandsStillCountsBeforeATimeOut() throws Exception {
    List<String> order = new CopyOnWriteArrayList<>();
    FakeCore core = new FakeCore((from, message) -> order.add("answer"), () -> {});
    LiveNode a = live.start("a", core);
    CompletableFuture<Void> timedOut = new CompletableFuture<>();
    CountDownLatch standing = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    try (RawPeer peer = RawPeer.dial("e", a.self().endpoint())) {
      peer.greet(new Endpoint("127.0.0.1", 9));
      CompletableFuture<Object> stall =
          a.call(
              () -> {
                a.timers()
                    .afterMicros(
                        1,
                        () -> {
                          order.add("time-out");
                          timedOut.complete(null);
                        });
                long since = System.nanoTime();
                standing.countDown();
                boolean told = answered.await(10, TimeUnit.SECONDS);
                while (System.nanoTime() - since < 50_000_000) {
                  Thread.onSpinWait();
                }
                return told;
              });
      assertThat(standing.await(10, TimeUnit.SECONDS)).isTrue();
      peer.frame(LiveFixture.MESSAGES.encode(new HopAck(1)));
      answered.countDown();
      assertThat(LiveFixture.await(stall)).isEqualTo(true);
    }
    LiveFixture.await(timedOut);
    assertThat(order).containsExactly("answer", "time-out");
  }

  @Test
  void aCallReturnsItsResultOrItsException() throws Exception {
    LiveNode a = live.start("a", new FakeCore());
    assertThat(LiveFixture.await(a.call(() -> 42))).isEqualTo(42);
    CompletableFuture<Object> failing =
        a.call(
            () -> {
              throw new IOException("no");
            });
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> LiveFixture.await(failing))
        .withCauseInstanceOf(IOException.class);
    assertThat(a.counters().turnFailures()).isZero();
    CompletableFuture<Object> dying =
        a.call(
            () -> {
              throw new StackOverflowError();
            });
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> LiveFixture.await(dying))
        .withMessageContaining("the turn failed; the log says why");
    assertThat(a.counters().turnFailures()).isEqualTo(1);
  }

  @Test
  void whatTheCoreSendsWhenItLeavesIsDelivered() throws Exception {
    FakeCore coreB = new FakeCore();
    LiveNode b = live.start("b", coreB);
    LiveNode a = live.bind("a", LiveFixture.LINKS);
    a.start(
        new FakeCore(
            (from, message) -> {},
            () -> a.outbox().send(b.self().endpoint(), new NodeDown(a.self()))),
        LiveFixture.REALM,
        Optional.empty(),
        List.of());
    LiveFixture.send(a, b.self().endpoint(), new HopAck(1));
    coreB.nextReceived();
    a.close();
    assertThat(coreB.nextReceived().message()).isEqualTo(new NodeDown(a.self()));
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> LiveFixture.await(a.call(() -> 1)))
        .withCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void aClosedNodeGivesItsPortBack() throws Exception {
    LiveNode first =
        LiveNode.bind(LiveConfig.at(LiveFixture.key("a"), "127.0.0.1", 0), LiveFixture.MESSAGES);
    first.start(new FakeCore(), LiveFixture.REALM, Optional.empty(), List.of());
    first.close();
    int port = first.self().endpoint().port();
    LiveConfig same = LiveConfig.at(LiveFixture.key("b"), "127.0.0.1", port);
    try (LiveNode second = LiveNode.bind(same, LiveFixture.MESSAGES, live.loop())) {
      assertThat(second.self())
          .isEqualTo(new Contact(same.key().nodeId(), first.self().endpoint()));
    }
  }

  @Test
  void aMessageTooLongToSendIsCountedAndTheNodeGoesOn() throws Exception {
    FakeCore coreB = new FakeCore();
    LiveNode a = live.start("a", new FakeCore());
    LiveNode b = live.start("b", coreB);
    LiveFixture.send(a, b.self().endpoint(), new Note("x".repeat(Note.MAX_BYTES + 1)));
    LiveFixture.send(a, b.self().endpoint(), new Note("x"));
    assertThat(coreB.nextReceived().message()).isEqualTo(new Note("x"));
    assertThat(a.counters().dropped(Drop.UNENCODABLE)).isEqualTo(1);
  }

  @Test
  void aNodeIsStartedOnce() throws Exception {
    LiveNode a = live.start("a", new FakeCore());
    assertThatIllegalStateException()
        .isThrownBy(() -> a.start(new FakeCore(), LiveFixture.REALM, Optional.empty(), List.of()));
  }

  @Test
  void aWildcardIsNeverAdvertised() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LiveConfig.at(LiveFixture.key("a"), "0.0.0.0", 0))
        .withMessageContaining("no address that other peers can reach");
  }

  private static Endpoint freeEndpoint() throws IOException {
    try (ListeningPeer closing = new ListeningPeer()) {
      return closing.endpoint();
    }
  }
}
