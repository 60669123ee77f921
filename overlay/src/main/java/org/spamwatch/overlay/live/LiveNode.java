package org.spamwatch.overlay.live;

import static com.google.common.base.Preconditions.checkState;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.Revocations;
import org.spamwatch.overlay.node.OverlayNode;
import org.spamwatch.overlay.wire.MessageTable;

/**
 * A node on a real network: drives its core over TCP links, on one thread. Its life:
 *
 * <ol>
 *   <li>{@link #bind} takes the port; nothing is accepted yet;
 *   <li>the caller builds the {@link OverlayNode} and its applications from {@link #self}, {@link
 *       #timers} and {@link #outbox}, and may ask a bootstrap peer for its realm by {@link #hello};
 *   <li>{@link #start} hands the node over: from then on it and its applications are only touched
 *       on the loop, by {@link #call} and {@link #execute};
 *   <li>{@link #close} leaves the overlay.
 * </ol>
 *
 * <p>Methods are safe for any thread, except that {@link #timers} and {@link #outbox} belong to
 * whoever holds the node.
 */
public final class LiveNode implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LiveNode.class);
  private static final int VERSION = 1; // of the protocol; the only one there is
  private static final int BACKLOG = 256;
  private static final long FLUSH_MILLIS = 1_000;

  private final LiveLoop live;
  private final boolean ownsLoop;
  private final Channel server;
  private final Contact self;
  private final LinkCounts counts = new LinkCounts();
  private final AtomicBoolean started = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Links links;
  private final EventLoopDriver turns;
  private @Nullable Core core; // the loop's

  private LiveNode(LiveConfig config, Dialects dialects, LiveLoop live, boolean ownsLoop)
      throws ListenException {
    this.live = live;
    this.ownsLoop = ownsLoop;
    this.server = listen(config);
    int port = ((InetSocketAddress) server.localAddress()).getPort();
    this.self = new Contact(config.key().nodeId(), new Endpoint(config.advertisedHost(), port));
    NodeClock clock = new NodeClock(config.wallMillis());
    this.turns = new EventLoopDriver(live.loop(), clock, self.id().brief(), counts);
    LinkTerms terms =
        new LinkTerms(
            dialects,
            new LinkSecurity(config.key(), live.handshakes()),
            new GreetingTerms(self, Optional.empty(), Optional.empty()),
            config.wallMillis(),
            config.links(),
            counts,
            this::heard);
    this.links = new Links(live, self, terms, new CoreInbox());
  }

  /**
   * Takes the port, on a thread of the node's own.
   *
   * @throws ListenException if the port or the address is not to be had
   */
  public static LiveNode bind(LiveConfig config, MessageTable messages) throws ListenException {
    return bind(config, List.of(messages));
  }

  /**
   * Takes the port, for a node that may speak several versions of the protocol.
   *
   * @param versions how messages look in each, from the first on; at least one
   * @throws ListenException if the port or the address is not to be had
   */
  public static LiveNode bind(LiveConfig config, List<MessageTable> versions)
      throws ListenException {
    LiveLoop own = LiveLoop.open();
    try {
      return new LiveNode(config, new Dialects(VERSION, versions), own, true);
    } catch (ListenException e) {
      own.close();
      throw e;
    }
  }

  /**
   * Takes the port; the node shares a thread, which the caller closes after the node.
   *
   * @throws ListenException if the port or the address is not to be had
   */
  public static LiveNode bind(LiveConfig config, MessageTable messages, LiveLoop shared)
      throws ListenException {
    return bind(config, new Dialects(VERSION, List.of(messages)), shared);
  }

  /** Takes the port, on a shared thread, for a node that speaks several versions. */
  static LiveNode bind(LiveConfig config, Dialects dialects, LiveLoop shared)
      throws ListenException {
    return new LiveNode(config, dialects, shared, false);
  }

  private Channel listen(LiveConfig config) throws ListenException {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(live.loop(), live.loop())
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.AUTO_READ, false) // nobody is let in before there is a core
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel connection) {
                    links.accept(connection);
                  }
                })
            .bind(config.listenHost(), config.listenPort())
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new ListenException(config.listenHost(), config.listenPort(), bound.cause());
    }
    return bound.channel();
  }

  /** This node's id, and where others reach it: the port is the one it really listens at. */
  public Contact self() {
    return self;
  }

  /** The time and timers to build the node with. */
  public Timers timers() {
    return turns.timers();
  }

  /** The outbox to build the node with. */
  public Outbox outbox() {
    return turns.outbox();
  }

  /**
   * Asks a peer who it is: how a newcomer learns the realm that it then pins.
   *
   * @return the peer's hello, or a {@link LinkException} whose message is one clear line
   */
  public CompletableFuture<Hello> hello(Endpoint peer) {
    CompletableFuture<Hello> answer = new CompletableFuture<>();
    submit(() -> links.ask(peer, answer), answer);
    return answer;
  }

  /**
   * Hands the node over to the loop, lets peers in and joins the overlay.
   *
   * @param realm what this node and its peers belong to
   * @param membership this node's, if the realm is closed
   * @param seeds where to join; none begins an overlay of its own
   */
  public void start(
      OverlayNode node, Realm realm, Optional<Membership> membership, List<Endpoint> seeds) {
    start(Core.of(node), realm, membership, seeds);
  }

  /** Hands a core, an overlay node or another one, over to the loop, and begins. */
  public void start(
      Core driven, Realm realm, Optional<Membership> membership, List<Endpoint> seeds) {
    checkState(started.compareAndSet(false, true), "the node was started before");
    live.loop()
        .execute(
            () -> {
              core = driven;
              links.bindTo(realm, membership);
              server.config().setAutoRead(true);
              turns.begin(links::send);
              turns.turn(() -> driven.start(seeds));
            });
  }

  /**
   * Links to nobody who is revoked; to be called before the start. The revocations belong to the
   * node's turn.
   */
  public void heed(Revocations revocations) {
    submit(() -> links.heed(revocations), new CompletableFuture<>());
  }

  /** Ends the links of those who have been revoked since. */
  public void endRevoked() {
    submit(links::endRevoked, new CompletableFuture<>());
  }

  /** Reads nothing from a peer for a second: what it goes on sending waits at its own side. */
  public void rest(Id peer) {
    submit(() -> links.rest(peer), new CompletableFuture<>());
  }

  /** Shows a new membership of the realm in the greetings of links from now on. */
  public void renew(Realm realm, Membership membership) {
    submit(() -> links.bindTo(realm, Optional.of(membership)), new CompletableFuture<>());
  }

  /**
   * Runs something on the loop, as one turn of the node; done when its effects are under way.
   *
   * @return its result or exception, or an {@code IllegalStateException} if the node is closed
   */
  public <T> CompletableFuture<T> call(Callable<T> action) {
    CompletableFuture<T> result = new CompletableFuture<>();
    submit(() -> turn(action, result), result);
    return result;
  }

  private <T> void turn(Callable<T> action, CompletableFuture<T> result) {
    AtomicReference<@Nullable Runnable> outcome = new AtomicReference<>();
    turns.turn(
        () -> {
          try {
            T value = action.call();
            outcome.set(() -> result.complete(value));
          } catch (Exception e) {
            outcome.set(() -> result.completeExceptionally(e));
          }
        });
    Runnable told = outcome.get();
    if (told == null) {
      result.completeExceptionally(new IllegalStateException("the turn failed; the log says why"));
    } else {
      told.run();
    }
  }

  /** Runs something on the loop, as one turn of the node; what it throws goes to the log. */
  public void execute(Runnable action) {
    submit(() -> turns.turn(action), new CompletableFuture<>());
  }

  private void submit(Runnable action, CompletableFuture<?> result) {
    try {
      live.loop()
          .execute(
              () -> {
                if (closed.get()) {
                  result.completeExceptionally(new IllegalStateException("the node is closed"));
                } else {
                  action.run();
                }
              });
    } catch (RejectedExecutionException e) {
      result.completeExceptionally(new IllegalStateException("the node is closed", e));
    }
  }

  /** What the links have done so far. */
  public LinkCounters counters() {
    return counts.snapshot();
  }

  /** Leaves the overlay, sends what is on its way and stops, within a few seconds. */
  @Override
  public void close() {
    EventLoop loop = live.loop();
    checkState(!loop.inEventLoop(), "a node cannot wait on its own loop to be closed");
    if (closed.compareAndSet(false, true)) {
      CompletableFuture<Void> flushed = new CompletableFuture<>();
      try {
        loop.execute(() -> leave(flushed));
        flushed.get(FLUSH_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
        log.debug("node {} closes before everything was sent", self.id().brief(), e);
      }
      server.close().awaitUninterruptibly(FLUSH_MILLIS);
      if (ownsLoop) {
        live.close();
      } else if (!loop.isShuttingDown()) {
        loop.execute(links::abort);
      }
    }
  }

  private void leave(CompletableFuture<Void> flushed) {
    Core leaving = core;
    if (leaving != null) {
      turns.turn(leaving::leave);
    }
    core = null;
    turns.end();
    links.close(() -> flushed.complete(null));
  }

  private void heard(ClockVoice voice) {
    turns.turn(() -> turns.timers().calendar().heard(voice.name(), voice.millis()));
  }

  private final class CoreInbox implements Links.Inbox {
    @Override
    public void received(Contact from, Endpoint answerAt, Message message) {
      Core receiver = core;
      if (receiver != null) {
        turns.turn(() -> receiver.receive(from, answerAt, message));
      }
    }

    @Override
    public void failed(Endpoint to) {
      Core told = core;
      if (told != null) {
        turns.turn(() -> told.linkFailed(to));
      }
    }
  }
}
