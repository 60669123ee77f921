package org.spamwatch.simulator.statistics;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.spamwatch.statistics.Judge;
import org.spamwatch.statistics.Pruning;
import org.spamwatch.statistics.Scoring;
import org.spamwatch.statistics.SpamminessLookup;
import org.spamwatch.statistics.TokenHash;
import org.spamwatch.statistics.mail.MailTokens;
import org.spamwatch.statistics.mail.TokenLimits;

/**
 * Microseconds of this thread's processor time that the stages of a filter take for a mail, each
 * measured alone over mails that the stages before it have done with. Medians of samples of at
 * least a fifth of a second. Not thread-safe.
 */
final class Stages {
  private static final int WARMING = 3;
  private static final int SAMPLES = 5;
  private static final long SAMPLE_NANOS = 200_000_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final List<byte[]> mails;
  private final long[][] tokens;
  private final long[][] distinct;
  private final MailTokens reader = new MailTokens(TokenLimits.DEFAULT);
  private long sink;

  /**
   * Of mails.
   *
   * @param hashed the same mails
   */
  Stages(List<byte[]> mails, List<HashedMail> hashed) {
    this.mails = mails;
    tokens = hashed.stream().map(HashedMail::tokens).toArray(long[][]::new);
    distinct =
        Arrays.stream(tokens)
            .map(some -> Arrays.stream(some).distinct().toArray())
            .toArray(long[][]::new);
  }

  static double meanBytes(List<byte[]> mails) {
    return mails.stream().mapToInt(mail -> mail.length).average().orElse(0);
  }

  /** From a mail's bytes to what is said of it. */
  double whole(Judge judge, TokenHash hash) {
    return micros(
        () -> {
          long spam = 0;
          for (byte[] mail : mails) {
            judge.begin();
            reader.read(
                mail, 0, mail.length, (bytes, from, to) -> judge.token(hash.hash(bytes, from, to)));
            spam += judge.indicator() > .5 ? 1 : 0;
          }
          return spam;
        });
  }

  double parsing() {
    return micros(
        () -> {
          long[] length = {0};
          for (byte[] mail : mails) {
            reader.read(mail, 0, mail.length, (bytes, from, to) -> length[0] += to - from);
          }
          return length[0];
        });
  }

  /** With the parsing before it. */
  double hashing(TokenHash hash) {
    return micros(
        () -> {
          long[] all = {0};
          for (byte[] mail : mails) {
            reader.read(
                mail, 0, mail.length, (bytes, from, to) -> all[0] ^= hash.hash(bytes, from, to));
          }
          return all[0];
        });
  }

  double pruning(Pruning pruning) {
    return micros(
        () -> {
          long found = 0;
          for (long[] mail : tokens) {
            pruning.clear();
            for (long token : mail) {
              found += pruning.isNew(token) ? 1 : 0;
            }
          }
          return found;
        });
  }

  double query(SpamminessLookup lookup) {
    return micros(() -> levels(lookup));
  }

  /** What looking up a mail's tokens does to the processor's last cache, where that is counted. */
  Optional<CacheCounters.Counted> cacheOfQuery(SpamminessLookup lookup) {
    double each = Math.max(1, mails.size());
    return CacheCounters.ofEach(() -> sink += levels(lookup))
        .map(all -> new CacheCounters.Counted(all.references() / each, all.misses() / each));
  }

  private long levels(SpamminessLookup lookup) {
    long levels = 0;
    for (long[] mail : distinct) {
      for (long token : mail) {
        levels += lookup.level(token);
      }
    }
    return levels;
  }

  double scoring(Scoring scoring, SpamminessLookup lookup) {
    int[][] levels =
        Arrays.stream(distinct)
            .map(mail -> Arrays.stream(mail).mapToInt(lookup::level).filter(l -> l >= 0).toArray())
            .toArray(int[][]::new);
    return micros(
        () -> {
          long spam = 0;
          for (int[] mail : levels) {
            scoring.clear();
            for (int level : mail) {
              scoring.add(level);
            }
            spam += scoring.indicator() > .5 ? 1 : 0;
          }
          return spam;
        });
  }

  private double micros(LongSupplier once) {
    for (int i = 0; i < WARMING; i++) {
      sink += once.getAsLong();
    }
    double[] samples = new double[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      long start = THREADS.getCurrentThreadCpuTime();
      long nanos;
      int passes = 0;
      do {
        sink += once.getAsLong();
        passes++;
        nanos = THREADS.getCurrentThreadCpuTime() - start;
      } while (nanos < SAMPLE_NANOS);
      samples[i] = nanos / 1e3 / passes / Math.max(1, mails.size());
    }
    Arrays.sort(samples);
    return sink == Long.MIN_VALUE ? Double.NaN : samples[SAMPLES / 2]; // or nothing is computed
  }
}
