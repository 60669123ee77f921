package org.spamwatch.sketch.counting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.spamwatch.sketch.HashFunctions;

/** The bytes of counting filters: golden, read back, hostile. */
class CountingFormTest {
  private static final HashFunctions SMALL = HashFunctions.doubleHashing(30, 2, 3);
  private static final String HEAD = "53574346" + "01";
  private static final String FUNCTIONS = "0102000000000000001e" + "0000000000000003";

  private static byte[] bytes(CountingFilter filter) {
    ByteBuffer out = ByteBuffer.allocate(filter.serialLength());
    filter.write(out);
    assertThat(out.hasRemaining()).isFalse();
    return out.array();
  }

  private static CountingFilter read(String hex) {
    return CountingFilter.read(ByteBuffer.wrap(HexFormat.of().parseHex(hex)), 1000);
  }

  private static CountingFilter filled(int kind, int bits, int cells, int elements, long seed) {
    HashFunctions functions = HashFunctions.doubleHashing(cells, 3, seed);
    CountingFilter filter =
        switch (kind) {
          case 0 -> CountingFilter.intuitive(functions, bits);
          case 1 -> CountingFilter.refined(functions, bits);
          case 2 -> CountingFilter.splitIntuitive(functions, Math.min(bits, 7));
          default -> CountingFilter.splitRefined(functions, Math.min(bits, 7));
        };
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < elements; i++) {
      filter.insert(random.nextLong(), 1 + (random.nextInt() >>> random.nextInt(15, 32)));
    }
    return filter;
  }

  @Property(tries = 300)
  void theSerialFormIsReadBackAsItWas(
      @ForAll @IntRange(max = 3) int kind,
      @ForAll @IntRange(min = 1, max = 8) int bits,
      @ForAll @IntRange(min = 1, max = 2000) int cells,
      @ForAll @IntRange(max = 300) int elements,
      @ForAll long seed) {
    CountingFilter filter = filled(kind, bits, cells, elements, seed);
    ByteBuffer in = ByteBuffer.wrap(bytes(filter));
    CountingFilter read = CountingFilter.read(in, cells);
    assertThat(read).isEqualTo(filter).hasSameHashCodeAs(filter);
    assertThat(read).hasToString(filter.toString());
    assertThat(in.hasRemaining()).isFalse();
    byte[] bytes = in.array();
    byte[] cut = Arrays.copyOf(bytes, Math.floorMod(seed, bytes.length));
    assertThatThrownBy(() -> CountingFilter.read(ByteBuffer.wrap(cut), cells))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cut off");
  }

  @Property(tries = 1000)
  void anyBytesAreAFilterOrRefused(
      @ForAll @IntRange(max = 3) int kind,
      @ForAll @IntRange(max = 300) int elements,
      @ForAll @Size(max = 40) byte[] noise) {
    byte[] bytes = bytes(filled(kind, 5, 200, elements, 1));
    for (int i = 0; i + 1 < noise.length; i += 2) {
      bytes[Math.floorMod(noise[i] * 7, bytes.length)] ^= noise[i + 1];
    }
    try {
      CountingFilter read = CountingFilter.read(ByteBuffer.wrap(bytes), 1000);
      assertThat(read.functions().size()).isLessThanOrEqualTo(1000);
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).doesNotContain("\n").contains("filter");
    }
  }

  @Test
  void theBytesAreTheDocumentedOnes() {
    CountingFilter empty = CountingFilter.refined(SMALL, 5);
    assertHex(empty, HEAD + "0105" + FUNCTIONS + "01" + "00000000");
    CountingFilter split = CountingFilter.splitIntuitive(SMALL, 2);
    split.insert(5, 300);
    // Cells 22 and 24, by another implementation of the hash functions.
    assertHex(split, HEAD + "0082" + FUNCTIONS + "01" + "00000002" + "16ac02" + "01ac02");
    // 30 cells in 3 longs, 12 and 12 and 6 of them.
    CountingFilter all =
        read(HEAD + "0105" + FUNCTIONS + "00" + "0fffffffffffffff".repeat(2) + "000000003fffffff");
    for (int cell = 0; cell < 30; cell++) {
      assertThat(all.cell(cell)).isEqualTo(31);
    }
    assertHex(
        all, HEAD + "0105" + FUNCTIONS + "00" + "0fffffffffffffff".repeat(2) + "000000003fffffff");
    assertThatThrownBy(() -> empty.write(ByteBuffer.allocate(empty.serialLength() - 1)))
        .isInstanceOf(BufferOverflowException.class);
  }

  private static void assertHex(CountingFilter filter, String hex) {
    assertThat(HexFormat.of().formatHex(bytes(filter))).isEqualTo(hex);
  }

  @Test
  void aDeltaOfLittleIsShort() {
    CountingFilter filter = filled(1, 5, 80_000, 10_000, 1);
    CountingFilter then = filter.copy();
    for (int i = 0; i < 100; i++) {
      filter.insert(i);
    }
    assertThat(filter.serialLength()).isGreaterThan(50_000);
    assertThat(filter.deltaSince(then).serialLength()).isLessThan(1_500);
  }

  @Test
  void badBytesAreRefusedInOneLine() {
    assertRefused("53574347" + "01" + "0105" + FUNCTIONS + "01" + "00000000", "not a counting");
    assertRefused("53574346" + "02" + "0105" + FUNCTIONS + "01" + "00000000", "version 2");
    assertRefused(HEAD + "0205" + FUNCTIONS + "01" + "00000000", "extension 2");
    assertRefused(HEAD + "0100" + FUNCTIONS + "01" + "00000000", "not 0");
    assertRefused(HEAD + "0109" + FUNCTIONS + "00" + "00", "not 9");
    assertRefused(HEAD + "0180" + FUNCTIONS + "01" + "00000000", "not 0");
    assertRefused(HEAD + "0188" + FUNCTIONS + "01" + "00000000", "not 8");
    assertRefused(HEAD + "0105" + FUNCTIONS + "02" + "00000000", "form 2");
    assertRefused(HEAD + "0184" + FUNCTIONS + "00" + "00000000", "form 0");
    assertRefused(
        HEAD
            + "0105"
            + FUNCTIONS.replace("1e", "ff").replace("0000ff", "0100ff")
            + "01"
            + "00000000",
        "are the most");
    assertRefused(HEAD + "0105" + FUNCTIONS + "01" + "00000001" + "1e01", "cell 30");
    assertRefused(HEAD + "0105" + FUNCTIONS + "01" + "00000001" + "0020", "gives 32");
    assertRefused(HEAD + "0105" + FUNCTIONS + "01" + "00000001" + "0000", "gives 0");
    assertRefused(HEAD + "0105" + FUNCTIONS + "01" + "ffffffff" + "0001", "cut off");
    assertRefused(HEAD + "0105" + FUNCTIONS + "01" + "00000001" + "ffffffffff", "five bytes");
    assertRefused(HEAD + "0105" + FUNCTIONS + "00" + "1000000000000000".repeat(3), "beyond");
    assertRefused(HEAD + "0105" + FUNCTIONS + "00" + "0000000040000000".repeat(3), "beyond");
    assertRefused(HEAD + "0105" + FUNCTIONS + "00" + "0000000000000000".repeat(2), "cut off");
  }

  private static void assertRefused(String hex, String part) {
    assertThatThrownBy(() -> read(hex))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(part);
  }
}
