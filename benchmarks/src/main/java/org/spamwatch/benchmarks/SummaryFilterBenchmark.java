package org.spamwatch.benchmarks;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.spamwatch.sketch.BlockedBloomFilter;

/**
 * Whether a small filter of the newest messages helps in front of one over all: 600,000 messages of
 * 40 features, 54 MB, and 1 MiB. An operation is one mail of 240 features, none of them announced,
 * which have to be looked up in both.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SummaryFilterBenchmark {
  private static final int FEATURES = 600_000 * 40;
  private static final int BITS = 18;
  private static final int SMALL_BLOCKS = (1 << 23) / BlockedBloomFilter.BLOCK_BITS;
  private static final int A_MAIL = 240;
  private static final int MAILS = 1 << 14;

  private final BlockedBloomFilter all =
      new BlockedBloomFilter(BlockedBloomFilter.blocksFor(FEATURES, BITS), 7);
  private final BlockedBloomFilter small = new BlockedBloomFilter(SMALL_BLOCKS, 7);
  private final long[] mails = new long[MAILS * A_MAIL];
  private final long[] mail = new long[A_MAIL];
  private final long[] known = new long[A_MAIL];

  /** Fills the filters, the small one with what it has room for. */
  @Setup
  public void fill() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < FEATURES; i++) {
      long feature = random.nextLong();
      all.add(feature);
      if (i < (1 << 23) / BITS) {
        small.add(feature);
      }
    }
    for (int i = 0; i < mails.length; i++) {
      mails[i] = random.nextLong();
    }
  }

  private int begin(int number) {
    System.arraycopy(mails, number * A_MAIL, mail, 0, A_MAIL);
    return A_MAIL;
  }

  /** One filter, a feature after the other. */
  @Benchmark
  @OperationsPerInvocation(MAILS)
  public int oneByOne() {
    int found = 0;
    for (int i = 0; i < MAILS; i++) {
      begin(i);
      for (long feature : mail) {
        found += all.mightContain(feature) ? 1 : 0;
      }
    }
    return found;
  }

  /** One filter, a mail's features together. */
  @Benchmark
  @OperationsPerInvocation(MAILS)
  public int together() {
    int found = 0;
    for (int i = 0; i < MAILS; i++) {
      found += all.retain(mail, 0, begin(i));
    }
    return found;
  }

  /** The small filter before it, a feature after the other. */
  @Benchmark
  @OperationsPerInvocation(MAILS)
  public int smallFirstOneByOne() {
    int found = 0;
    for (int i = 0; i < MAILS; i++) {
      begin(i);
      for (long feature : mail) {
        found += small.mightContain(feature) || all.mightContain(feature) ? 1 : 0;
      }
    }
    return found;
  }

  /** The small filter before it, a mail's features together. */
  @Benchmark
  @OperationsPerInvocation(MAILS)
  public int smallFirstTogether() {
    int found = 0;
    for (int i = 0; i < MAILS; i++) {
      begin(i);
      System.arraycopy(mail, 0, known, 0, A_MAIL);
      found += small.retain(known, 0, A_MAIL); // what it lacks is looked up in the other all the same
      found += all.retain(mail, 0, A_MAIL);
    }
    return found;
  }
}
