package org.spamwatch.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class HashBatchTest {
  private static final int LONGEST = 40; // longer than what is hashed together

  private final SplittableRandom random = new SplittableRandom(1);
  private long[] told = new long[0];

  private void take(long[] hashes, int count) {
    int before = told.length;
    told = Arrays.copyOf(told, before + count);
    System.arraycopy(hashes, 0, told, before, count);
  }

  /** All of them, at the end of an array too, in whatever order. */
  @Property(tries = 200)
  void hashesAreThoseOfEachAlone(
      @ForAll long key0,
      @ForAll long key1,
      @ForAll @IntRange(max = 2_000) int tokens,
      @ForAll @IntRange(max = LONGEST) int longest,
      @ForAll boolean isKeyed) {
    TokenHash hash = isKeyed ? TokenHash.keyed(key0, key1) : TokenHash.thin(key0, key1);
    HashBatch batch = new HashBatch(hash, this::take);
    byte[] text = new byte[3 * LONGEST];
    random.nextBytes(text);
    told = new long[0];
    for (int mail = 0; mail < 2; mail++) { // what is used again begins anew
      long[] expected = Arrays.copyOf(told, told.length + tokens);
      for (int i = expected.length - tokens; i < expected.length; i++) {
        int length = random.nextInt(longest + 1);
        int from = random.nextInt(text.length - length + 1);
        expected[i] = hash.hash(text, from, from + length);
        batchToken(batch, text, from, from + length);
      }
      batch.finish();
      assertThat(sorted(told)).containsExactly(sorted(expected));
    }
    batch.finish();
    assertThat(told).hasSize(2 * tokens);
  }

  /** The bytes are the visitor's during the call alone. */
  private static void batchToken(HashBatch batch, byte[] text, int from, int to) {
    byte[] lent = text.clone();
    batch.token(lent, from, to);
    Arrays.fill(lent, (byte) 0);
  }

  private static long[] sorted(long[] hashes) {
    long[] sorted = hashes.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  @Test
  void aTokenAllocatesNothing() {
    long[] sum = {0};
    HashBatch batch = new HashBatch(TokenHash.keyed(1, 2), (hashes, count) -> sum[0] += hashes[0]);
    byte[] text = new byte[1 << 10];
    random.nextBytes(text);
    batch.token(text, 0, 9);
    batch.finish(); // loads classes
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    int tokens = 10_000;
    for (int i = 0; i < tokens; i++) {
      batch.token(text, i & 511, (i & 511) + i % LONGEST);
    }
    batch.finish();
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(tokens);
    assertThat(sum[0]).isNotZero();
  }
}
