package org.spamwatch.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** A register-blocked filter: what it never forgets, how often it errs, and its bytes. */
class RegisterBlockedBloomFilterTest {
  private static byte[] bytes(RegisterBlockedBloomFilter filter) {
    return SerialForms.bytes(filter.serialLength(), filter::write);
  }

  @Property
  void whatWasAddedIsFoundAndAUnionHasBoth(
      @ForAll Set<Long> some,
      @ForAll Set<Long> others,
      @ForAll @IntRange(min = 1, max = 300) int words,
      @ForAll long seed) {
    RegisterBlockedBloomFilter left = new RegisterBlockedBloomFilter(words, seed);
    RegisterBlockedBloomFilter right = new RegisterBlockedBloomFilter(words, seed);
    RegisterBlockedBloomFilter both = new RegisterBlockedBloomFilter(words, seed);
    for (long element : some) {
      boolean known = left.mightContain(element);
      assertThat(left.add(element)).isEqualTo(!known);
      both.add(element);
    }
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
    assertThat(some).allMatch(left::mightContain);
    assertThat(others).allMatch(left::mightContain);
    RegisterBlockedBloomFilter read =
        RegisterBlockedBloomFilter.read(ByteBuffer.wrap(bytes(left)), words);
    assertThat(read).isEqualTo(left);
    assertThat(read.fillRatio()).isEqualTo(left.fillRatio());
    left.clear();
    assertThat(some).noneMatch(left::mightContain);
  }

  /** The mean, over a Poisson number of elements a word, of the words' fill to the power of k. */
  @Test
  void atEighteenBitsThreeInAThousandAreFoundThatWereNotAdded() {
    int elements = 200_000;
    RegisterBlockedBloomFilter filter = new RegisterBlockedBloomFilter(elements * 18 / 64, 5);
    for (long element = 0; element < elements; element++) {
      filter.add(element << 20);
    }
    int found = 0;
    int asked = 2_000_000;
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < asked; i++) {
      found += filter.mightContain(random.nextLong() | 1) ? 1 : 0;
    }
    double rate = filter.falsePositiveRate();
    assertThat(rate).isCloseTo(2.76e-3, within(1e-4));
    assertThat((double) found).isCloseTo(asked * rate, within(5 * Math.sqrt(asked * rate)));
    assertThat(filter.approximateCount()).isCloseTo(elements, within(elements * .01));
  }

  @Property(tries = 500)
  void anyBytesAreAFilterOrRefused(
      @ForAll @Size(max = 30) byte[] noise, @ForAll @IntRange(max = 40) int cut) {
    byte[] bytes = bytes(new RegisterBlockedBloomFilter(5, 9));
    SerialForms.readOrRefused(
        bytes,
        noise,
        cut,
        in ->
            assertThat(RegisterBlockedBloomFilter.read(in, 1000).bytes())
                .isLessThanOrEqualTo(bytes.length),
        "register-blocked");
  }

  @Test
  void theBytesAreTheDocumentedOnes() {
    RegisterBlockedBloomFilter filter = new RegisterBlockedBloomFilter(2, 3);
    filter.add(5);
    // By another implementation of the hash functions.
    assertThat(HexFormat.of().formatHex(bytes(filter)))
        .isEqualTo(
            "53575242"
                + "01"
                + "00000002"
                + "0000000000000003"
                + "0000000000000000"
                + "8002010140000001");
    for (RegisterBlockedBloomFilter other :
        new RegisterBlockedBloomFilter[] {
          new RegisterBlockedBloomFilter(3, 3), new RegisterBlockedBloomFilter(2, 4)
        }) {
      assertThatThrownBy(() -> filter.unite(other, 1)).hasMessageContaining("different");
    }
    assertThatThrownBy(() -> new RegisterBlockedBloomFilter(0, 1)).hasMessageContaining("not 0");
  }
}
