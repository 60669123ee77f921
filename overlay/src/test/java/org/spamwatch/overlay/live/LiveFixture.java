package org.spamwatch.overlay.live;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.wire.DolrWire;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.Note;
import org.spamwatch.overlay.wire.OverlayWire;

/** Live nodes on loopback for one test, all on one loop, closed behind it. */
final class LiveFixture implements AutoCloseable {
  static final MessageTable MESSAGES =
      MessageTable.builder(Limits.DEFAULT)
          .add(OverlayWire.MESSAGES)
          .add(DolrWire.MESSAGES)
          .add(List.of(Note.TYPE))
          .build();
  static final Id REALM = Id.ofHex("aa");

  /** Patience enough that no test meets a time-out it does not ask for. */
  static final LinkLimits LINKS = LinkLimits.DEFAULT;

  private final LiveLoop loop = LiveLoop.open();
  private final List<LiveNode> nodes = new ArrayList<>();

  LiveLoop loop() {
    return loop;
  }

  LiveNode bind(String idDigits, LinkLimits links) throws ListenException {
    LiveNode node =
        LiveNode.bind(
            LiveConfig.at(Id.ofHex(idDigits), "127.0.0.1", 0).withLinks(links), MESSAGES, loop);
    nodes.add(node);
    return node;
  }

  LiveNode start(String idDigits, Core core) throws ListenException {
    return start(idDigits, core, LINKS);
  }

  LiveNode start(String idDigits, Core core, LinkLimits links) throws ListenException {
    LiveNode node = bind(idDigits, links);
    node.start(core, REALM, List.of());
    return node;
  }

  static void send(LiveNode from, Endpoint to, Message message) {
    from.execute(() -> from.outbox().send(to, message));
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
        d.maxQueued(),
        d.maxUnsentBytes());
  }

  @Override
  public void close() {
    nodes.forEach(LiveNode::close);
    loop.close();
  }
}
