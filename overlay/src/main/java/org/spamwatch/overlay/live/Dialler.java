package org.spamwatch.overlay.live;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Optional;
import org.spamwatch.overlay.Endpoint;

/** Connects links to endpoints without ever blocking the loop. */
final class Dialler {
  private final LiveLoop live;
  private final LinkLimits limits;

  Dialler(LiveLoop live, LinkLimits limits) {
    this.live = live;
    this.limits = limits;
  }

  /**
   * Connects a link, or ends it with the reason why not.
   *
   * @param namedBy who chose the endpoint, and its host's name
   */
  void connect(Endpoint to, Link link, NamedBy namedBy) {
    InetAddress literal = NetUtil.createInetAddressFromIpAddressString(to.host());
    if (literal != null) {
      connect(to, literal, link);
    } else {
      live.lookUps().lookUp(to.host(), namedBy, found -> lookedUp(to, found, link));
    }
  }

  private void lookedUp(Endpoint to, Optional<InetAddress> found, Link link) {
    if (found.isEmpty()) {
      link.end(LinkEnd.UNREACHABLE, "peer " + to + " cannot be reached: its host is not known");
    } else if (!link.isEnded()) {
      connect(to, found.get(), link);
    }
  }

  private void connect(Endpoint to, InetAddress address, Link link) {
    new Bootstrap()
        .group(live.loop())
        .channel(NioSocketChannel.class)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) limits.connectTimeout().toMillis())
        .option(ChannelOption.TCP_NODELAY, true)
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                link.install(channel);
              }
            })
        .connect(new InetSocketAddress(address, to.port()))
        .addListener(
            connected -> {
              if (!connected.isSuccess()) {
                link.end(
                    LinkEnd.UNREACHABLE,
                    "peer " + to + " cannot be reached: " + reason(connected.cause()));
              }
            });
  }

  private static String reason(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    int address = message.indexOf(": /"); // Netty appends the address, which the line already has
    return (address < 0 ? message : message.substring(0, address)).toLowerCase(Locale.ROOT);
  }
}
