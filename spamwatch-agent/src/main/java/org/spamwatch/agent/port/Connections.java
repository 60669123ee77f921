package org.spamwatch.agent.port;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The connections of a port, and which of them keep it waiting for a request. Beyond a bound the
 * one that has done so longest gives way to a new one; if none does, the new one is refused. For
 * the port's event loop alone; opening looks through all of them at a bound.
 */
final class Connections {
  private final PortLimits limits;
  private final Set<Channel> open = new LinkedHashSet<>();
  private final Multiset<InetAddress> ofAddress = HashMultiset.create();
  private final Map<Ends, Channel> byEnds = new HashMap<>();

  /** The longest waiting first. */
  private final Set<Channel> waiting = new LinkedHashSet<>();

  /** Both ends of a TCP connection: of two with the same ends the earlier is dead. */
  private record Ends(InetSocketAddress here, InetSocketAddress there) {
    private static Optional<Ends> of(Channel channel) {
      return channel.localAddress() instanceof InetSocketAddress here
              && channel.remoteAddress() instanceof InetSocketAddress there
          ? Optional.of(new Ends(here, there))
          : Optional.empty();
    }
  }

  Connections(PortLimits limits) {
    this.limits = limits;
  }

  /** Takes in a new connection. False if it must be closed. */
  boolean open(Channel channel) {
    Ends.of(channel).map(byEnds::get).ifPresent(this::giveWay);
    InetAddress address = address(channel);
    boolean ofOne =
        !address.isLoopbackAddress() && ofAddress.count(address) >= limits.maxOfAddress();
    if (ofOne || open.size() >= limits.maxConnections()) {
      Optional<Channel> longest =
          waiting.stream().filter(other -> !ofOne || address(other).equals(address)).findFirst();
      if (longest.isEmpty()) {
        return false;
      }
      giveWay(longest.get());
    }
    open.add(channel);
    Ends.of(channel).ifPresent(ends -> byEnds.put(ends, channel));
    ofAddress.add(address);
    waiting.add(channel);
    return true;
  }

  private void giveWay(Channel channel) {
    closed(channel);
    Turn.end(channel);
  }

  /**
   * Whether a connection is one of the port's: neither closed nor followed by another from the same
   * port of the same client.
   */
  boolean isOpen(Channel channel) {
    return open.contains(channel);
  }

  /** A connection is to send a request from now on. */
  void waits(Channel channel) {
    if (open.contains(channel)) {
      waiting.add(channel);
    }
  }

  /** A connection's request is there. */
  void works(Channel channel) {
    waiting.remove(channel);
  }

  /** Forgets a connection. */
  void closed(Channel channel) {
    waiting.remove(channel);
    if (open.remove(channel)) {
      ofAddress.remove(address(channel));
      Ends.of(channel).ifPresent(ends -> byEnds.remove(ends, channel));
    }
  }

  private static InetAddress address(Channel channel) {
    return channel.remoteAddress() instanceof InetSocketAddress socket
            && socket.getAddress() != null
        ? socket.getAddress()
        : InetAddress.getLoopbackAddress();
  }
}
