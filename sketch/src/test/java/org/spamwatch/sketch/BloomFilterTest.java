package org.spamwatch.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.hash.Funnels;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** A plain filter: what it never forgets, how often it errs, and its bytes. */
class BloomFilterTest {
  private static final long MOST = 1 << 20;

  private static byte[] bytes(BloomFilter filter) {
    ByteBuffer out = ByteBuffer.allocate((int) filter.serialLength());
    filter.write(out);
    assertThat(out.hasRemaining()).isFalse();
    return out.array();
  }

  @Property
  void whatWasAddedIsFound(
      @ForAll Set<Long> elements,
      @ForAll @LongRange(min = 1, max = 5000) long size,
      @ForAll @IntRange(min = 1, max = 32) int hashes,
      @ForAll long seed) {
    BloomFilter filter = new BloomFilter(size, hashes, seed);
    for (long element : elements) {
      boolean known = filter.mightContain(element);
      assertThat(filter.add(element)).isEqualTo(!known);
    }
    assertThat(elements).allMatch(filter::mightContain);
    assertThat(filter.bitsSet())
        .isLessThanOrEqualTo(Math.min(size, (long) hashes * elements.size()));
    assertThat(filter.bitsSet() == 0).isEqualTo(elements.isEmpty());
  }

  @Property
  void theUnionIsWhatAddingBothGives(
      @ForAll Set<Long> some,
      @ForAll Set<Long> others,
      @ForAll @LongRange(min = 1, max = 5000) long size,
      @ForAll long seed) {
    BloomFilter left = new BloomFilter(size, 4, seed);
    BloomFilter right = new BloomFilter(size, 4, seed);
    BloomFilter both = new BloomFilter(size, 4, seed);
    some.forEach(left::add);
    others.forEach(right::add);
    some.forEach(both::add);
    others.forEach(both::add);
    BloomFilter united = left.copy();
    united.unite(right);
    assertThat(united).isEqualTo(both).hasSameHashCodeAs(both);
    assertThat(united.bitsSet()).isEqualTo(both.bitsSet());
    right.unite(left);
    assertThat(right).isEqualTo(both);
    assertThat(some).allMatch(left::mightContain); // a copy was changed, not the filter itself
  }

  @Property
  void theSerialFormIsReadBackAsItWas(
      @ForAll @Size(max = 50) Set<Long> elements,
      @ForAll @LongRange(min = 1, max = 3000) long size,
      @ForAll @IntRange(min = 1, max = 32) int hashes,
      @ForAll long seed) {
    BloomFilter filter = new BloomFilter(size, hashes, seed);
    elements.forEach(filter::add);
    ByteBuffer in = ByteBuffer.wrap(bytes(filter));
    BloomFilter read = BloomFilter.read(in, size);
    assertThat(read).isEqualTo(filter);
    assertThat(read.bitsSet()).isEqualTo(filter.bitsSet());
    assertThat(in.hasRemaining()).isFalse();
  }

  /** Whatever was sent: a filter or one line, and no more memory than was sent. */
  @Property
  void anyBytesAreAFilterOrRefused(
      @ForAll @Size(max = 60) byte[] noise, @ForAll @IntRange(min = 0, max = 40) int cut) {
    byte[] good = bytes(new BloomFilter(100, 3, 5));
    byte[] changed = good.clone();
    for (int i = 0; i + 1 < noise.length; i += 2) {
      changed[Math.floorMod(noise[i], changed.length)] ^= noise[i + 1];
    }
    ByteBuffer in = ByteBuffer.wrap(changed, 0, Math.max(0, changed.length - cut));
    try {
      BloomFilter read = BloomFilter.read(in, MOST);
      assertThat(bytes(read)).startsWith(changed[0], changed[1]);
      assertThat(read.size()).isLessThanOrEqualTo(MOST);
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).doesNotContain("\n").containsIgnoringCase("bloom filter");
    }
  }

  /** Well mixed elements, counters, and multiples of large powers of two alike. */
  @Test
  void falsePositivesAreAsManyAsTheFormulaSays() {
    SplittableRandom random = new SplittableRandom(7);
    assertRate(4, 100_003, 20_000, i -> random.nextLong());
    assertRate(7, 160_001, 16_000, i -> i);
    assertRate(3, 65_536, 10_000, i -> i << 40);
    assertRate(11, 160_000, 10_000, i -> Long.reverse(i));
  }

  private static void assertRate(int hashes, int size, int added, LongUnaryOperator elements) {
    BloomFilter filter = new BloomFilter(size, hashes, 99);
    for (long i = 0; i < added; i++) {
      filter.add(elements.applyAsLong(i));
    }
    int tries = 2_000_000;
    int wrong = 0;
    for (long i = added; i < added + tries; i++) {
      wrong += filter.mightContain(elements.applyAsLong(i)) ? 1 : 0;
    }
    double expected = Math.pow(1 - Math.exp(-(double) hashes * added / size), hashes);
    double spread = 5 * Math.sqrt(expected / tries); // of the tries
    double measured = (double) wrong / tries;
    assertThat(measured).isCloseTo(expected, within(spread + 0.04 * expected)); // and of the fill
    assertThat(filter.falsePositiveRate()).isCloseTo(measured, within(spread + 0.02 * expected));
    assertThat(filter.approximateCount()).isCloseTo(added, within(0.01 * added));
    assertThat(filter.fillRatio())
        .isCloseTo(1 - Math.exp(-(double) hashes * added / size), within(0.005));
  }

  @Test
  void whoDoesNotKnowTheSeedCannotChooseElementsThatShareBits() {
    BloomFilter known = new BloomFilter(4096, 4, 1);
    long bitsOfOne = onlyOf(known, 0);
    BloomFilter other = new BloomFilter(4096, 4, 2);
    int chosen = 0;
    for (long element = 1; chosen < 40; element++) {
      if (sharesABit(known, 0, element)) {
        other.add(element);
        chosen++;
      }
    }
    assertThat(bitsOfOne).isEqualTo(4);
    assertThat(other.bitsSet()).isGreaterThan(150); // of 160 positions, as if drawn by lot
  }

  private static long onlyOf(BloomFilter like, long element) {
    BloomFilter one = new BloomFilter(like.functions());
    one.add(element);
    return one.bitsSet();
  }

  private static boolean sharesABit(BloomFilter like, long a, long b) {
    BloomFilter two = new BloomFilter(like.functions());
    two.add(a);
    two.add(b);
    return two.bitsSet() < onlyOf(like, a) + onlyOf(like, b);
  }

  @Test
  void theBytesAreTheDocumentedOnes() {
    BloomFilter filter = new BloomFilter(70, 2, 3);
    filter.add(5);
    filter.add(-1);
    assertThat(HexFormat.of().formatHex(bytes(filter)))
        .isEqualTo(
            "53574246"
                + "01"
                + "02"
                + "0000000000000046"
                + "0000000000000003"
                // By another implementation: whoever changes the hash functions changes the
                // version.
                + "0118000000000000"
                + "0000000000000008");
    assertThat(BloomFilter.serialLength(70)).isEqualTo(22 + 16);
    assertThatThrownBy(() -> filter.write(ByteBuffer.allocate(37)))
        .isInstanceOf(BufferOverflowException.class);
  }

  @Test
  void badBytesAreRefusedInOneLine() {
    byte[] good = bytes(new BloomFilter(100, 3, 5));
    assertRefused(good, 99, "100 bits");
    assertRefused(with(good, 0, 'X'), MOST, "not a Bloom filter");
    assertRefused(with(good, 4, 3), MOST, "version 3");
    assertRefused(with(good, 5, 0), MOST, "0 hashes");
    assertRefused(with(good, 5, 33), MOST, "33 hashes");
    assertRefused(with(good, 6, 0x80), MOST, "bits");
    assertRefused(with(good, 13, 0), MOST, " 0 bits");
    assertRefused(with(good, 12, 1), MOST, "cut off");
    assertRefused(with(good, 30, 1), MOST, "beyond its end");
    assertRefused(new byte[0], MOST, "cut off");
    assertRefused(java.util.Arrays.copyOf(good, good.length - 1), MOST, "cut off");
  }

  private static byte[] with(byte[] bytes, int at, int value) {
    byte[] changed = bytes.clone();
    changed[at] = (byte) value;
    return changed;
  }

  private static void assertRefused(byte[] bytes, long most, String part) {
    assertThatThrownBy(() -> BloomFilter.read(ByteBuffer.wrap(bytes), most))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(part);
  }

  /** Guava's filter of the same m and k, and an exact set, are the oracles. */
  @Test
  void itErrsAsGuavasDoes() {
    int elements = 50_000;
    com.google.common.hash.BloomFilter<Long> guava =
        com.google.common.hash.BloomFilter.create(Funnels.longFunnel(), elements, .01);
    // Guava's m and k for that: -n ln .01 / ln^2 2, and 7.
    long size = (long) (-elements * Math.log(.01) / (Math.log(2) * Math.log(2)));
    BloomFilter filter = new BloomFilter(size, 7, 3);
    Set<Long> exact = new HashSet<>();
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < elements; i++) {
      long element = random.nextLong();
      assertThat(filter.add(element) && !exact.add(element)).isFalse();
      guava.put(element);
    }
    assertThat(exact).allMatch(filter::mightContain);
    int ours = 0;
    int theirs = 0;
    int asked = 1_000_000;
    for (int i = 0; i < asked; i++) {
      long element = random.nextLong();
      ours += filter.mightContain(element) ? 1 : 0;
      theirs += guava.mightContain(element) ? 1 : 0;
    }
    double rate = guava.expectedFpp();
    assertThat(filter.falsePositiveRate()).isCloseTo(rate, within(.04 * rate));
    assertThat((double) ours).isCloseTo(theirs, within(.06 * theirs));
    assertThat(filter.approximateCount())
        .isCloseTo((double) guava.approximateElementCount(), within(.01 * elements));
  }

  @Property(tries = 200)
  void aUnionThatWereTooFullIsRefused(@ForAll Set<Long> some, @ForAll Set<Long> others) {
    BloomFilter here = new BloomFilter(500, 3, 1);
    BloomFilter there = new BloomFilter(500, 3, 1);
    some.forEach(here::add);
    others.forEach(there::add);
    BloomFilter before = here.copy();
    BloomFilter both = here.copy();
    both.unite(there);
    double fill = here.unionFillRatio(there);
    assertThat(fill).isEqualTo(both.fillRatio());
    if (fill > 0) {
      assertThatThrownBy(() -> here.unite(there, Math.nextDown(fill)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("exceeds");
    }
    assertThat(here).isEqualTo(before);
    assertThat(here.bitsSet()).isEqualTo(before.bitsSet());
    here.unite(there, fill);
    assertThat(here).isEqualTo(both);
    here.clear();
    assertThat(here).isEqualTo(new BloomFilter(500, 3, 1));
    assertThat(here.bitsSet()).isZero();
  }

  /** YC Table I, at n = 20,000, with elements of their universe. */
  @Test
  void universalFunctionsErrAsTableISays() {
    SplittableRandom random = new SplittableRandom(6);
    int elements = 20_000;
    int asked = 500_000;
    double[][] rows = {{16, 4, 2.394e-3}, {10, 8, 8.455e-3}, {16, 8, 5.745e-4}};
    for (double[] row : rows) {
      BloomFilter filter =
          new BloomFilter(
              HashFunctions.universal((long) (row[0] * elements), (int) row[1], random));
      for (int i = 0; i < elements; i++) {
        filter.add(random.nextLong(1, HashFunctions.UNIVERSAL_PRIME));
      }
      int found = 0;
      for (int i = 0; i < asked; i++) {
        found += filter.mightContain(random.nextLong(1, HashFunctions.UNIVERSAL_PRIME)) ? 1 : 0;
      }
      double sd = Math.sqrt(row[2] * asked);
      // One element in 100,000 asked for is in.
      assertThat((double) found).isCloseTo(row[2] * asked, within(4 * sd + .1 * found));
      byte[] bytes = bytes(filter);
      assertThat(BloomFilter.read(ByteBuffer.wrap(bytes), MOST)).isEqualTo(filter);
    }
  }

  @Test
  void onlyFiltersOfOneKindAreUnited() {
    BloomFilter filter = new BloomFilter(100, 3, 5);
    for (BloomFilter other :
        new BloomFilter[] {
          new BloomFilter(101, 3, 5), new BloomFilter(100, 4, 5), new BloomFilter(100, 3, 6)
        }) {
      assertThat(filter.isCompatible(other)).isFalse();
      assertThatThrownBy(() -> filter.unite(other)).isInstanceOf(IllegalArgumentException.class);
      assertThat(filter).isNotEqualTo(other);
    }
  }

  @Test
  void sizesOutOfRangeAreRefused() {
    assertThatThrownBy(() -> new BloomFilter(0, 1, 0)).hasMessageContaining("not 0");
    assertThatThrownBy(() -> new BloomFilter(BloomFilter.MAX_BITS + 1, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BloomFilter(1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BloomFilter(1, 33, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(BloomFilter.bestHashes(16)).isEqualTo(11);
    assertThat(BloomFilter.bestHashes(0.1)).isEqualTo(1);
    assertThat(BloomFilter.bestHashes(1000)).isEqualTo(32);
  }

  @Test
  void aFullFilterSaysSo() {
    BloomFilter filter = new BloomFilter(3, 2, 0);
    for (long i = 0; i < 100; i++) {
      filter.add(i);
    }
    assertThat(filter.fillRatio()).isEqualTo(1.0);
    assertThat(filter.falsePositiveRate()).isEqualTo(1.0);
    assertThat(filter.approximateCount()).isInfinite();
  }
}
