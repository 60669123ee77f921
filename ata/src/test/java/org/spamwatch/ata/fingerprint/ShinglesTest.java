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
    assertThat(select(text)).isEqualTo(bySorting(text, 1).stream().limit(N).toList());
  }

  @Property(tries = 100)
  void passesOverShinglesOfTooFewBytes(@ForAll("monotonous") String text) {
    DistinctShingles shingles = new DistinctShingles();
    shingles.start(0);
    Shingles.offer(TextFixture.verbatim(text), new VariedShingles(shingles));
    assertThat(values(shingles)).containsExactlyInAnyOrderElementsOf(bySorting(text, 8));
  }

  @Property(tries = 100)
  void floorLeavesTheTopShare(@ForAll("texts") String text) {
    DistinctShingles shingles = new DistinctShingles();
    shingles.start(2);
    Shingles.offer(TextFixture.verbatim(text), new AllShingles(shingles));
    assertThat(values(shingles))
        .containsExactlyInAnyOrderElementsOf(
            bySorting(text, 1).stream().filter(value -> value >>> 62 == 3).toList());
  }

  private static List<Long> values(DistinctShingles shingles) {
    List<Long> values = new ArrayList<>();
    for (int i = 0; i < shingles.size(); i++) {
      values.add(shingles.value(i));
    }
    return values;
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
    assertThat(select("x".repeat(49))).isEmpty();
    assertThat(select("\u00E9".repeat(49))).isEmpty();
    assertThat(select("x".repeat(50))).hasSize(1);
    assertThat(select("\u00E9".repeat(50))).hasSize(1);
  }

  @Test
  void equalShinglesCountOnce() {
    assertThat(select("0123456789".repeat(100))).hasSize(10);
    assertThat(select("01234".repeat(100))).hasSize(5);
    assertThat(select("x".repeat(5000))).hasSize(1);
  }

  @Test
  void selectingAllocatesNothingOnceTheBuffersAreThere() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    Utf8Text ascii = TextFixture.verbatim("the quick brown fox jumps over the lazy dog ".repeat(9));
    Utf8Text wide = TextFixture.verbatim("\u0436\u0437\u0438 \u4E00\u4E01 abc\u00E9 ".repeat(40));
    HighestFingerprints highest = new HighestFingerprints(N);
    DistinctShingles shingles = new DistinctShingles();
    VariedShingles varied = new VariedShingles(shingles);
    WordShingles words = new WordShingles();
    Utf8Text[] texts = {ascii, wide};
    for (int i = 0; i < 100; i++) {
      selectBoth(texts, highest, shingles, varied, words);
    }
    long before = threads.getThreadAllocatedBytes(self);
    for (int i = 0; i < 1000; i++) {
      selectBoth(texts, highest, shingles, varied, words);
    }
    assertThat(threads.getThreadAllocatedBytes(self) - before).isLessThan(2000);
  }

  private static void selectBoth(
      Utf8Text[] texts,
      HighestFingerprints highest,
      DistinctShingles shingles,
      VariedShingles varied,
      WordShingles words) {
    for (Utf8Text text : texts) {
      highest.start(N);
      Shingles.offer(text, highest);
      shingles.start(2);
      Shingles.offer(text, varied);
      words.split(text);
      words.collect(shingles);
    }
  }

  private static List<Long> select(String text) {
    HighestFingerprints highest = new HighestFingerprints(N);
    Shingles.offer(TextFixture.verbatim(text), highest);
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
    return values.stream().distinct().sorted(unsigned.reversed()).toList();
  }
}
