package org.spamwatch.ata.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.text.TextFixture;
import org.spamwatch.ata.text.Utf8Text;

class ShinglesTest {
  private static final int N = 10;

  @Property(tries = 200)
  void keepsWhatSortingAllFingerprintsWouldKeep(@ForAll("texts") String text) {
    assertThat(select(text, 1)).isEqualTo(bySorting(text, 1));
  }

  @Property(tries = 100)
  void passesOverShinglesOfTooFewBytes(@ForAll("monotonous") String text) {
    assertThat(select(text, 6)).isEqualTo(bySorting(text, 6));
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> ascii = Arbitraries.strings().withCharRange(' ', '~').ofMaxLength(400);
    Arbitrary<String> wide =
        Arbitraries.strings()
            .withCharRange('a', 'e')
            .withCharRange('\u00E0', '\u00FF')
            .withCharRange('\u0430', '\u044F')
            .withCharRange('\u4E00', '\u4E40')
            .ofMaxLength(300);
    Arbitrary<String> planes =
        Arbitraries.of("a", " ", "\u00E9", "\u20AC", "\uD83D\uDE00", "\uD834\uDD1E")
            .list()
            .ofMaxSize(200)
            .map(parts -> String.join("", parts));
    return Arbitraries.oneOf(ascii, wide, planes);
  }

  @Provide
  Arbitrary<String> monotonous() {
    return Arbitraries.of("aaaaaaaaaaaaaaaaaaaaaaaaa", "bcd", "the quick brown fox ", "\u0436")
        .list()
        .ofMaxSize(40)
        .map(parts -> String.join("", parts));
  }

  @Test
  void textShorterThanShingleHasNone() {
    assertThat(select("x".repeat(49), 1)).isEmpty();
    assertThat(select("\u00E9".repeat(49), 1)).isEmpty();
    assertThat(select("x".repeat(50), 1)).hasSize(1);
    assertThat(select("\u00E9".repeat(50), 1)).hasSize(1);
  }

  @Test
  void equalShinglesCountOnce() {
    assertThat(select("0123456789".repeat(100), 1)).hasSize(10);
    assertThat(select("01234".repeat(100), 1)).hasSize(5);
    assertThat(select("x".repeat(5000), 1)).hasSize(1);
  }

  @Test
  void selectingAllocatesNothingOnceTheBuffersAreThere() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    Utf8Text ascii = TextFixture.verbatim("the quick brown fox jumps over the lazy dog ".repeat(9));
    Utf8Text wide = TextFixture.verbatim("\u0436\u0437\u0438 \u4E00\u4E01 abc\u00E9 ".repeat(40));
    HighestFingerprints highest = new HighestFingerprints(N);
    for (int i = 0; i < 100; i++) {
      Shingles.select(ascii, 8, highest);
      Shingles.select(wide, 8, highest);
    }
    long before = threads.getThreadAllocatedBytes(self);
    for (int i = 0; i < 1000; i++) {
      Shingles.select(ascii, 8, highest);
      Shingles.select(wide, 8, highest);
    }
    assertThat(threads.getThreadAllocatedBytes(self) - before).isLessThan(2000);
  }

  private static List<Long> select(String text, int leastDistinctBytes) {
    HighestFingerprints highest = new HighestFingerprints(N);
    Shingles.select(TextFixture.verbatim(text), leastDistinctBytes, highest);
    List<Long> values = new ArrayList<>();
    for (int rank = 0; rank < highest.size(); rank++) {
      values.add(highest.value(rank));
    }
    return values;
  }

  /** The naive twin: every substring, hashed by long division, all of them sorted. */
  private static List<Long> bySorting(String text, int leastDistinctBytes) {
    int[] codePoints = text.codePoints().toArray();
    List<Long> values = new ArrayList<>();
    for (int i = 0; i + 50 <= codePoints.length; i++) {
      byte[] shingle = new String(codePoints, i, 50).getBytes(StandardCharsets.UTF_8);
      List<Byte> distinct = new ArrayList<>();
      for (byte b : shingle) {
        if (!distinct.contains(b)) {
          distinct.add(b);
        }
      }
      if (distinct.size() >= leastDistinctBytes) {
        values.add(Rabin64Test.remainder(shingle));
      }
    }
    Comparator<Long> unsigned = Long::compareUnsigned;
    return values.stream().distinct().sorted(unsigned.reversed()).limit(N).toList();
  }
}
