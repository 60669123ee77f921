package org.spamwatch.simulator.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * Clients that ask a server about the same mails in turn for a while, each over a connection of its
 * own: as fast as it answers, or so many mails a second in all.
 */
final class Drive {
  private final CheckedServer server;
  private final List<byte[]> mails;
  private final boolean known;
  private final int clients;
  private final Duration length;

  /**
   * A drive.
   *
   * @param known whether the server is to know the mails
   */
  Drive(CheckedServer server, List<byte[]> mails, boolean known, int clients, Duration length) {
    this.server = server;
    this.mails = mails;
    this.known = known;
    this.clients = clients;
    this.length = length;
  }

  /** What one client saw; times in nanoseconds, of right answers alone. */
  private static final class Seen {
    private long[] nanos = new long[1024];
    private int answered;
    private long wrong;
    private long refused;
    private long lost;

    void add(long took) {
      if (answered == nanos.length) {
        nanos = Arrays.copyOf(nanos, 2 * answered);
      }
      nanos[answered++] = took;
    }
  }

  /** Asks as fast as the server answers. */
  Sample asFastAsAnswered() throws ProcessException, InterruptedException {
    return run(0);
  }

  /**
   * Asks so many mails a second in all. A mail's time begins when it was due, also if the client
   * still waited for the one before.
   */
  Sample paced(double perSecond) throws ProcessException, InterruptedException {
    return run(perSecond);
  }

  private Sample run(double perSecond) throws ProcessException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      List<Callable<Seen>> tasks = new ArrayList<>();
      long start = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
      for (int i = 0; i < clients; i++) {
        int first = i;
        tasks.add(() -> ask(first, start, perSecond));
      }
      Duration before = server.cpu();
      List<Seen> seen = new ArrayList<>();
      for (Future<Seen> each : threads.invokeAll(tasks)) {
        seen.add(each.get());
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      double cpu = server.cpu().minus(before).toNanos() / 1e9;
      return sample(seen, seconds, cpu);
    } catch (ExecutionException e) {
      throw new ProcessException("a client failed: " + e.getCause(), e);
    } finally {
      threads.shutdownNow();
    }
  }

  private Seen ask(int first, long start, double perSecond) {
    Seen seen = new Seen();
    long end = start + length.toNanos();
    double pause = perSecond == 0 ? 0 : 1e9 / perSecond;
    try (Client client = server.client()) {
      for (long i = first; ; i += clients) {
        long due = start + (long) (i * pause);
        for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
          LockSupport.parkNanos(wait);
        }
        if (perSecond == 0) {
          due = System.nanoTime();
        }
        if (Math.max(due, System.nanoTime()) >= end) {
          return seen;
        }
        Client.Answer answer = client.ask(mails.get((int) (i % mails.size())));
        if (answer.status() == 200) {
          if (answer.body().contains(server.sign()) == known) {
            seen.add(System.nanoTime() - due);
          } else {
            seen.wrong++;
          }
        } else if (answer.status() == 503) {
          seen.refused++;
        } else {
          seen.lost++;
        }
      }
    }
  }

  private static Sample sample(List<Seen> seen, double seconds, double cpu) {
    long[] all =
        seen.stream()
            .flatMapToLong(each -> Arrays.stream(each.nanos, 0, each.answered))
            .sorted()
            .toArray();
    return new Sample(
        all.length,
        seen.stream().mapToLong(each -> each.wrong).sum(),
        seen.stream().mapToLong(each -> each.refused).sum(),
        seen.stream().mapToLong(each -> each.lost).sum(),
        all.length / seconds,
        cpu <= 0 ? 0 : all.length / cpu,
        quantile(all, .5),
        quantile(all, .99));
  }

  private static double quantile(long[] sorted, double share) {
    return sorted.length == 0 ? 0 : sorted[(int) (share * (sorted.length - 1))] / 1e6;
  }
}
