package org.spamwatch.overlay.live;

import io.netty.channel.socket.SocketChannel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
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
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.Revocations;
import org.spamwatch.overlay.wire.UnknownTypeException;
import org.spamwatch.overlay.wire.WireException;

/**
 * All links of one node. They are opened by the first message to an endpoint and used in both
 * directions. All of it happens on the loop.
 */
final class Links implements LinkOwner {
  /** Where what comes in goes; called on the loop. */
  interface Inbox {
    void received(Contact from, Endpoint answerAt, Message message);

    /** An endpoint could not be reached, or its link broke; never called within {@link #send}. */
    void failed(Endpoint to);
  }

  /** Frames that are no message before the peer that sends them is cut off. */
  private static final int MAX_MALFORMED = 8;

  private static final Logger log = LoggerFactory.getLogger(Links.class);

  private final LiveLoop live;
  private final Contact self;
  private final Inbox inbox;
  private final Dialler dialler;
  private final InboundLinks inbound;
  private final LimitedLog warnings = new LimitedLog(log);
  private final LinkTable table = new LinkTable();
  private final Set<Link> all = new LinkedHashSet<>();
  private final Set<Link> toStrangers = new LinkedHashSet<>(); // the eldest first
  private final Set<Link> unflushed = new LinkedHashSet<>();
  private LinkTerms terms;
  private @Nullable List<Link> closing; // once no link is opened any more

  /** No links yet, by the terms of a node that belongs to no realm yet. */
  Links(LiveLoop live, Contact self, LinkTerms terms, Inbox inbox) {
    this.live = live;
    this.self = self;
    this.terms = terms;
    this.inbox = inbox;
    this.dialler = new Dialler(live, terms.limits());
    this.inbound = new InboundLinks(terms.limits(), terms.counts(), warnings);
  }

  /** The links from now on belong to a realm, by a membership if it is closed. */
  void bindTo(Realm realm, Optional<Membership> membership) {
    Revocations revocations = terms.own().revocations();
    terms = terms.with(new GreetingTerms(self, Optional.of(realm), membership, revocations));
  }

  /** From now on nobody is linked to who is revoked. */
  void heed(Revocations heeded) {
    GreetingTerms own = terms.own();
    terms = terms.with(new GreetingTerms(self, own.realm(), own.membership(), heeded));
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
      bytes = terms.dialects().newest().encode(send.message());
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
    Link link = table.to(send).orElse(null);
    if (link != null && send.link() == Send.Link.OWN) {
      toStrangers.remove(link);
    }
    return link == null ? dial(send) : link;
  }

  /** Opens a link for what is sent first, and for no more. */
  private @Nullable Link dialAnew(Endpoint to) {
    if (closing != null || terms.counts().outboundLinks.get() >= terms.limits().maxOutbound()) {
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
    if (closing != null || terms.counts().outboundLinks.get() >= terms.limits().maxOutbound()) {
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
    table.dialled(to, link);
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
    if (closing != null) {
      inbound.turnAway(connection, "this peer is stopping");
    } else if (inbound.enter(connection)) {
      Link link = Link.accepted(this, terms, live.loop());
      inbound.entered(link, connection);
      all.add(link);
      link.install(connection);
    }
  }

  @Override
  public void opened(Link link, Hello peer) {
    inbound.greeted(link);
    table.opened(link, peer.contact().endpoint());
    log.debug("link with {} open", peer.contact());
  }

  @Override
  public void received(Link link, byte[] bytes) {
    Message message;
    try {
      message =
          terms
              .dialects()
              .in(link.version())
              .decode(bytes, type -> terms.counts().newerPayloads.incrementAndGet());
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
    inbound.ended(link);
    Set<Endpoint> lost = table.ended(link, wasOpen);
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
    if (link.isDialled() && !orderly && closing == null) {
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
    if (closing != null) {
      closing.forEach(Link::abort);
    }
  }

  /** Closes every link once what was written is on its way; says when all are closed. */
  void close(Runnable done) {
    List<Link> last = List.copyOf(all);
    closing = last;
    warnings.flush();
    flush();
    if (last.isEmpty()) {
      done.run();
    }
    int[] left = {last.size()};
    for (Link link : last) {
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
