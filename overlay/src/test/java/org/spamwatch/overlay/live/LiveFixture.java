package org.spamwatch.overlay.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.node.OverlayMessage;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.pointer.DolrMessage;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.Note;

/** Live nodes on loopback for one test, all on one loop, closed behind it. */
final class LiveFixture implements AutoCloseable {
  static final MessageTable MESSAGES =
      MessageTable.of(Limits.DEFAULT, OverlayMessage.TYPES, DolrMessage.TYPES, List.of(Note.TYPE));
  static final Dialects DIALECTS = new Dialects(1, List.of(MESSAGES));
  static final Realm REALM = Realm.open(Id.ofHex("aa"));

  /** Patience enough that no test meets a time-out it does not ask for. */
  static final LinkLimits LINKS = LinkLimits.DEFAULT;

  private final LiveLoop loop = LiveLoop.open();
  private final List<LiveNode> nodes = new ArrayList<>();

  LiveLoop loop() {
    return loop;
  }

  /** The key of whoever the tests call by some name; always the same one. */
  static SigningKey key(String name) {
    byte[] seed = Arrays.copyOf(name.getBytes(US_ASCII), SigningKey.SEED_BYTES);
    return SigningKey.ofSeed(seed);
  }

  LiveNode bind(String name, LinkLimits links) throws ListenException {
    return bind(name, links, System::currentTimeMillis);
  }

  /** A node that has its port, with a wall clock of its own. */
  LiveNode bind(String name, LinkLimits links, LongSupplier wallMillis) throws ListenException {
    LiveConfig config =
        LiveConfig.at(key(name), "127.0.0.1", 0).withLinks(links).withClock(wallMillis);
    LiveNode node = LiveNode.bind(config, MESSAGES, loop);
    nodes.add(node);
    return node;
  }

  LiveNode start(String name, Core core) throws ListenException {
    return start(name, core, LINKS);
  }

  LiveNode start(String name, Core core, LinkLimits links) throws ListenException {
    return start(name, core, links, REALM, Optional.empty());
  }

  LiveNode start(
      String name, Core core, LinkLimits links, Realm realm, Optional<Membership> membership)
      throws ListenException {
    LiveNode node = bind(name, links);
    node.start(core, realm, membership, List.of());
    return node;
  }

  /** Whatever came to a node, it takes a message from a newcomer of its realm. */
  void assertServes(LiveNode node, FakeCore core, Realm realm, Optional<Membership> membership)
      throws Exception {
    LiveNode friend = start("friend", new FakeCore(), LINKS, realm, membership);
    send(friend, node.self().endpoint(), new HopAck(4711));
    FakeCore.Received next = core.nextReceived();
    while (!next.message().equals(new HopAck(4711))) {
      next = core.nextReceived();
    }
    assertThat(next.from()).isEqualTo(friend.self());
  }

  static void send(LiveNode from, Endpoint to, Message message) {
    from.execute(() -> from.outbox().send(to, message));
  }

  /** Waits until a link of a node has ended for some cause. */
  static void awaitEnd(LiveNode node, LinkEnd cause) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (node.counters().ended(cause) == 0) {
      assertThat(System.nanoTime() - deadline).as("end of a link: " + cause).isNegative();
      await(node.call(() -> true));
      LockSupport.parkNanos(1_000_000); // looked at without a pause, it takes a processor
    }
  }

  static <T> T await(CompletableFuture<T> future)
      throws InterruptedException, ExecutionException, TimeoutException {
    return future.get(10, TimeUnit.SECONDS);
  }

  /** The usual bounds with other time-outs; that of the handshake is the connection's too. */
  static LinkLimits withTimeouts(Duration handshake, Duration stall, Duration idle) {
    LinkLimits d = LinkLimits.DEFAULT;
    return new LinkLimits(
        handshake,
        handshake,
        stall,
        idle,
        d.maxInbound(),
        d.maxInboundPerAddress(),
        d.maxOutbound(),
        d.maxToStrangers(),
        d.maxHandshakes(),
        d.handshakeBurst(),
        d.handshakesPerSecond(),
        d.maxQueued(),
        d.maxUnsentBytes());
  }

  @Override
  public void close() {
    nodes.forEach(LiveNode::close);
    loop.close();
  }
}
