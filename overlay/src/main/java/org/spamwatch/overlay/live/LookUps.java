package org.spamwatch.overlay.live;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Looks host names up on threads of its own, for a look-up may block for long: the names of seeds
 * and of nodes that were heard on some, those that strangers chose on others, so that a name server
 * of theirs that never answers keeps nobody else's name waiting. Used on the loop.
 */
final class LookUps implements AutoCloseable {
  /** What looks a name up, and may block. */
  interface Resolver {
    InetAddress resolve(String host) throws UnknownHostException;
  }

  /** After this a name counts as not known, though its look-up may still block a thread. */
  static final Duration PATIENCE = Duration.ofSeconds(3);

  /** Threads for each of the two. */
  static final int THREADS = 4;

  private static final int MAX_WAITING = 64;

  private final EventLoop loop;
  private final Resolver resolver;
  private final Duration patience;
  private final ThreadPoolExecutor own = threads("spamwatch-lookup");
  private final ThreadPoolExecutor strangers = threads("spamwatch-lookup-stranger");

  LookUps(EventLoop loop, Resolver resolver, Duration patience) {
    this.loop = loop;
    this.resolver = resolver;
    this.patience = patience;
  }

  private static ThreadPoolExecutor threads(String name) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING),
            new DefaultThreadFactory(name, true));
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /**
   * Looks a name up and tells the result on the loop, once; empty too if it takes too long or too
   * many are waiting.
   *
   * @param stranger whether others chose the name
   */
  void lookUp(String host, boolean stranger, Consumer<Optional<InetAddress>> found) {
    OneAnswer answer = new OneAnswer(found);
    try {
      (stranger ? strangers : own).execute(() -> resolve(host, answer));
    } catch (RejectedExecutionException e) {
      loop.execute(() -> answer.give(Optional.empty()));
      return;
    }
    var unused =
        loop.schedule(
            () -> answer.give(Optional.empty()), patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void resolve(String host, OneAnswer answer) {
    if (!answer.given) {
      Optional<InetAddress> address = resolved(host);
      loop.execute(() -> answer.give(address));
    }
  }

  private Optional<InetAddress> resolved(String host) {
    try {
      return Optional.of(resolver.resolve(host));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    own.shutdownNow();
    strangers.shutdownNow();
  }

  /** An answer that is given once, on the loop; any thread may look whether it was. */
  private static final class OneAnswer {
    private final Consumer<Optional<InetAddress>> found;
    private volatile boolean given;

    OneAnswer(Consumer<Optional<InetAddress>> found) {
      this.found = found;
    }

    void give(Optional<InetAddress> address) {
      if (!given) {
        given = true;
        found.accept(address);
      }
    }
  }
}
