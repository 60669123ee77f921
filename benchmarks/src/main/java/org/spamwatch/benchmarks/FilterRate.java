package org.spamwatch.benchmarks;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import java.util.function.ToIntFunction;
import org.spamwatch.sketch.BlockedBloomFilter;

/**
 * What it costs to look up an ordinary mail of 240 features, none of them announced, in CPU time:
 * in a filter over 600,000 messages of 40 features (54 MB), with a filter of 1 MiB in front of it
 * that holds the newest of them, in that one alone, and in Guava's of 1 MiB. Nine rounds in one
 * process, behind two that warm up.
 *
 * <p>{@code java -Xmx500m -cp benchmarks.jar org.spamwatch.benchmarks.FilterRate}
 */
public final class FilterRate {
  private static final int FEATURES = 600_000 * 40;
  private static final int BITS = 18;
  private static final int MIB_BITS = 1 << 23;
  private static final int A_MAIL = 240;
  private static final int MAILS = 1 << 14;
  private static final int WARM_UP = 2;
  private static final int ROUNDS = 9;

  private final BlockedBloomFilter all =
      new BlockedBloomFilter(BlockedBloomFilter.blocksFor(FEATURES, BITS), 7);
  private final BlockedBloomFilter small =
      new BlockedBloomFilter(MIB_BITS / BlockedBloomFilter.BLOCK_BITS, 7);
  private final BloomFilter<Long> guava =
      BloomFilter.create(Funnels.longFunnel(), 530_000, 1 / 2_000.0); // 1 MiB
  private final long[] mails = new long[MAILS * A_MAIL];
  private final long[] rest = new long[A_MAIL];
  private long found;

  private FilterRate() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < FEATURES; i++) {
      long feature = random.nextLong();
      all.add(feature);
      if (i < MIB_BITS / BITS) {
        small.add(feature);
        guava.put(feature);
      }
    }
    for (int i = 0; i < mails.length; i++) {
      mails[i] = random.nextLong();
    }
  }

  /**
   * Prints a line for each way.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    new FilterRate().print();
  }

  private void print() {
    Map<String, ToIntFunction<long[]>> ways = new LinkedHashMap<>();
    ways.put("54 MB, one by one", mail -> count(mail, all::mightContain));
    ways.put("54 MB, together", mail -> all.retain(mail, 0, A_MAIL));
    ways.put(
        "1 MiB, then 54 MB, one by one",
        mail -> count(mail, each -> small.mightContain(each) || all.mightContain(each)));
    ways.put("1 MiB, then 54 MB, together", this::inBoth);
    ways.put("1 MiB, one by one", mail -> count(mail, small::mightContain));
    ways.put("1 MiB, together", mail -> small.retain(mail, 0, A_MAIL));
    ways.put("1 MiB, Guava's", mail -> count(mail, guava::mightContain));
    Map<String, double[]> micros = new LinkedHashMap<>();
    ways.keySet().forEach(way -> micros.put(way, new double[ROUNDS]));
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      for (String way : List.copyOf(ways.keySet())) {
        double took = micros(ways.getOrDefault(way, mail -> 0));
        if (round >= 0) {
          micros.getOrDefault(way, new double[ROUNDS])[round] = took;
        }
      }
    }
    micros.forEach(
        (way, each) -> {
          Arrays.sort(each);
          System.out.printf(
              Locale.ROOT,
              "%-30s %5.2f us a mail (%.2f to %.2f)%n",
              way,
              each[ROUNDS / 2],
              each[0],
              each[ROUNDS - 1]);
        });
    System.out.printf(
        Locale.ROOT,
        "%.4f %% false positives in 54 MB, %d found%n",
        100 * all.falsePositiveRate(),
        found);
  }

  private static int count(long[] mail, LongPredicate filter) {
    int count = 0;
    for (long feature : mail) {
      count += filter.test(feature) ? 1 : 0;
    }
    return count;
  }

  /** What the small one lacks is looked up in the other; of these mails that is all. */
  private int inBoth(long[] mail) {
    System.arraycopy(mail, 0, rest, 0, A_MAIL);
    return small.retain(rest, 0, A_MAIL) + all.retain(mail, 0, A_MAIL);
  }

  private double micros(ToIntFunction<long[]> way) {
    long[] mail = new long[A_MAIL];
    long start = cpuNanos();
    for (int i = 0; i < MAILS; i++) {
      System.arraycopy(mails, i * A_MAIL, mail, 0, A_MAIL);
      found += way.applyAsInt(mail);
    }
    return (cpuNanos() - start) / 1e3 / MAILS;
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
