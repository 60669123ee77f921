package org.spamwatch.overlay.live;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.UnknownTypeException;
import org.spamwatch.overlay.wire.WireException;

/**
 * All links of one node, and which of them leads to which endpoint. Links are opened by the first
 * message to an endpoint and used in both directions. All of it happens on the loop.
 */
final class Links implements LinkOwner {
  /** Where what comes in goes; called on the loop. */
  interface Inbox {
    void received(Endpoint from, Message message);

    /** An endpoint could not be reached, or its link broke; never called within {@link #send}. */
    void failed(Endpoint to);
  }

  /** Frames that are no message before the peer that sends them is cut off. */
  private static final int MAX_MALFORMED = 8;

  private static final Logger log = LoggerFactory.getLogger(Links.class);

  private final LiveLoop live;
  private final MessageTable messages;
  private final Contact self;
  private final Inbox inbox;
  private final Dialler dialler;
  private final InboundQuota quota;
  private final LimitedLog warnings = new LimitedLog(log, System::nanoTime);
  private final Map<Endpoint, Link> routes = new HashMap<>();
  private final Map<Link, InetAddress> accepted = new HashMap<>();
  private final Set<Link> all = new LinkedHashSet<>();
  private final Set<Link> unflushed = new LinkedHashSet<>();
  private LinkTerms terms;
  private List<Link> closing = List.of();
  private boolean closed;

  Links(
      LiveLoop live,
      MessageTable messages,
      Contact self,
      LinkLimits limits,
      LinkCounts counts,
      Inbox inbox) {
    this.live = live;
    this.messages = messages;
    this.self = self;
    this.inbox = inbox;
    this.dialler = new Dialler(live, limits);
    this.quota = new InboundQuota(limits.maxInbound(), limits.maxInboundPerAddress());
    this.terms =
        new LinkTerms(
            new Handshake(messages, self, Id.ZERO),
            limits,
            messages.limits().maxMessageBytes(),
            counts);
  }

  /** Binds the links from now on to a realm. */
  void bindTo(Id realm) {
    Handshake handshake = new Handshake(messages, self, realm);
    terms = new LinkTerms(handshake, terms.limits(), terms.maxMessageBytes(), terms.counts());
  }

  /**
   * Sends a message over the link to an endpoint, which it opens if there is none; a message to
   * this very node comes in on a later turn, without a link.
   */
  void send(Send send) {
    byte[] bytes;
    try {
      bytes = messages.encode(send.message());
    } catch (IllegalArgumentException e) {
      terms.counts().dropped(Drop.UNENCODABLE, 1);
      warnings.warn(Drop.UNENCODABLE, () -> "a message was not sent: " + e.getMessage());
      return;
    }
    if (send.to().equals(self.endpoint())) {
      live.loop().execute(() -> inbox.received(send.to(), send.message()));
      return;
    }
    Link link = routes.get(send.to());
    if (link == null) {
      link = dial(send.to());
    }
    if (link != null) {
      link.send(bytes);
      flushSoon(link);
    }
  }

  private @Nullable Link dial(Endpoint to) {
    if (closed || terms.counts().outboundLinks.get() >= terms.limits().maxOutbound()) {
      terms.counts().dropped(Drop.TOO_MANY_LINKS, 1);
      warnings.warn(
          Drop.TOO_MANY_LINKS,
          () ->
              "messages are dropped: "
                  + terms.limits().maxOutbound()
                  + " own links are open, the limit");
      return null;
    }
    Link link = Link.dialled(this, terms, live.loop(), to);
    routes.put(to, link);
    all.add(link);
    dialler.connect(to, link);
    return link;
  }

  /** Asks a peer for its hello over a link of its own. */
  void ask(Endpoint peer, CompletableFuture<Hello> answer) {
    Link link = Link.dialled(new HelloRequest(answer, all::remove), terms, live.loop(), peer);
    all.add(link);
    dialler.connect(peer, link);
  }

  /** Takes an accepted connection over, or turns it away if there are too many. */
  void accept(SocketChannel connection) {
    InetAddress address = connection.remoteAddress().getAddress();
    if (closed || !quota.enter(address)) {
      turnAway(connection);
      return;
    }
    Link link = Link.accepted(this, terms, live.loop());
    accepted.put(link, address);
    all.add(link);
    link.install(connection);
  }

  private void turnAway(SocketChannel connection) {
    terms.counts().ended(LinkEnd.BUSY);
    warnings.warn(
        LinkEnd.BUSY,
        () ->
            "peer "
                + NetUtil.toSocketAddressString(connection.remoteAddress())
                + " turned away: "
                + quota);
    byte[] refusal = terms.handshake().refusal(Handshake.CODE_BUSY, LinkEnd.BUSY.name());
    connection
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelActive(ChannelHandlerContext context) {
                context
                    .writeAndFlush(FrameDecoder.frame(context.alloc(), refusal))
                    .addListener(ChannelFutureListener.CLOSE);
              }
            });
  }

  @Override
  public void opened(Link link, Hello peer) {
    // Its hello's claim to an endpoint is unproven: it is believed only if it names the very
    // address the link comes from, and never against a link that this peer opened itself.
    if (!link.isDialled() && comesFrom(link, peer.contact().endpoint())) {
      routes.putIfAbsent(link.endpoint(), link);
    }
    log.debug("link with {} open", peer.contact());
  }

  private static boolean comesFrom(Link link, Endpoint claim) {
    InetAddress claimed = NetUtil.createInetAddressFromIpAddressString(claim.host());
    return link.remote().map(remote -> remote.getAddress().equals(claimed)).orElse(false);
  }

  @Override
  public void received(Link link, byte[] bytes) {
    Message message;
    try {
      message = messages.decode(bytes);
    } catch (UnknownTypeException e) {
      terms.counts().dropped(Drop.UNKNOWN_TYPE, 1);
      warnings.warn(Drop.UNKNOWN_TYPE, () -> bad(link, e) + "; skipped, it may be newer");
      return;
    } catch (WireException e) {
      terms.counts().dropped(Drop.MALFORMED, 1);
      warnings.warn(Drop.MALFORMED, () -> bad(link, e));
      if (link.malformed() > MAX_MALFORMED) {
        link.end(LinkEnd.GARBAGE, bad(link, e));
      }
      return;
    }
    terms.counts().messagesIn.incrementAndGet();
    inbox.received(link.endpoint(), message);
  }

  private static String bad(Link link, WireException reason) {
    return "peer " + link.peer() + " sent a bad message: " + reason.getMessage();
  }

  @Override
  public void ended(Link link, LinkException reason, boolean wasOpen) {
    all.remove(link);
    unflushed.remove(link);
    InetAddress address = accepted.remove(link);
    if (address != null) {
      quota.leave(address);
    }
    if (link.isDialled() || wasOpen) {
      routes.remove(link.endpoint(), link);
    }
    switch (reason.end()) {
      case GARBAGE, VERSION, REALM, SELF, BUSY ->
          warnings.warn(reason.end(), () -> String.valueOf(reason.getMessage()));
      default -> log.debug("{}", reason.getMessage());
    }
    // A link that a stranger opened says nothing about the endpoint he claims.
    boolean orderly = wasOpen && (reason.end() == LinkEnd.CLOSED || reason.end() == LinkEnd.IDLE);
    if (link.isDialled() && !orderly && !closed) {
      live.loop().execute(() -> inbox.failed(link.endpoint()));
    }
  }

  // One system call for all the messages that the turns of one pass of the loop send to a peer.
  private void flushSoon(Link link) {
    if (unflushed.isEmpty()) {
      live.loop().execute(this::flush);
    }
    unflushed.add(link);
  }

  private void flush() {
    unflushed.forEach(Link::flush);
    unflushed.clear();
  }

  /** Closes whatever a graceful close left open. */
  void abort() {
    closing.forEach(Link::abort);
  }

  /** Closes every link once what was written is on its way; says when all are closed. */
  void close(Runnable done) {
    closed = true;
    flush();
    closing = List.copyOf(all);
    if (closing.isEmpty()) {
      done.run();
    }
    int[] left = {closing.size()};
    for (Link link : closing) {
      link.finish();
      link.whenClosed(
          () -> {
            left[0]--;
            if (left[0] == 0) {
              done.run();
            }
          });
    }
  }
}
