package org.spamwatch.overlay.live;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The thread on which live nodes run: one for each node, or one for several nodes of one process.
 * Host names are looked up on further threads ({@link LookUps}), and so are TLS handshakes
 * computed, on at most half as many as there are processors.
 */
public final class LiveLoop implements AutoCloseable {
  private static final long CLOSE_SECONDS = 3;

  private final MultiThreadIoEventLoopGroup group;
  private final EventLoop loop;
  private final LookUps lookUps;
  private final ThreadPoolExecutor handshakes;

  private LiveLoop() {
    group =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("spamwatch-overlay", true), NioIoHandler.newFactory());
    loop = group.next();
    lookUps = new LookUps(loop, InetAddress::getByName, LookUps.PATIENCE);
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

  LookUps lookUps() {
    return lookUps;
  }

  /** Stops the thread within some seconds; close the nodes on it first. */
  @Override
  public void close() {
    lookUps.close();
    group
        .shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    handshakes.shutdownNow();
  }
}
