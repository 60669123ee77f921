package org.spamwatch.overlay.live;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.identity.Membership;

/**
 * One connection, from its handshake to its end. Opening, it keeps what is to be sent in a bounded
 * queue; open, it writes, and drops what its peer does not take in time; it ends once, and says
 * why. What comes in on it is {@link LinkHandler}'s. All of it happens on the loop.
 */
final class Link {
  private enum State {
    OPENING,
    OPEN,
    ENDED
  }

  private static final int READ_BYTES = 16 * 1024;
  private static final long REST_MILLIS = 1_000;
  private static final long MEMBERSHIP_LOOK_MILLIS = TimeUnit.MINUTES.toMillis(10);

  private final LinkOwner owner;
  private final LinkTerms terms;
  private final @Nullable Endpoint dialled;
  private final SendQueue queue;
  private State state = State.OPENING;
  private @Nullable Contact greeted;
  private int version;
  private @Nullable Channel channel;
  private @Nullable Future<?> deadline;
  private @Nullable Future<?> membershipEnd;
  private int malformed;
  private @Nullable Endpoint answerAt;

  private Link(LinkOwner owner, LinkTerms terms, @Nullable Endpoint dialled) {
    this.owner = owner;
    this.terms = terms;
    this.dialled = dialled;
    this.queue = new SendQueue(terms.limits().maxQueued(), terms.limits().maxUnsentBytes());
  }

  /** A link to be accepted. */
  static Link accepted(LinkOwner owner, LinkTerms terms, EventLoop loop) {
    terms.counts().inboundLinks.incrementAndGet();
    return new Link(owner, terms, null).within(loop, terms.limits().handshakeTimeout());
  }

  /** A link to be opened; {@link Dialler} connects it. */
  static Link dialled(LinkOwner owner, LinkTerms terms, EventLoop loop, Endpoint to) {
    terms.counts().outboundLinks.incrementAndGet();
    LinkLimits limits = terms.limits();
    return new Link(owner, terms, to)
        .within(loop, limits.connectTimeout().plus(limits.handshakeTimeout()));
  }

  private Link within(EventLoop loop, Duration timeout) {
    deadline = loop.schedule(this::late, timeout.toMillis(), TimeUnit.MILLISECONDS);
    return this;
  }

  /** Puts this link's handlers onto its new connection. */
  void install(Channel connection) {
    channel = connection;
    // Whoever sends much at once is not read in one go: between any two messages' worth of it the
    // loop does what else is due, own users' calls first.
    connection
        .config()
        .setRecvByteBufAllocator(new FixedRecvByteBufAllocator(READ_BYTES).maxMessagesPerRead(1));
    int high = terms.limits().maxUnsentBytes();
    connection.config().setWriteBufferWaterMark(new WriteBufferWaterMark(high / 2, high));
    KeyWitness witness = new KeyWitness();
    connection
        .pipeline()
        .addLast(
            terms.security().handler(isDialled(), witness),
            new FrameDecoder(),
            new IdleStateHandler(
                0, 0, terms.limits().idleTimeout().toMillis(), TimeUnit.MILLISECONDS),
            new LinkHandler(this, terms, witness));
  }

  /** Whether this side opened it. */
  boolean isDialled() {
    return dialled != null;
  }

  /** Where this side connected to; empty for a link that was accepted. */
  Optional<Endpoint> dialled() {
    return Optional.ofNullable(dialled);
  }

  /** Who is at the other end: its id is proven, its endpoint claimed. Only once it has greeted. */
  Contact contact() {
    if (greeted == null) {
      throw new IllegalStateException("peer " + peer() + " has not greeted yet");
    }
    return greeted;
  }

  /** The version of the protocol that it speaks. Only once its peer has greeted. */
  int version() {
    return version;
  }

  /** Its peer's id, and the endpoint by which it is answered: what it claims, if believed. */
  Contact answeredAs() {
    return answerAt == null ? contact() : new Contact(contact().id(), answerAt);
  }

  /** Its peer's claim is not to be believed: it is answered where the link itself leads. */
  void disbelieveClaim() {
    if (dialled != null) {
      answerAt = dialled;
    } else if (remote().isPresent()) {
      InetSocketAddress from = remote().get();
      answerAt = new Endpoint(from.getAddress().getHostAddress(), from.getPort());
    }
  }

  /** Whether both sides have greeted and it has not ended. */
  boolean isOpen() {
    return state == State.OPEN;
  }

  /** Whether it has neither opened nor ended. */
  boolean isOpening() {
    return state == State.OPENING;
  }

  boolean isEnded() {
    return state == State.ENDED;
  }

  /** Who is at the other end, as far as the connection itself shows. */
  String peer() {
    if (dialled != null) {
      return dialled.toString();
    }
    return remote().map(NetUtil::toSocketAddressString).orElse("unknown");
  }

  /** The address at the other end. */
  Optional<InetSocketAddress> remote() {
    return channel != null && channel.remoteAddress() instanceof InetSocketAddress address
        ? Optional.of(address)
        : Optional.empty();
  }

  /**
   * Sends a message now or once the link is open, or drops and counts it.
   *
   * @param newest its bytes in the newest dialect, which most links speak
   */
  void send(Message message, byte[] newest) {
    if (state == State.ENDED) {
      terms.counts().dropped(Drop.LINK_FAILED, 1);
    } else if (state == State.OPENING) {
      if (!queue.add(message, newest)) {
        terms.counts().dropped(Drop.QUEUE_FULL, 1);
      }
    } else if (channel != null && takesMore(channel)) {
      write(channel, message, newest);
    } else {
      terms.counts().dropped(Drop.UNWRITABLE, 1);
    }
  }

  private void write(Channel connection, Message message, byte[] newest) {
    try {
      boolean isNewest = version == terms.dialects().versions().highest();
      write(connection, isNewest ? newest : terms.dialects().in(version).encode(message));
      terms.counts().messagesOut.incrementAndGet();
    } catch (IllegalArgumentException e) {
      terms.counts().dropped(Drop.UNENCODABLE, 1); // the peer's older version has no such message
    }
  }

  // Before a message is dropped for want of room, what is written goes to the socket.
  private static boolean takesMore(Channel connection) {
    if (!connection.isWritable()) {
      connection.flush();
    }
    return connection.isWritable();
  }

  /** Reads nothing for a while, so that TCP slows the peer down. */
  void rest() {
    if (state == State.OPEN && channel != null && channel.config().isAutoRead()) {
      ChannelConfig reading = channel.config().setAutoRead(false);
      var unused =
          channel
              .eventLoop()
              .schedule(() -> reading.setAutoRead(true), REST_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Hands what was written to the socket. */
  void flush() {
    // Before that TLS would begin its handshake by it, be the connection there or not.
    if (state == State.OPEN && channel != null) {
      channel.flush();
    }
  }

  /** Counts a frame that was no message. */
  int malformed() {
    return ++malformed;
  }

  /** Ends the link at once. */
  void end(LinkEnd end, String reason) {
    end(new LinkException(end, reason));
  }

  /** Ends the link at once. */
  void end(LinkException reason) {
    if (state != State.ENDED) {
      ended(reason);
      abort();
    }
  }

  /** Ends the link once everything written to it is on its way. */
  void finish() {
    if (state == State.OPENING) {
      end(LinkEnd.CLOSED, "peer " + peer() + ": link given up by this peer");
    } else if (state == State.OPEN && channel != null) {
      ended(new LinkException(LinkEnd.CLOSED, "peer " + peer() + ": link closed by this peer"));
      channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }

  /** Runs something when the connection is closed on this side. */
  void whenClosed(Runnable action) {
    if (channel == null) {
      action.run();
    } else {
      channel.closeFuture().addListener(future -> action.run());
    }
  }

  /** Closes the connection without waiting for anything. */
  void abort() {
    if (channel != null) {
      // From the first handler on: TLS itself would wait for a peer that does not read.
      ChannelHandlerContext first = channel.pipeline().firstContext();
      var unused = first == null ? channel.close() : first.close();
    }
  }

  /** Tells the peer by which code it is refused, and ends the link behind that. */
  void refuse(LinkException reason) {
    if (channel != null && state != State.ENDED) {
      byte[] refusal = terms.handshake().refusal(reason.end());
      ended(reason);
      lastFrame(channel, refusal);
    }
  }

  private static void lastFrame(Channel connection, byte[] body) {
    connection
        .writeAndFlush(FrameDecoder.frame(connection.alloc(), body))
        .addListener(ChannelFutureListener.CLOSE);
  }

  /**
   * Ends the link, once; what is still to be written is the caller's, and closing the connection.
   */
  void ended(LinkException reason) {
    boolean wasOpen = state == State.OPEN;
    state = State.ENDED;
    cancelDeadline();
    if (membershipEnd != null) {
      membershipEnd.cancel(false);
    }
    terms.counts().dropped(Drop.LINK_FAILED, queue.clear());
    terms.counts().ended(reason.end());
    (isDialled() ? terms.counts().outboundLinks : terms.counts().inboundLinks).decrementAndGet();
    owner.ended(this, reason, wasOpen);
  }

  /** Greets whom this side has dialled. */
  void greet(Channel connection) {
    write(connection, terms.handshake().hello());
    connection.flush();
  }

  /** Answers who only asks for the realm. Whoever belongs to none sends no messages here. */
  void tellRealm(Channel connection) {
    byte[] answer = terms.handshake().hello();
    ended(new LinkException(LinkEnd.CLOSED, "peer " + peer() + " was told the realm"));
    lastFrame(connection, answer);
  }

  /** A peer has greeted that is good enough. */
  void open(Channel connection, Hello peer) {
    state = State.OPEN;
    greeted = peer.contact();
    version = terms.dialects().versions().common(peer.versions()).orElseThrow();
    terms.counts().unknownCapabilities.addAndGet(peer.capabilities().size());
    cancelDeadline();
    connection
        .pipeline()
        .get(FrameDecoder.class)
        .allow(terms.dialects().newest().limits().maxMessageBytes());
    if (!isDialled()) {
      write(connection, terms.handshake().hello());
    }
    queue.drain(this::send);
    connection.flush();
    if (state == State.OPEN) { // a write may have failed
      owner.opened(this, peer);
    }
    // Last, for it may end the link.
    terms
        .admission()
        .heeded(peer)
        .ifPresent(membership -> endWith(membership, connection.eventLoop()));
  }

  /** Ends the link when its peer's membership does; looks often, for clocks are set. */
  private void endWith(Membership membership, EventLoop loop) {
    if (state != State.OPEN) {
      return;
    }
    OptionalLong left = terms.admission().millisLeft(membership);
    if (left.isPresent()) {
      long delay = Math.min(left.getAsLong(), MEMBERSHIP_LOOK_MILLIS);
      membershipEnd = loop.schedule(() -> endWith(membership, loop), delay, TimeUnit.MILLISECONDS);
    } else {
      end(terms.admission().ranOut(peer(), membership));
    }
  }

  /** A frame with a message has come. */
  void received(byte[] body) {
    owner.received(this, body);
  }

  /** What was written leaves room again, or none: then its peer has a while to read. */
  void writabilityChanged(Channel connection) {
    if (state == State.OPEN) {
      cancelDeadline();
      if (!connection.isWritable()) {
        within(connection.eventLoop(), terms.limits().stallTimeout());
      }
    }
  }

  private void late() {
    if (state == State.OPENING) {
      end(LinkEnd.HANDSHAKE_TIMEOUT, "peer " + peer() + " did not greet in time");
    } else {
      end(LinkEnd.STALLED, "peer " + peer() + " does not read what it is sent");
    }
  }

  private void cancelDeadline() {
    if (deadline != null) {
      deadline.cancel(false);
      deadline = null;
    }
  }

  private void write(Channel connection, byte[] body) {
    terms.counts().bytesOut.addAndGet(FrameDecoder.HEADER_BYTES + body.length);
    connection.write(FrameDecoder.frame(connection.alloc(), body)).addListener(this::written);
  }

  // A failed write closes the connection without an exceptionCaught: this is where a reset shows.
  private void written(io.netty.util.concurrent.Future<? super Void> future) {
    if (!future.isSuccess()) {
      end(LinkEnd.BROKEN, "peer " + peer() + ": link broken: " + future.cause().getMessage());
    }
  }
}
