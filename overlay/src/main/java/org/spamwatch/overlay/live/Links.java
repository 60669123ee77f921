package org.spamwatch.overlay.live;

import io.netty.buffer.Unpooled;
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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.Revocations;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.wire.UnknownTypeException;
import org.spamwatch.overlay.wire.WireException;

/**
 * All links of one node, and which of them leads to whom. Links are opened by the first message to
 * an endpoint and used in both directions. All of it happens on the loop.
 *
 * <p>What is meant for a node goes over a link whose other end has proven to be that node. What is
 * meant for whoever listens at an endpoint goes over a link that was opened to there. So a claimed
 * endpoint brings nobody what is meant for another.
 */
final class Links implements LinkOwner {
  /** Where what comes in goes; called on the loop. */
  interface Inbox {
    void received(Contact from, Endpoint answerAt, Message message);

    /** A peer that this node has dialled has shown its clock; called on no turn. */
    void clock(ClockVoice voice);

    /** An endpoint could not be reached, or its link broke; never called within {@link #send}. */
    void failed(Endpoint to);
  }

  /** Frames that are no message before the peer that sends them is cut off. */
  private static final int MAX_MALFORMED = 8;

  private static final Logger log = LoggerFactory.getLogger(Links.class);

  private final LiveLoop live;
  private final Dialects dialects;
  private final Contact self;
  private final Inbox inbox;
  private final Dialler dialler;
  private final InboundQuota quota;
  private final HandshakeGate gate;
  private final LimitedLog warnings = new LimitedLog(log, System::nanoTime);
  private final Map<Endpoint, Link> dialled = new HashMap<>();
  private final Map<Contact, Link> open = new HashMap<>(); // who is at the other end, answered at
  private final Map<Link, InetAddress> accepted = new HashMap<>();
  private final Set<Link> greeting = new LinkedHashSet<>(); // accepted, in their handshake
  private final Set<Link> all = new LinkedHashSet<>();
  private final Set<Link> toStrangers = new LinkedHashSet<>(); // the eldest first
  private final Set<Link> unflushed = new LinkedHashSet<>();
  private final LinkSecurity security;
  private final LinkLimits limits;
  private final LinkCounts counts;
  private final LongSupplier wallMillis;
  private Revocations revocations = Revocations.none();
  private LinkTerms terms;
  private List<Link> closing = List.of();
  private boolean closed;

  Links(
      LiveLoop live,
      Dialects dialects,
      Contact self,
      SigningKey key,
      LinkLimits limits,
      LinkCounts counts,
      LongSupplier wallMillis,
      Inbox inbox) {
    this.wallMillis = wallMillis;
    this.live = live;
    this.dialects = dialects;
    this.self = self;
    this.inbox = inbox;
    this.dialler = new Dialler(live, limits);
    this.quota = new InboundQuota(limits.maxInbound(), limits.maxInboundPerAddress());
    this.gate = new HandshakeGate(limits, System::nanoTime);
    this.security = new LinkSecurity(key, live.handshakes());
    this.limits = limits;
    this.counts = counts;
    this.terms = terms(new GreetingTerms(self, Optional.empty(), Optional.empty()));
  }

  private LinkTerms terms(GreetingTerms terms) {
    return new LinkTerms(
        dialects,
        security,
        new Handshake(dialects, terms, wallMillis),
        new Admission(dialects.versions(), terms, wallMillis),
        limits,
        counts,
        inbox::clock);
  }

  /** The links from now on belong to a realm, by a membership if it is closed. */
  void bindTo(Realm realm, Optional<Membership> membership) {
    terms = terms(new GreetingTerms(self, Optional.of(realm), membership, revocations));
  }

  /** From the next {@link #bindTo} on nobody is linked to who is revoked. */
  void heed(Revocations heeded) {
    revocations = heeded;
  }

  /** Ends the links of those who have been revoked since. */
  void endRevoked() {
    for (Link link : List.copyOf(all)) {
      if (link.isOpen() && terms.admission().isRevoked(link.contact().id())) {
        link.end(terms.admission().revokedSince(link.peer()));
      }
    }
  }

  /** Reads nothing from a node for a while. */
  void rest(Id node) {
    for (Link link : all) {
      if (link.isOpen() && link.contact().id().equals(node)) {
        link.rest();
      }
    }
  }

  /**
   * Sends a message over the link to an endpoint, which it opens if there is none; a message to
   * this very node comes in on a later turn, without a link.
   */
  void send(Send send) {
    byte[] bytes;
    try {
      bytes = dialects.newest().encode(send.message());
    } catch (IllegalArgumentException e) {
      terms.counts().dropped(Drop.UNENCODABLE, 1);
      warnings.warn(Drop.UNENCODABLE, () -> "a message was not sent: " + e.getMessage());
      return;
    }
    if (send.to().equals(self.endpoint())) {
      live.loop().execute(() -> inbox.received(self, self.endpoint(), send.message()));
      return;
    }
    Link link = send.anew() ? dialAnew(send.to()) : linkFor(send);
    if (link != null) {
      link.send(send.message(), bytes);
      flushSoon(link);
    }
  }

  private @Nullable Link linkFor(Send send) {
    Link link = send.node().map(node -> open.get(new Contact(node, send.to()))).orElse(null);
    link = link == null ? dialled.get(send.to()) : link;
    if (link != null && send.link() == Send.Link.OWN) {
      toStrangers.remove(link);
    }
    return link == null ? dial(send) : link;
  }

  /** Opens a link for what is sent first, and for no more. */
  private @Nullable Link dialAnew(Endpoint to) {
    if (closed || terms.counts().outboundLinks.get() >= terms.limits().maxOutbound()) {
      terms.counts().dropped(Drop.TOO_MANY_LINKS, 1);
      return null;
    }
    Link link = Link.dialled(new OneMessage(all::remove), terms, live.loop(), to);
    all.add(link);
    dialler.connect(to, link, NamedBy.of(Optional.of(to)));
    return link;
  }

  private @Nullable Link dial(Send send) {
    Endpoint to = send.to();
    boolean stranger = send.link() == Send.Link.TO_STRANGER;
    if (stranger && toStrangers.size() >= terms.limits().maxToStrangers()) {
      Link eldest = toStrangers.iterator().next();
      toStrangers.remove(eldest); // so that those named last are not the ones kept out
      eldest.finish();
    }
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
    dialled.put(to, link);
    all.add(link);
    if (stranger) {
      toStrangers.add(link);
    }
    dialler.connect(to, link, stranger ? NamedBy.of(send.toldBy()) : NamedBy.NOBODY_ELSE);
    return link;
  }

  /** Asks a peer for its hello over a link of its own. */
  void ask(Endpoint peer, CompletableFuture<Hello> answer) {
    Link link = Link.dialled(new HelloRequest(answer, all::remove), terms, live.loop(), peer);
    all.add(link);
    dialler.connect(peer, link, NamedBy.NOBODY_ELSE);
  }

  /** Takes an accepted connection over, or turns it away if there are too many. */
  void accept(SocketChannel connection) {
    InetAddress address = connection.remoteAddress().getAddress();
    if (closed) {
      turnAway(connection, "this peer is stopping");
      return;
    }
    if (!quota.enter(address)) {
      turnAway(connection, quota);
      return;
    }
    if (!gate.enter(address)) {
      quota.leave(address);
      turnAway(connection, gate);
      return;
    }
    Link link = Link.accepted(this, terms, live.loop());
    accepted.put(link, address);
    greeting.add(link);
    all.add(link);
    link.install(connection);
  }

  private void turnAway(SocketChannel connection, Object bound) {
    terms.counts().ended(LinkEnd.BUSY);
    warnings.warn(
        LinkEnd.BUSY,
        () ->
            "peer "
                + NetUtil.toSocketAddressString(connection.remoteAddress())
                + " turned away: "
                + bound);
    connection
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelActive(ChannelHandlerContext context) {
                context
                    .writeAndFlush(Unpooled.wrappedBuffer(LinkSecurity.TURNED_AWAY))
                    .addListener(ChannelFutureListener.CLOSE);
              }
            });
  }

  @Override
  public void opened(Link link, Hello peer) {
    greetingOver(link);
    // Its id is proven, its endpoint is not: that is believed only if it is the very address the
    // link goes to or comes from. The port of an accepted link is not the one its peer listens at.
    Endpoint claim = peer.contact().endpoint();
    boolean portFits = link.dialled().map(to -> to.port() == claim.port()).orElse(true);
    // Whoever cannot be believed, as behind NAT, is answered over the very link that it opened.
    if (!portFits || !isAddressOf(link, claim)) {
      link.disbelieveClaim();
    } else if (link.isDialled()) {
      dialled.putIfAbsent(claim, link); // a literal address, where it was dialled by a name
    }
    open.putIfAbsent(link.answeredAs(), link);
    log.debug("link with {} open", peer.contact());
  }

  private void greetingOver(Link link) {
    if (greeting.remove(link)) {
      gate.leave();
    }
  }

  private static boolean isAddressOf(Link link, Endpoint claim) {
    InetAddress claimed = NetUtil.createInetAddressFromIpAddressString(claim.host());
    return link.remote().map(remote -> remote.getAddress().equals(claimed)).orElse(false);
  }

  @Override
  public void received(Link link, byte[] bytes) {
    Message message;
    try {
      message =
          dialects.in(link.version()).decode(bytes, type -> counts.newerPayloads.incrementAndGet());
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
    inbox.received(link.contact(), link.answeredAs().endpoint(), message);
  }

  private static String bad(Link link, WireException reason) {
    return "peer " + link.peer() + " sent a bad message: " + reason.getMessage();
  }

  @Override
  public void ended(Link link, LinkException reason, boolean wasOpen) {
    all.remove(link);
    unflushed.remove(link);
    toStrangers.remove(link);
    InetAddress address = accepted.remove(link);
    if (address != null) {
      quota.leave(address);
    }
    greetingOver(link);
    Set<Endpoint> lost = new LinkedHashSet<>();
    link.dialled().filter(to -> dialled.remove(to, link)).ifPresent(lost::add);
    if (wasOpen) {
      Endpoint answeredAt = link.answeredAs().endpoint();
      boolean wasOpenTo = open.remove(link.answeredAs(), link);
      boolean wasDialled = dialled.remove(answeredAt, link);
      if (wasOpenTo || wasDialled) {
        lost.add(answeredAt);
      }
    }
    switch (reason.end()) {
      case GARBAGE,
          TLS,
          IDENTITY,
          VERSION,
          REALM,
          CLOCK,
          NO_MEMBER,
          EXPIRED,
          FORGED,
          REVOKED,
          SELF,
          BUSY ->
          warnings.warn(reason.end(), () -> String.valueOf(reason.getMessage()));
      default -> log.debug("{}", reason.getMessage());
    }
    // A link that a stranger opened says nothing about the endpoint he claims.
    boolean orderly = wasOpen && (reason.end() == LinkEnd.CLOSED || reason.end() == LinkEnd.IDLE);
    if (link.isDialled() && !orderly && !closed) {
      live.loop().execute(() -> lost.forEach(inbox::failed));
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
