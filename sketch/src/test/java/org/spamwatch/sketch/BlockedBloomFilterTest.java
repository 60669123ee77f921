package org.spamwatch.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** A blocked filter: what it never forgets, and how often it errs. */
class BlockedBloomFilterTest {
  @Property
  void whatWasAddedIsFound(
      @ForAll Set<Long> elements,
      @ForAll @IntRange(min = 1, max = 300) int blocks,
      @ForAll long seed) {
    BlockedBloomFilter filter = new BlockedBloomFilter(blocks, seed);
    for (long element : elements) {
      boolean known = filter.mightContain(element);
      assertThat(filter.add(element)).isEqualTo(!known);
    }
    assertThat(elements).allMatch(filter::mightContain);
    assertThat(filter.fillRatio() == 0).isEqualTo(elements.isEmpty());
    filter.clear();
    assertThat(elements).noneMatch(filter::mightContain);
    assertThat(filter.fillRatio()).isZero();
  }

  @Property
  void manyAtOnceAreFoundAsOneByOne(
      @ForAll @IntRange(max = 700) int count,
      @ForAll @IntRange(max = 3) int from,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    BlockedBloomFilter filter = new BlockedBloomFilter(4, seed);
    long[] asked = random.longs(from + count + 2L, 0, 1_000).toArray();
    random.longs(100, 0, 1_000).forEach(filter::add);
    long[] expected =
        Arrays.stream(asked, from, from + count).filter(filter::mightContain).toArray();
    long[] tried = asked.clone();
    int kept = filter.retain(tried, from, count);
    assertThat(Arrays.copyOfRange(tried, from, from + kept)).isEqualTo(expected);
    assertThat(Arrays.copyOf(tried, from)).isEqualTo(Arrays.copyOf(asked, from));
    assertThat(tried[from + count]).isEqualTo(asked[from + count]);
  }

  /** .0472 % is the mean, over a Poisson number n of elements a block, of (1 - (63/64)^n)^8. */
  @Test
  void atEighteenBitsOneInTwoThousandIsFoundThatWasNotAdded() {
    int elements = 200_000;
    BlockedBloomFilter filter =
        new BlockedBloomFilter(BlockedBloomFilter.blocksFor(elements, 18), 5);
    // Not well mixed on purpose: the filter is to do that.
    for (long element = 0; element < elements; element++) {
      filter.add(element << 20);
    }
    int found = 0;
    int asked = 4_000_000;
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < asked; i++) {
      found += filter.mightContain(random.nextLong() | 1) ? 1 : 0;
    }
    double sd = Math.sqrt(asked * 4.72e-4);
    assertThat((double) found).isCloseTo(asked * 4.72e-4, within(5 * sd));
    assertThat(filter.falsePositiveRate()).isCloseTo(4.72e-4, within(3e-5));
    assertThat(filter.approximateCount()).isCloseTo(elements, within(elements * .01));
  }

  @Test
  void anotherSeedErrsElsewhere() {
    BlockedBloomFilter one = new BlockedBloomFilter(16, 1);
    BlockedBloomFilter other = new BlockedBloomFilter(16, 2);
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 600; i++) {
      long element = random.nextLong();
      one.add(element);
      other.add(element);
    }
    int both = 0;
    int first = 0;
    for (int i = 0; i < 1_000_000; i++) {
      long element = random.nextLong();
      if (one.mightContain(element)) {
        first++;
        both += other.mightContain(element) ? 1 : 0;
      }
    }
    double rate = first / 1e6;
    assertThat(rate).isGreaterThan(.001);
    assertThat(both / (double) first).isLessThan(3 * rate);
  }

  private static byte[] bytes(BlockedBloomFilter filter) {
    return SerialForms.bytes(BlockedBloomFilter.serialLength(filter.blocks()), filter::write);
  }

  @Property(tries = 300)
  void aUnionHasBothAndIsReadBackAsItWas(
      @ForAll Set<Long> some,
      @ForAll Set<Long> others,
      @ForAll @IntRange(min = 1, max = 30) int blocks,
      @ForAll long seed) {
    BlockedBloomFilter left = new BlockedBloomFilter(blocks, seed);
    BlockedBloomFilter right = new BlockedBloomFilter(blocks, seed);
    BlockedBloomFilter both = new BlockedBloomFilter(blocks, seed);
    some.forEach(left::add);
    some.forEach(both::add);
    others.forEach(right::add);
    others.forEach(both::add);
    byte[] before = bytes(left);
    if (both.fillRatio() > 0) {
      assertThatThrownBy(() -> left.unite(right, Math.nextDown(both.fillRatio())))
          .hasMessageContaining("exceeds");
    }
    assertThat(bytes(left)).isEqualTo(before);
    left.unite(right, both.fillRatio());
    assertThat(left).isEqualTo(both).hasSameHashCodeAs(both);
    assertThat(left.fillRatio()).isEqualTo(both.fillRatio());
    BlockedBloomFilter read = BlockedBloomFilter.read(ByteBuffer.wrap(bytes(left)), blocks);
    assertThat(read).isEqualTo(left);
    assertThat(read.fillRatio()).isEqualTo(left.fillRatio());
    assertThatThrownBy(() -> left.unite(new BlockedBloomFilter(blocks + 1, seed), 1))
        .hasMessageContaining("different");
  }

  @Test
  void theBytesAreTheDocumentedOnes() {
    BlockedBloomFilter filter = new BlockedBloomFilter(1, 3);
    filter.add(5);
    // By another implementation of the hash functions.
    assertThat(HexFormat.of().formatHex(bytes(filter)))
        .isEqualTo(
            "53574242"
                + "01"
                + "00000001"
                + "0000000000000003"
                + "0002000000000000"
                + "0000000040000000"
                + "0000000100000000"
                + "0000010000000000"
                + "8000000000000000"
                + "0000000000000001"
                + "0000000000000020"
                + "0004000000000000");
  }

  @Property(tries = 500)
  void anyBytesAreAFilterOrRefused(
      @ForAll @Size(max = 30) byte[] noise, @ForAll @IntRange(max = 40) int cut) {
    byte[] bytes = bytes(new BlockedBloomFilter(2, 9));
    SerialForms.readOrRefused(
        bytes,
        noise,
        cut,
        in ->
            assertThat(BlockedBloomFilter.read(in, 100).bytes()).isLessThanOrEqualTo(bytes.length),
        "blocked Bloom filter");
  }

  @Test
  void sizesAreBounded() {
    assertThat(BlockedBloomFilter.blocksFor(0, 18)).isEqualTo(1);
    assertThat(BlockedBloomFilter.blocksFor(512, 18)).isEqualTo(18);
    assertThat(BlockedBloomFilter.blocksFor(Long.MAX_VALUE, 18))
        .isEqualTo(BlockedBloomFilter.MAX_BLOCKS);
    assertThat(new BlockedBloomFilter(16, 0).bytes()).isEqualTo(1024);
    for (int wrong : new int[] {0, -1, BlockedBloomFilter.MAX_BLOCKS + 1}) {
      assertThatThrownBy(() -> new BlockedBloomFilter(wrong, 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(String.valueOf(wrong));
    }
  }
}
