package org.spamwatch.overlay.live;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Looks host names up on threads of its own, for a look-up may block for long: the names of seeds
 * and of nodes that were heard on some, those that strangers chose on others, and of these for each
 * stranger a few at a time, so that a name server of his that never answers keeps nobody else's
 * name waiting. Used on the loop.
 */
final class LookUps implements AutoCloseable {
  /** What looks a name up, and may block. */
  interface Resolver {
    InetAddress resolve(String host) throws UnknownHostException;
  }

  /** After this a name counts as not known, though its look-up may still block a thread. */
  static final Duration PATIENCE = Duration.ofSeconds(3);

  /** Threads for names of this node's own; twice as many are for those that strangers chose. */
  static final int THREADS = 4;

  /** Threads that names of one stranger's choice may block, for however long. */
  static final int MAX_OF_ONE = 2;

  private static final int MAX_WAITING = 64;
  private static final int MAX_STRANGERS_WAITING = 4 * MAX_WAITING;

  /** A stranger's name that waits for others of his. */
  private record Asked(String host, OneAnswer answer) {}

  /** The names of one stranger's choice. */
  private static final class Strangers {
    final Queue<Asked> waiting = new ArrayDeque<>();
    int running;
  }

  private final EventLoop loop;
  private final Resolver resolver;
  private final Duration patience;
  private final ThreadPoolExecutor own = threads("spamwatch-lookup", THREADS);
  private final ThreadPoolExecutor strangers = threads("spamwatch-lookup-stranger", 2 * THREADS);
  private final Map<NamedBy, Strangers> ofStrangers = new HashMap<>();
  private int strangersWaiting;

  LookUps(EventLoop loop, Resolver resolver, Duration patience) {
    this.loop = loop;
    this.resolver = resolver;
    this.patience = patience;
  }

  private static ThreadPoolExecutor threads(String name, int number) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            number,
            number,
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
   * @param namedBy who chose the name
   */
  void lookUp(String host, NamedBy namedBy, Consumer<Optional<InetAddress>> found) {
    OneAnswer answer = new OneAnswer(found);
    boolean taken =
        namedBy.isStranger()
            ? ofStranger(namedBy, new Asked(host, answer))
            : execute(own, () -> resolve(host, answer));
    if (!taken) {
      loop.execute(() -> answer.give(Optional.empty()));
      return;
    }
    var unused =
        loop.schedule(
            () -> answer.give(Optional.empty()), patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static boolean execute(ThreadPoolExecutor threads, Runnable task) {
    try {
      threads.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  private boolean ofStranger(NamedBy namedBy, Asked asked) {
    Strangers his = ofStrangers.computeIfAbsent(namedBy, name -> new Strangers());
    if (his.running < MAX_OF_ONE) {
      return start(namedBy, his, asked);
    }
    if (his.waiting.size() >= MAX_WAITING || strangersWaiting >= MAX_STRANGERS_WAITING) {
      return false;
    }
    strangersWaiting++;
    return his.waiting.add(asked);
  }

  private boolean start(NamedBy namedBy, Strangers his, Asked asked) {
    his.running++;
    boolean taken =
        execute(
            strangers,
            () -> {
              resolve(asked.host(), asked.answer());
              loop.execute(() -> ended(namedBy, his));
            });
    if (!taken) {
      ended(namedBy, his);
    }
    return taken;
  }

  private void ended(NamedBy namedBy, Strangers his) {
    his.running--;
    Asked next = his.waiting.poll();
    while (next != null) {
      strangersWaiting--;
      if (!next.answer().given) {
        start(namedBy, his, next);
        return;
      }
      next = his.waiting.poll();
    }
    if (his.running == 0) {
      ofStrangers.remove(namedBy);
    }
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
