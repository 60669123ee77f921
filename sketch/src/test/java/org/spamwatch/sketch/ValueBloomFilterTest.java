package org.spamwatch.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.google.common.primitives.Longs;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.spamwatch.sketch.ValueBloomFilter.Choice;
import org.spamwatch.sketch.ValueBloomFilter.Layout;

/** A value-retrieving filter beside a map: what it never loses, and how often it errs. */
class ValueBloomFilterTest {
  @Property
  void aTokensValueIsAmongThoseFoundAndTheChoicesAreOfThem(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 200) int entries,
      @ForAll @IntRange(min = 2, max = 16) int levels,
      @ForAll @IntRange(min = 1, max = 8) int hashes,
      @ForAll Layout layout) {
    SplittableRandom random = new SplittableRandom(seed);
    ValueBloomFilter filter = new ValueBloomFilter(entries, levels, hashes, seed, layout);
    Map<Long, Integer> put = new HashMap<>();
    for (int i = 0; i < 30; i++) {
      put.put(random.nextLong(100), random.nextInt(levels));
    }
    put.forEach(filter::put);
    for (long token = 0; token < 100; token++) {
      int values = filter.values(token);
      assertThat(values >>> levels).isZero();
      if (put.containsKey(token)) {
        assertThat(values >>> put.get(token) & 1).as("token %d", token).isEqualTo(1);
      }
      int least = filter.value(token, Choice.CONSERVATIVE);
      int some = filter.value(token, Choice.RANDOM);
      int most = filter.value(token, Choice.AGGRESSIVE);
      if (values == 0) {
        assertThat(new int[] {least, some, most}).containsOnly(ValueBloomFilter.ABSENT);
      } else {
        assertThat(values >>> some & 1).isEqualTo(1);
        assertThat(values & ((1 << least) - 1)).as("below the least").isZero();
        assertThat(values >>> most).as("from the most up").isEqualTo(1);
        assertThat(filter.value(token, Choice.RANDOM)).as("again").isEqualTo(some);
      }
    }
  }

  @Property
  void manyTokensAreToldWhatEachIs(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 60) int put,
      @ForAll @IntRange(min = 2, max = 16) int levels,
      @ForAll @IntRange(min = 1, max = 12) int hashes,
      @ForAll Layout layout,
      @ForAll Choice choice) {
    ValueBloomFilter filter = new ValueBloomFilter(100, levels, hashes, seed, layout);
    long[] tokens = new SplittableRandom(seed).longs(100).toArray();
    for (int i = 0; i < put; i++) {
      filter.put(tokens[i], i % levels);
    }
    long[] found = new long[tokens.length];
    int[] values = new int[tokens.length];
    int count = filter.find(tokens, 7, 95, found, values, choice);
    List<Long> expected = new ArrayList<>();
    for (int i = 7; i < 95; i++) {
      int value = filter.value(tokens[i], choice);
      if (value != ValueBloomFilter.ABSENT) {
        assertThat(values[expected.size()]).isEqualTo(value);
        expected.add(tokens[i]);
      }
    }
    assertThat(Arrays.copyOf(found, count)).containsExactly(Longs.toArray(expected));
  }

  /** A naive twin: a flag for each bit of each entry, asked one by one. */
  @Property
  void entriesDoNotTouchEachOther(
      @ForAll @IntRange(min = 2, max = 16) int levels, @ForAll long seed) {
    ValueBloomFilter one = new ValueBloomFilter(64, levels, 1, seed, Layout.PUBLISHED);
    Map<Long, Integer> all = new HashMap<>();
    for (long token = 0; token < 40; token++) {
      ValueBloomFilter alone = new ValueBloomFilter(64, levels, 1, seed, Layout.PUBLISHED);
      int value = (int) (token % levels);
      one.put(token, value);
      alone.put(token, value);
      for (long asked = 0; asked < 40; asked++) {
        all.merge(asked, alone.values(asked), (was, more) -> was | more);
      }
    }
    all.forEach((token, values) -> assertThat(one.values(token)).isEqualTo(values));
  }

  /** Eqs. 9 and 10 for values spread evenly; rotated also where all tokens have the same one. */
  @ParameterizedTest
  @CsvSource({
    "PUBLISHED, 8, 4, false",
    "ROTATED, 8, 4, false",
    "ROTATED, 8, 4, true",
    "PUBLISHED, 6, 2, false",
    "ROTATED, 5, 3, true"
  })
  void whatWasNotPutIsFoundAsOftenAsTheEquationsSay(
      Layout layout, int levels, int hashes, boolean isAllTheSame) {
    int tokens = 50_000;
    int entries = 100_000;
    ValueBloomFilter filter = new ValueBloomFilter(entries, levels, hashes, 5, layout);
    for (long token = 0; token < tokens; token++) {
      filter.put(token, isAllTheSame ? levels - 1 : (int) (token % levels));
    }
    double bit =
        Math.pow(-Math.expm1(-(double) tokens * hashes / entries / levels), hashes); // Eq. 7
    double any = 1 - Math.pow(1 - bit, levels);
    double several = any - levels * bit * Math.pow(1 - bit, levels - 1);
    int asked = 400_000;
    int found = 0;
    int multiple = 0;
    for (long token = tokens; token < tokens + asked; token++) {
      int values = Integer.bitCount(filter.values(token));
      found += values > 0 ? 1 : 0;
      multiple += values > 1 ? 1 : 0;
    }
    assertThat((double) found / asked).isCloseTo(any, within(.05 * any));
    assertThat((double) multiple / asked)
        .isCloseTo(several, within(.1 * several + 5 * Math.sqrt(several / asked)));
    for (double fill : filter.fillRatios()) {
      assertThat(fill).isCloseTo(Math.pow(bit, 1.0 / hashes), within(.01));
    }
  }

  /** HAI section IV: with most values on one level its plane fills up, which a rotation undoes. */
  @Test
  void thePublishedLayoutSaturatesWhereMostTokensHaveOneValue() {
    assertThat(foundOfUneven(Layout.PUBLISHED)).isGreaterThan(8 * foundOfUneven(Layout.ROTATED));
  }

  private static int foundOfUneven(Layout layout) {
    ValueBloomFilter filter = new ValueBloomFilter(60_000, 8, 4, 5, layout);
    for (long token = 0; token < 40_000; token++) {
      filter.put(token, token % 50 == 0 ? 1 : 6);
    }
    int found = 0;
    for (long token = 40_000; token < 140_000; token++) {
      found += filter.values(token) == 0 ? 0 : 1;
    }
    return found;
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void whatIsOutOfRangeIsRefused(Layout layout) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ValueBloomFilter(0, 8, 4, 1, layout))
        .withMessageContaining("entries, not 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ValueBloomFilter(10, 17, 4, 1, layout))
        .withMessageContaining("2 to 16 levels, not 17");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ValueBloomFilter(10, 8, 33, 1, layout))
        .withMessageContaining("1 to 32 hashes, not 33");
    ValueBloomFilter filter = new ValueBloomFilter(10, 8, 4, 1, layout);
    assertThatIllegalArgumentException().isThrownBy(() -> filter.put(1, 8));
    assertThatIllegalArgumentException().isThrownBy(() -> filter.put(1, -1));
    assertThat(filter.values(1)).isZero();
  }

  private static byte[] bytes(ValueBloomFilter filter) {
    return SerialForms.bytes(filter.serialLength(), filter::write);
  }

  @Property(tries = 300)
  void isReadBackAsItWas(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 200) int entries,
      @ForAll @IntRange(min = 2, max = 16) int levels,
      @ForAll @IntRange(min = 1, max = 32) int hashes,
      @ForAll Layout layout) {
    ValueBloomFilter filter = new ValueBloomFilter(entries, levels, hashes, seed, layout);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 20; i++) {
      filter.put(random.nextLong(), random.nextInt(levels));
    }
    byte[] bytes = bytes(filter);
    ValueBloomFilter read = ValueBloomFilter.read(ByteBuffer.wrap(bytes), bytes.length, 1);
    assertThat(read).isEqualTo(filter).hasSameHashCodeAs(filter);
    assertThat(read.toString()).isEqualTo(filter.toString());
    assertThat(bytes(read)).isEqualTo(bytes);
    assertThat(filter.fillRatio())
        .isCloseTo(Arrays.stream(filter.fillRatios()).average().orElseThrow(), within(1e-9));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                ValueBloomFilter.read(
                    ByteBuffer.wrap(bytes), bytes.length, Math.nextDown(filter.fillRatio())))
        .withMessageContaining("exceeds");
  }

  @Property(tries = 500)
  void anyBytesAreAFilterOrRefused(
      @ForAll @Size(max = 30) byte[] noise, @ForAll @IntRange(max = 40) int cut) {
    ValueBloomFilter filter = new ValueBloomFilter(11, 7, 3, 9, Layout.ROTATED);
    filter.put(3, 2);
    SerialForms.readOrRefused(
        bytes(filter),
        noise,
        cut,
        in -> assertThat(ValueBloomFilter.read(in, 1_000, .5).fillRatio()).isLessThanOrEqualTo(.5),
        "value-retrieving filter");
  }

  @Test
  void theBytesAreTheDocumentedOnes() {
    ValueBloomFilter filter = new ValueBloomFilter(9, 8, 2, 3, Layout.ROTATED);
    filter.put(5, 6);
    // By another implementation of the hash functions.
    assertThat(HexFormat.of().formatHex(bytes(filter)))
        .isEqualTo(
            "53575646"
                + "01"
                + "01"
                + "08"
                + "02"
                + "00000009"
                + "0000000000000003"
                + "0040004000000000"
                + "0000000000000000");
  }

  @Test
  void aFormThatClaimsMoreThanIsAcceptedIsRefused() {
    byte[] bytes = bytes(new ValueBloomFilter(1_000, 8, 4, 1, Layout.ROTATED));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ValueBloomFilter.read(ByteBuffer.wrap(bytes), 999, 1))
        .withMessageContaining("1 to 999 entries, not 1000");
    bytes[4] = 2;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ValueBloomFilter.read(ByteBuffer.wrap(bytes), 1_000, 1))
        .withMessageContaining("unknown version 2");
    bytes[0] = 0;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ValueBloomFilter.read(ByteBuffer.wrap(bytes), 1_000, 1))
        .withMessageContaining("not a value-retrieving filter");
  }
}
