package org.spamwatch.agent.port;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Phaser;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.overlay.live.LimitedLog;

/**
 * A port that was taken, its event loop and its workers. Connections wait until {@link #serve} says
 * what is spoken. Safe for any thread.
 */
public final class BoundPort implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BoundPort.class);
  private static final int BACKLOG = 128;
  private static final int STOP_SECONDS = 2;

  private final LimitedLog log = new LimitedLog(LOG);
  private final MultiThreadIoEventLoopGroup loop;
  private final ThreadPoolExecutor workers;
  private final PortLimits limits;
  private final Connections connections;
  private final Phaser underWay = new Phaser(1);
  private final List<Channel> listeners = new CopyOnWriteArrayList<>();
  private final List<LocalSocket> sockets = new CopyOnWriteArrayList<>();
  private volatile Function<Turn, List<ChannelHandler>> protocol = turn -> List.of();

  private BoundPort(String name, PortLimits limits) {
    this.limits = limits;
    connections = new Connections(limits);
    workers =
        new ThreadPoolExecutor(
            limits.threads(),
            limits.threads(),
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(limits.queue()),
            new DefaultThreadFactory(name, true));
    loop =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory(name + "-port", true), NioIoHandler.newFactory());
  }

  /**
   * Takes a port.
   *
   * @param name of its threads
   * @throws IOException if the address cannot be bound
   */
  public static BoundPort at(String name, InetSocketAddress address, PortLimits limits)
      throws IOException {
    BoundPort port = new BoundPort(name, limits);
    try {
      port.listen(port.bootstrap().channel(NioServerSocketChannel.class), address);
    } catch (IOException e) {
      port.end();
      throw e;
    }
    return port;
  }

  /**
   * Takes a Unix domain socket, and no port of TCP.
   *
   * @param name of its threads
   * @param group whether the file's group may connect as well
   * @throws IOException if there can be none; a {@link java.net.BindException} if something else is
   *     there
   */
  public static BoundPort at(String name, Path file, boolean group, PortLimits limits)
      throws IOException {
    BoundPort port = new BoundPort(name, limits);
    try {
      port.alsoAt(file, group);
    } catch (IOException e) {
      port.close();
      throw e;
    }
    return port;
  }

  /**
   * Listens at a Unix domain socket too. Who may connect is the file's mode: its owner, whatever
   * the process's mask. A socket that nobody answers any more gives way; the file goes when this is
   * closed.
   *
   * @param group whether the file's group may connect as well
   * @throws IOException if there can be none; a {@link java.net.BindException} if something else is
   *     there
   */
  public void alsoAt(Path file, boolean group) throws IOException {
    LocalSocket socket = new LocalSocket(file);
    sockets.add(socket);
    try {
      listen(bootstrap().channel(NioServerDomainSocketChannel.class), socket.address());
      socket.open(group);
    } catch (UnsupportedOperationException e) {
      throw new IOException("this system has no such sockets with a mode", e);
    }
  }

  private ServerBootstrap bootstrap() {
    return new ServerBootstrap()
        .group(loop)
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .option(ChannelOption.AUTO_READ, false)
        .childHandler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                if (channel instanceof SocketChannel tcp) {
                  tcp.config().setTcpNoDelay(true);
                }
                Turn turn = new Turn(channel, connections, limits, log);
                channel.pipeline().addLast(turn);
                protocol.apply(turn).forEach(channel.pipeline()::addLast);
              }
            });
  }

  private void listen(ServerBootstrap bootstrap, SocketAddress address) throws IOException {
    ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      if (bound.cause() instanceof IOException refused) {
        throw refused;
      }
      throw new IOException(bound.cause());
    }
    bound
        .channel()
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                log.warn("accept", () -> "a connection cannot be accepted: " + cause.getMessage());
              }
            });
    listeners.add(bound.channel());
  }

  /** Where lines go that clients can cause. */
  public LimitedLog log() {
    return log;
  }

  /**
   * Lets clients in.
   *
   * @param handlers those of a new connection, behind its {@link Turn}
   */
  public void serve(Function<Turn, List<ChannelHandler>> handlers) {
    protocol = handlers;
    listeners.forEach(listener -> listener.config().setAutoRead(true));
  }

  /** Where it listens for TCP, if it does. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listeners.get(0).localAddress();
  }

  /**
   * Has work done by a worker. Closing the port waits a little for work that was begun until {@link
   * #isDone} is called for it.
   *
   * @return false if there is more work than workers and queue hold
   */
  public boolean work(Runnable work) {
    underWay.register();
    try {
      workers.execute(work);
      return true;
    } catch (RejectedExecutionException e) {
      isDone();
      return false;
    }
  }

  /** Work that was begun is done, and what came of it was told. */
  public void isDone() {
    underWay.arriveAndDeregister();
  }

  /** Lets nobody in, waits two seconds at most for work under way and closes every connection. */
  @Override
  public void close() {
    listeners.forEach(listener -> listener.close().awaitUninterruptibly());
    sockets.forEach(LocalSocket::remove);
    try {
      underWay.awaitAdvanceInterruptibly(underWay.arrive(), STOP_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      LOG.debug("requests are cut off", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    end();
  }

  private void end() {
    workers.shutdownNow();
    log.flush();
    loop.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
