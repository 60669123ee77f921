package org.spamwatch.overlay.live;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The thread on which live nodes run: one for each node, or one for several nodes of one process.
 * Host names are looked up on a second thread, since a look-up may block for seconds, and TLS
 * handshakes are computed on further ones, at most half as many as there are processors.
 */
public final class LiveLoop implements AutoCloseable {
  private static final int MAX_LOOKUPS = 64;
  private static final long CLOSE_SECONDS = 3;

  private final MultiThreadIoEventLoopGroup group;
  private final EventLoop loop;
  private final ThreadPoolExecutor lookups;
  private final ThreadPoolExecutor handshakes;

  private LiveLoop() {
    group =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("spamwatch-overlay", true), NioIoHandler.newFactory());
    loop = group.next();
    lookups =
        new ThreadPoolExecutor(
            1,
            1,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_LOOKUPS),
            new DefaultThreadFactory("spamwatch-lookup", true));
    lookups.allowCoreThreadTimeOut(true);
    // Handshakes wait here one task each, and their number is bounded: by the gate, and by the
    // links this side may open. Half the processors stay free of them.
    int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    handshakes =
        new ThreadPoolExecutor(
            threads,
            threads,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new DefaultThreadFactory("spamwatch-handshake", true));
    handshakes.allowCoreThreadTimeOut(true);
  }

  /** Starts the thread. */
  public static LiveLoop open() {
    return new LiveLoop();
  }

  EventLoop loop() {
    return loop;
  }

  /** Runs the arithmetic of handshakes. */
  Executor handshakes() {
    return handshakes;
  }

  /** Looks a host name up and tells the result on the loop; empty too if too many are waiting. */
  void lookUp(String host, Consumer<Optional<InetAddress>> found) {
    try {
      lookups.execute(
          () -> {
            Optional<InetAddress> address = resolve(host);
            loop.execute(() -> found.accept(address));
          });
    } catch (RejectedExecutionException e) {
      loop.execute(() -> found.accept(Optional.empty()));
    }
  }

  private static Optional<InetAddress> resolve(String host) {
    try {
      return Optional.of(InetAddress.getByName(host));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  /** Stops the thread within some seconds; close the nodes on it first. */
  @Override
  public void close() {
    lookups.shutdownNow();
    group
        .shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    handshakes.shutdownNow();
  }
}
