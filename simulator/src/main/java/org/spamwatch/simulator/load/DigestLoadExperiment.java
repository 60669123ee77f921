package org.spamwatch.simulator.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.spamwatch.simulator.load.LoadExperiment.Mails;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * A signature server, and perhaps rspamd's fuzzy storage and pyzord, each asked over its own
 * protocol about the same mails: ordinary ones, and such as were reported to it; by the same number
 * of clients, each of which has one request under way, one server after the other.
 */
public final class DigestLoadExperiment implements AutoCloseable {
  private static final int MAIL_BYTES = 1_500;

  private final List<DigestRival> servers = new ArrayList<>();
  private final List<MailDigests> ordinary;
  private final List<MailDigests> known;

  /**
   * What is run.
   *
   * @param flags for the signature server's Java
   * @param rspamd whether its storage is run too, on redis and on sqlite
   * @param pyzor whether pyzord is run too
   * @param mails of each kind
   */
  public record Setup(List<String> flags, boolean rspamd, boolean pyzor, int mails, long seed) {
    /** Copies the list. */
    public Setup {
      flags = List.copyOf(flags);
    }
  }

  /**
   * What clients saw of one way to ask one server.
   *
   * @param together mails in one request
   * @param sample of mails; times are a request's
   */
  public record Seen(String way, Mails mails, int together, Sample sample) {}

  private DigestLoadExperiment(Setup setup) throws ProcessException {
    LoadMails made = new LoadMails(setup.seed());
    ordinary = MailDigests.of(made.next(setup.mails(), MAIL_BYTES));
    known = MailDigests.of(made.next(setup.mails(), MAIL_BYTES));
  }

  /** Starts the servers and reports the known mails. */
  public static DigestLoadExperiment open(Setup setup, Consumer<String> progress)
      throws ProcessException {
    DigestLoadExperiment experiment = new DigestLoadExperiment(setup);
    try {
      experiment.servers.add(SignatureRival.start(setup.flags()));
      if (setup.rspamd()) {
        experiment.servers.add(RspamdRival.start("redis"));
        experiment.servers.add(RspamdRival.start("sqlite"));
      }
      if (setup.pyzor()) {
        experiment.servers.add(PyzorRival.start());
      }
      for (DigestRival server : experiment.servers) {
        progress.accept(server.ways().get(0).name() + " is told of " + setup.mails() + " spams");
        server.report(experiment.known);
      }
      return experiment;
    } catch (ProcessException | RuntimeException e) {
      experiment.close();
      throw e;
    }
  }

  /** Asks every server in each of its ways about each kind of mail. */
  public List<Seen> round(int clients, Duration length)
      throws ProcessException, InterruptedException {
    List<Seen> round = new ArrayList<>();
    for (Mails mails : Mails.values()) {
      for (DigestRival server : servers) {
        for (DigestRival.Way way : server.ways()) {
          Sample sample = new Drive(server, way, mails, clients, length).sample();
          round.add(new Seen(way.name(), mails, way.together(), sample));
        }
      }
    }
    return round;
  }

  /** Clients that ask for a while. */
  private final class Drive {
    private final DigestRival server;
    private final DigestRival.Way way;
    private final boolean isKnown;
    private final List<MailDigests> mails;
    private final int clients;
    private final Duration length;

    Drive(DigestRival server, DigestRival.Way way, Mails kind, int clients, Duration length) {
      this.server = server;
      this.way = way;
      this.isKnown = kind == Mails.KNOWN;
      this.mails = isKnown ? known : ordinary;
      this.clients = clients;
      this.length = length;
    }

    Sample sample() throws ProcessException, InterruptedException {
      ExecutorService threads = Executors.newFixedThreadPool(clients);
      try {
        long end = System.nanoTime() + length.toNanos();
        List<Callable<Asked>> tasks = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
          int first = i * mails.size() / clients;
          tasks.add(() -> ask(first, end));
        }
        Duration before = server.cpu();
        long start = System.nanoTime();
        Asked all = new Asked();
        for (Future<Asked> each : threads.invokeAll(tasks)) {
          all.add(each.get());
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return all.sample(seconds, server.cpu().minus(before).toNanos() / 1e9);
      } catch (ExecutionException e) {
        throw new ProcessException(way.name() + ": a client failed: " + e.getCause(), e);
      } finally {
        threads.shutdownNow();
      }
    }

    private Asked ask(int first, long end) throws ProcessException {
      Asked asked = new Asked();
      int at = first;
      try (DigestAsking client = way.opening().open()) {
        while (System.nanoTime() < end) {
          List<MailDigests> some = some(at);
          at = (at + some.size()) % mails.size();
          long start = System.nanoTime();
          try {
            int spam = client.known(some);
            asked.answered(some.size(), isKnown ? some.size() - spam : spam, start);
          } catch (IOException e) {
            asked.lost += some.size();
          }
        }
      }
      return asked;
    }

    private List<MailDigests> some(int from) {
      return mails.subList(from, Math.min(mails.size(), from + way.together()));
    }
  }

  /** What clients saw; times of requests in nanoseconds. */
  private static final class Asked {
    private long[] nanos = new long[1024];
    private int requests;
    private long right;
    private long wrong;
    private long lost;

    void answered(int mails, int wrongly, long start) {
      if (requests == nanos.length) {
        nanos = Arrays.copyOf(nanos, 2 * requests);
      }
      nanos[requests++] = System.nanoTime() - start;
      right += mails - wrongly;
      wrong += wrongly;
    }

    void add(Asked other) {
      int from = requests;
      requests += other.requests;
      nanos = Arrays.copyOf(nanos, Math.max(nanos.length, requests));
      System.arraycopy(other.nanos, 0, nanos, from, other.requests);
      right += other.right;
      wrong += other.wrong;
      lost += other.lost;
    }

    Sample sample(double seconds, double cpu) {
      Arrays.sort(nanos, 0, requests);
      return new Sample(
          right,
          wrong,
          0,
          lost,
          right / seconds,
          cpu <= 0 ? 0 : right / cpu,
          quantile(.5),
          quantile(.99));
    }

    private double quantile(double share) {
      return requests == 0 ? 0 : nanos[(int) (share * (requests - 1))] / 1e6;
    }
  }

  @Override
  public void close() {
    servers.forEach(DigestRival::close);
  }
}
