package org.spamwatch.simulator.memory;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.spamwatch.agent.ratelimit.RateLimit;
import org.spamwatch.agent.ratelimit.RateLimits;
import org.spamwatch.agent.ratelimit.RateResult;
import org.spamwatch.agent.ratelimit.RateStatus;
import org.spamwatch.sketch.DistinctRate.Counting;
import org.spamwatch.sketch.DistinctRates.Outcome;

/**
 * What counting recipients of senders takes of a peer: of very many senders a hundredth has as many
 * recipients as are permitted in an hour, the others one to four each, and their mails come in an
 * order that is drawn, evenly over half an hour. Counted is as a mail server's request is,
 * addresses hashed and all, but without a port.
 *
 * @param keys senders
 * @param limit recipients permitted in an hour
 * @param seed gives all that is drawn
 */
public record RateLimitExperiment(int keys, int limit, long seed) {
  private static final String NAME = "recipients";
  private static final Duration HOUR = Duration.ofHours(1);
  private static final long MAX_BYTES = 64L << 20;
  private static final int ONE_AT_THE_LIMIT_IN = 100;
  private static final int FEW = 4;
  private static final int BATCH = 10_000;
  private static final int COLLECTIONS = 4;

  /** Finch's sending rates over the limit. */
  private static final double[] RATES = {0.5, 1, 2, Math.E, 4};

  private static final int MOST_PROBED = 2_000;

  /**
   * What came of it.
   *
   * @param messages that were counted, each to a recipient
   * @param bytes of memory as the peer tells
   * @param heapBytes that the heap grew by
   * @param cpuMicros of processor time a message, the hashing of its addresses included
   * @param forgotten senders who gave way for want of room
   * @param atLimit senders who have reached 95 of 100 of the limit
   * @param over messages that were over the limit; only the look like repeats spares one
   */
  public record Result(
      int keys,
      int messages,
      long bytes,
      long heapBytes,
      double cpuMicros,
      long forgotten,
      int atLimit,
      int over) {}

  /**
   * How often a new recipient looks like one who was written to.
   *
   * @param rate recipients sent to, over the limit
   * @param probes new recipients
   * @param missed of them that were taken for repeats
   */
  public record Missed(double rate, int probes, int missed) {
    /** Of all probes. */
    public double share() {
      return (double) missed / probes;
    }

    /** What Finch's table has: (1 - e^(-8n/16L))^8 after n recipients, with the limit L. */
    public double expected() {
      return Math.pow(-Math.expm1(-rate / 2), 8);
    }
  }

  /** Counts all. */
  public Result run(Consumer<String> progress) {
    warmUp();
    SplittableRandom random = new SplittableRandom(seed);
    int[] senders = senders(random);
    int[] sent = new int[keys];
    long before = heap();
    AtomicLong millis = new AtomicLong();
    RateLimits limits = limits(millis, Counting.SUCCESSES, MAX_BYTES);
    long cpu = 0;
    int over = 0;
    for (int from = 0; from < senders.length; from += BATCH) {
      int count = Math.min(BATCH, senders.length - from);
      String[] froms = new String[count];
      String[] tos = new String[count];
      for (int i = 0; i < count; i++) {
        int sender = senders[from + i];
        froms[i] = sender(sender);
        tos[i] = recipient(sent[sender]++, sender);
      }
      millis.set((long) (HOUR.toMillis() / 2.0 * from / senders.length));
      long begun = cpuNanos();
      for (int i = 0; i < count; i++) {
        over += outcome(limits, froms[i], tos[i]) == Outcome.OVER ? 1 : 0;
      }
      cpu += cpuNanos() - begun;
      if (from % (100 * BATCH) == 0) {
        progress.accept(from + " of " + senders.length + " messages");
      }
    }
    long heap = heap() - before;
    RateStatus.Table table = limits.status().limits().get(0);
    int atLimit = 0;
    for (int sender = 0; sender < keys; sender += ONE_AT_THE_LIMIT_IN) {
      RateResult known = limits.look(NAME, sender(sender)).orElseThrow();
      // Meanwhile the rate has decayed: half an hour at an even pace leaves 79 of 100.
      atLimit += known.rate() > .95 * limit * -2 * Math.expm1(-.5) ? 1 : 0;
    }
    return new Result(
        keys,
        senders.length,
        table.bytes(),
        heap,
        cpu / 1e3 / senders.length,
        table.forgotten(),
        atLimit,
        over);
  }

  /** Finch's table, counted as a peer does where attempts count. */
  public List<Missed> missed() {
    List<Missed> all = new ArrayList<>();
    for (double rate : RATES) {
      int count = (int) Math.round(rate * limit);
      RateLimits limits = limits(new AtomicLong(), Counting.ATTEMPTS, MAX_BYTES);
      int missed = 0;
      int senders = Math.min(keys, MOST_PROBED);
      for (int sender = 0; sender < senders; sender++) {
        for (int i = 0; i < count; i++) {
          outcome(limits, sender(sender), recipient(i, sender));
        }
        double before = rate(limits, sender);
        outcome(limits, sender(sender), recipient(count, sender));
        missed += rate(limits, sender) == before ? 1 : 0;
        limits.forget(NAME, sender(sender)); // its filter is the next one's
      }
      all.add(new Missed((double) count / limit, senders, missed));
    }
    return all;
  }

  private static double rate(RateLimits limits, int sender) {
    return limits.look(NAME, sender(sender)).orElseThrow().rate();
  }

  private void warmUp() {
    RateLimits limits = limits(new AtomicLong(), Counting.SUCCESSES, 1 << 20);
    for (int i = 0; i < 200_000; i++) {
      outcome(limits, sender(i % 1_000), recipient(i % 20, i));
    }
  }

  private RateLimits limits(AtomicLong millis, Counting counting, long maxBytes) {
    RateLimits limits = new RateLimits(NAME.getBytes(StandardCharsets.US_ASCII), millis::get);
    RateLimit set =
        new RateLimit(NAME, limit, HOUR, Optional.empty(), counting, RateLimit.Action.DEFER);
    limits.set(List.of(set), maxBytes);
    return limits;
  }

  private static Outcome outcome(RateLimits limits, String from, String to) {
    return limits.count(NAME, from, to, Optional.empty()).orElseThrow().outcome();
  }

  /** Whose each message is. */
  private int[] senders(SplittableRandom random) {
    int[] counts = new int[keys];
    int all = 0;
    for (int sender = 0; sender < keys; sender++) {
      counts[sender] = sender % ONE_AT_THE_LIMIT_IN == 0 ? limit : 1 + random.nextInt(FEW);
      all += counts[sender];
    }
    int[] senders = new int[all];
    int next = 0;
    for (int sender = 0; sender < keys; sender++) {
      for (int i = 0; i < counts[sender]; i++) {
        senders[next++] = sender;
      }
    }
    for (int i = all - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int swapped = senders[i];
      senders[i] = senders[other];
      senders[other] = swapped;
    }
    return senders;
  }

  private static String sender(int number) {
    return "sender" + number + "@example.org";
  }

  private static String recipient(int number, int sender) {
    return "recipient" + number + "." + sender + "@example.net";
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static long heap() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
