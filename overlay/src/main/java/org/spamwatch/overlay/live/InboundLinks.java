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
import java.util.Map;
import java.util.Set;

/**
 * The links that others open: how many are let in, and how many of these are in their handshake.
 * Who is turned away is told so. Not thread-safe.
 */
final class InboundLinks {
  private final LinkCounts counts;
  private final LimitedLog warnings;
  private final InboundQuota quota;
  private final HandshakeGate gate;
  private final Map<Link, InetAddress> addresses = new HashMap<>();
  private final Set<Link> greeting = new LinkedHashSet<>(); // in their handshake

  /** Nobody is in yet. */
  InboundLinks(LinkLimits limits, LinkCounts counts, LimitedLog warnings) {
    this.counts = counts;
    this.warnings = warnings;
    this.quota = new InboundQuota(limits.maxInbound(), limits.maxInboundPerAddress());
    this.gate = new HandshakeGate(limits, System::nanoTime);
  }

  /** Lets a connection in, or turns it away if there are too many; returns whether it is in. */
  boolean enter(SocketChannel connection) {
    InetAddress address = connection.remoteAddress().getAddress();
    if (!quota.enter(address)) {
      turnAway(connection, quota);
      return false;
    }
    if (!gate.enter(address)) {
      quota.leave(address);
      turnAway(connection, gate);
      return false;
    }
    return true;
  }

  /** A connection that was let in has its link. */
  void entered(Link link, SocketChannel connection) {
    addresses.put(link, connection.remoteAddress().getAddress());
    greeting.add(link);
  }

  /** A link's handshake is over. */
  void greeted(Link link) {
    if (greeting.remove(link)) {
      gate.leave();
    }
  }

  /** A link has ended, whoever opened it. */
  void ended(Link link) {
    InetAddress address = addresses.remove(link);
    if (address != null) {
      quota.leave(address);
    }
    greeted(link);
  }

  /** Says to a new connection that it is not wanted, and closes it. */
  void turnAway(SocketChannel connection, Object reason) {
    counts.ended(LinkEnd.BUSY);
    warnings.warn(
        LinkEnd.BUSY,
        () ->
            "peer "
                + NetUtil.toSocketAddressString(connection.remoteAddress())
                + " turned away: "
                + reason);
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
}
