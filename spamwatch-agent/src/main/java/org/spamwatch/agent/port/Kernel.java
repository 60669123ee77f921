package org.spamwatch.agent.port;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.socket.nio.NioChannelOption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.port.OtherEnd.Account;
import org.spamwatch.agent.port.OtherEnd.Way;

/**
 * Asks this host's kernel who is at the other end of a connection. Safe for any thread but the
 * event loop, for it blocks.
 */
final class Kernel {
  private static final Logger LOG = LoggerFactory.getLogger(Kernel.class);
  private static final Accounts ACCOUNTS = Accounts.ofThisHost();
  private static final SocketTable SOCKETS =
      new SocketTable(List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6")));

  /** A table that is read while sockets come and go may miss one. */
  private static final int TRIES = 3;

  private static final int PATIENCE_SECONDS = 2;

  private Kernel() {}

  static OtherEnd otherEnd(Channel channel, Connections connections) {
    if (channel.localAddress() instanceof UnixDomainSocketAddress) {
      return new OtherEnd(Way.SOCKET, ofSocket(channel));
    }
    if (channel.localAddress() instanceof InetSocketAddress here
        && channel.remoteAddress() instanceof InetSocketAddress there
        && here.getAddress().isLoopbackAddress()
        && there.getAddress().isLoopbackAddress()) {
      return new OtherEnd(Way.LOOPBACK, ofLoopback(channel, connections, here, there));
    }
    return new OtherEnd(Way.ELSEWHERE, Optional.empty());
  }

  /** Who connected; whoever has the socket since, he gave it away. */
  private static Optional<Account> ofSocket(Channel channel) {
    try {
      UnixDomainPrincipal principal =
          channel.config().getOption(NioChannelOption.of(ExtendedSocketOptions.SO_PEERCRED));
      return principal == null ? Optional.empty() : ACCOUNTS.ofName(principal.user().getName());
    } catch (ChannelException e) {
      LOG.debug("the socket is closed", e);
      return Optional.empty();
    }
  }

  private static Optional<Account> ofLoopback(
      Channel channel, Connections connections, InetSocketAddress here, InetSocketAddress there) {
    try {
      OptionalLong owner = OptionalLong.empty();
      for (int i = 0; i < TRIES && owner.isEmpty(); i++) {
        owner = SOCKETS.owner(here, there);
      }
      return owner.isPresent() && isStillOpen(channel, connections)
          ? ACCOUNTS.ofNumber(owner.getAsLong())
          : Optional.empty();
    } catch (IOException e) {
      LOG.debug("the kernel's table of sockets cannot be read", e);
      return Optional.empty();
    }
  }

  /**
   * Whether a connection is the one that the table showed. If its client had broken it off, and
   * another process had got the port, then the other's connection was accepted when the table was
   * read; so on the event loop, which accepts, it has taken the place of this one by now.
   */
  private static boolean isStillOpen(Channel channel, Connections connections) {
    CompletableFuture<Boolean> open = new CompletableFuture<>();
    try {
      channel.eventLoop().execute(() -> open.complete(connections.isOpen(channel)));
      return open.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
      LOG.debug("the port is busy or closed", e);
      return false;
    }
  }
}
