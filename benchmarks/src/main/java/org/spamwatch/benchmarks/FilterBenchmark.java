package org.spamwatch.benchmarks;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
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
import org.spamwatch.sketch.RegisterBlockedBloomFilter;

/**
 * Probes of three Bloom filters of 1 MiB that hold the same elements and err at most once in 2,000:
 * Guava's, the plain one and the blocked one; and of the register-blocked one, which errs at most
 * once in 300. An operation is one probe.
 *
 * <p>The elements are as many as the blocked filter takes at 18 bits each. The other two are sized
 * for an error in 2,000 at 530,000 elements, which makes 1 MiB and 11 hash functions; with fewer
 * elements than that they are the faster.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FilterBenchmark {
  private static final int PROBES = 1 << 16;
  private static final int BLOCKS = (1 << 23) / BlockedBloomFilter.BLOCK_BITS;
  private static final int ELEMENTS = (1 << 23) / 18;
  private static final int SIZED_FOR = 530_000;
  private static final double MOST_ERRORS = 1 / 2_000.0;
  private static final double MOST_ERRORS_OF_REGISTER = 1 / 300.0;

  private final BlockedBloomFilter blocked = new BlockedBloomFilter(BLOCKS, 7);
  private final org.spamwatch.sketch.BloomFilter plain =
      new org.spamwatch.sketch.BloomFilter(1 << 23, 11, 7);
  private final BloomFilter<Long> guava =
      BloomFilter.create(Funnels.longFunnel(), SIZED_FOR, MOST_ERRORS);
  private final RegisterBlockedBloomFilter register = new RegisterBlockedBloomFilter(1 << 17, 7);
  private final long[] present = new long[PROBES];
  private final long[] absent = new long[PROBES];
  private final long[] together = new long[PROBES];

  /** Fills the filters, and counts how often they err. */
  @Setup
  public void fill() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < ELEMENTS; i++) {
      long element = random.nextLong();
      if (i < PROBES) {
        present[i] = element;
      }
      blocked.add(element);
      plain.add(element);
      register.add(element);
      guava.put(element);
    }
    for (int i = 0; i < PROBES; i++) {
      absent[i] = random.nextLong();
    }
    check("blocked", blocked::mightContain, MOST_ERRORS);
    check("plain", plain::mightContain, MOST_ERRORS);
    check("guava", guava::mightContain, MOST_ERRORS);
    check("register", register::mightContain, MOST_ERRORS_OF_REGISTER);
  }

  private static void check(String name, LongPredicate filter, double most) {
    SplittableRandom random = new SplittableRandom(2);
    int asked = 1 << 21;
    int errors = 0;
    for (int i = 0; i < asked; i++) {
      errors += filter.test(random.nextLong()) ? 1 : 0;
    }
    if (errors > most * asked) {
      throw new IllegalStateException(name + " errs " + errors + " times in " + asked);
    }
  }

  /** Guava's, of what is not there. */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public int guavaAbsent() {
    return guava(absent);
  }

  /** Guava's, of what is there. */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public int guavaPresent() {
    return guava(present);
  }

  private int guava(long[] probes) {
    int found = 0;
    for (long probe : probes) {
      found += guava.mightContain(probe) ? 1 : 0;
    }
    return found;
  }

  /** The plain one, of what is not there. */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public int plainAbsent() {
    return plain(absent);
  }

  /** The plain one, of what is there. */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public int plainPresent() {
    return plain(present);
  }

  private int plain(long[] probes) {
    int found = 0;
    for (long probe : probes) {
      found += plain.mightContain(probe) ? 1 : 0;
    }
    return found;
  }

  /** The blocked one, of what is not there. */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public int blockedAbsent() {
    return blocked(absent);
  }

  /** The blocked one, of what is there. */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public int blockedPresent() {
    return blocked(present);
  }

  /** The register-blocked one, of what is not there. */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public int registerAbsent() {
    return register(absent);
  }

  /** The register-blocked one, of what is there. */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public int registerPresent() {
    return register(present);
  }

  private int register(long[] probes) {
    int found = 0;
    for (long probe : probes) {
      found += register.mightContain(probe) ? 1 : 0;
    }
    return found;
  }

  /** The blocked one, of what is not there, 256 at a time. */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public int blockedAbsentTogether() {
    System.arraycopy(absent, 0, together, 0, PROBES);
    return blocked.retain(together, 0, PROBES);
  }

  private int blocked(long[] probes) {
    int found = 0;
    for (long probe : probes) {
      found += blocked.mightContain(probe) ? 1 : 0;
    }
    return found;
  }
}
