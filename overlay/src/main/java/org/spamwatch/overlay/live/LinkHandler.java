package org.spamwatch.overlay.live;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.timeout.IdleStateEvent;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.live.Greeting.OtherVersion;
import org.spamwatch.overlay.live.Greeting.Refusal;
import org.spamwatch.overlay.wire.WireException;

/**
 * What comes in on a link's connection: first its peer's greeting, by which it opens or ends, then
 * messages, and whatever breaks it. All of it happens on the loop.
 */
final class LinkHandler extends ChannelInboundHandlerAdapter {
  private final Link link;
  private final LinkTerms terms;
  private final KeyWitness witness;
  private boolean isHeard;

  /** With the witness of the link's TLS handshake. */
  LinkHandler(Link link, LinkTerms terms, KeyWitness witness) {
    this.link = link;
    this.terms = terms;
    this.witness = witness;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    if (link.isEnded()) {
      link.abort();
    }
  }

  private void secured(ChannelHandlerContext context, SslHandshakeCompletionEvent event) {
    if (!event.isSuccess()) {
      // Not aborted: TLS still has to tell the peer, and closes the connection itself.
      brokeOff(event.cause());
    } else if (link.isOpening() && link.isDialled()) {
      link.greet(context.channel());
    }
  }

  private void brokeOff(Throwable cause) {
    if (!link.isEnded()) {
      link.ended(
          LinkSecurity.isTls(cause)
              ? LinkSecurity.failure(link.peer(), cause)
              : new LinkException(LinkEnd.UNREACHABLE, closedEarly()));
    }
  }

  private String closedEarly() {
    return "peer " + link.peer() + " closed the link before its greeting";
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object frame) {
    byte[] body = (byte[]) frame;
    terms.counts().bytesIn.addAndGet(FrameDecoder.HEADER_BYTES + body.length);
    if (link.isOpen()) {
      received(body);
    } else if (link.isOpening()) {
      greeted(context, body);
    }
  }

  /** Whoever dialled and does not agree with this side's hello says so in its second frame. */
  private void received(byte[] body) {
    Optional<Refusal> refusal =
        link.isDialled() || isHeard ? Optional.empty() : terms.handshake().readRefusal(body);
    isHeard = true;
    refusal.ifPresentOrElse(
        it -> link.end(terms.admission().refusedBy(link.peer(), it)), () -> link.received(body));
  }

  private void greeted(ChannelHandlerContext context, byte[] frame) {
    Greeting greeting;
    try {
      greeting = terms.handshake().read(frame);
    } catch (WireException e) {
      link.refuse(garbage(e.getMessage()));
      return;
    }
    if (link.isDialled() && link.remote().isPresent()) {
      // Only whom this side chose to call is heard: whoever calls may call as often as he likes.
      InetSocketAddress from = link.remote().get();
      witness
          .key()
          .flatMap(key -> terms.admission().voice(from, key, greeting))
          .ifPresent(terms.clocks());
    }
    if (greeting instanceof OtherVersion other) {
      link.refuse(terms.admission().otherVersion(link.peer(), other.versions().toString()));
    } else if (greeting instanceof Refusal refusal) {
      link.end(terms.admission().refusedBy(link.peer(), refusal));
    } else if (greeting instanceof Hello hello) {
      VerifyingKey key = witness.key().orElseThrow();
      terms
          .admission()
          .objection(link.peer(), key, hello)
          .ifPresentOrElse(link::refuse, () -> admitted(context, hello));
    }
  }

  private void admitted(ChannelHandlerContext context, Hello peer) {
    if (!terms.admission().isQuestion(peer)) {
      link.open(context.channel(), peer);
    } else if (link.isDialled()) {
      link.refuse(terms.admission().otherRealm(link.peer(), Id.ZERO));
    } else {
      link.tellRealm(context.channel());
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (link.isOpen()) {
      link.end(LinkEnd.CLOSED, "peer " + link.peer() + " closed the link");
    } else {
      link.end(LinkEnd.UNREACHABLE, closedEarly());
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    link.writabilityChanged(context.channel());
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent && link.isOpen()) {
      link.end(LinkEnd.IDLE, "peer " + link.peer() + ": link idle");
    } else if (event instanceof SslHandshakeCompletionEvent secured) {
      secured(context, secured);
    } else if (event instanceof SslCloseCompletionEvent) {
      channelInactive(context); // nothing more will come, though the connection may linger
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Exhausted.endIf(cause);
    Throwable root =
        cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
    if (LinkSecurity.isTls(root)) {
      link.end(LinkSecurity.failure(link.peer(), root));
    } else if (cause instanceof DecoderException) {
      link.end(garbage(String.valueOf(cause.getMessage())));
    } else {
      link.end(LinkEnd.BROKEN, "peer " + link.peer() + ": link broken: " + cause.getMessage());
    }
  }

  private LinkException garbage(@Nullable String reason) {
    return new LinkException(
        LinkEnd.GARBAGE, "peer " + link.peer() + " does not speak this protocol: " + reason);
  }
}
