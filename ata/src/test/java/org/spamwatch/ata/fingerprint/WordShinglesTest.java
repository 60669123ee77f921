package org.spamwatch.ata.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.text.TextFixture;
import org.spamwatch.ata.text.Utf8Text;

class WordShinglesTest {
  @Property(tries = 300)
  void everyFourWordsInARowOnce(@ForAll("texts") List<String> words) {
    Set<String> expected = new LinkedHashSet<>();
    for (int i = 0; i + 4 <= words.size(); i++) {
      List<String> four = words.subList(i, i + 4);
      if (four.stream().distinct().count() > 1) {
        expected.add(String.join(" ", four));
      }
    }
    assertThat(shingles(String.join(" ", words))).containsExactlyElementsOf(expected);
  }

  @Property
  void selectorsAreThoseOfTheDefinition(@ForAll("texts") List<String> words) {
    DistinctShingles shingles = new DistinctShingles();
    shingles.start(0);
    WordShingles used = new WordShingles();
    used.split(TextFixture.verbatim("what was there before it \u6CD5\u8F6E\u529F"));
    used.split(TextFixture.verbatim(String.join(" ", words)));
    used.collect(shingles);
    List<Long> selectors = new ArrayList<>();
    for (int i = 0; i < shingles.size(); i++) {
      selectors.add(shingles.value(i));
    }
    Set<Long> defined = new LinkedHashSet<>();
    for (int i = 0; i + 4 <= words.size(); i++) {
      List<String> four = words.subList(i, i + 4);
      if (four.stream().distinct().count() > 1) {
        defined.add(selector(four));
      }
    }
    assertThat(selectors).containsExactlyElementsOf(defined);
  }

  @Property(tries = 300)
  void ofThreeWordsTheLowestAreThoseOfTheDefinition(
      @ForAll("texts") List<String> words, @ForAll long highest) {
    List<Long> defined = new ArrayList<>();
    for (int i = 0; i + 3 <= words.size(); i++) {
      List<String> three = words.subList(i, i + 3);
      if (three.stream().distinct().count() > 1 && selector(three) <= highest) {
        defined.add(selector(three));
      }
    }
    List<Long> selectors = new ArrayList<>();
    WordShingles shingles = new WordShingles();
    shingles.split(TextFixture.verbatim(String.join(" ", words)));
    shingles.eachThree(highest, selectors::add);
    assertThat(selectors).isEqualTo(defined);
  }

  private static long selector(List<String> words) {
    long hash = 0;
    for (String word : words) {
      long letters = 0;
      for (byte b : word.getBytes(StandardCharsets.UTF_8)) {
        letters = letters * 0x100_0000_01B3L + (b & 0xFF) + 1;
      }
      hash = hash * 0x9E37_79B9_7F4A_7C15L + mix(letters);
    }
    return mix(hash);
  }

  private static long mix(long hash) {
    long h = (hash ^ (hash >>> 33)) * 0xFF51_AFD7_ED55_8CCDL;
    h = (h ^ (h >>> 33)) * 0xC4CE_B9FE_1A85_EC53L;
    return h ^ (h >>> 33);
  }

  @Provide
  Arbitrary<List<String>> texts() {
    return Arbitraries.of("a", "bc", "def", "gehört", "\u0436\u0437", "\uAC00\uAC01", "a")
        .list()
        .ofMaxSize(60);
  }

  @Test
  void ideographIsHalfAWord() {
    String eight = "\u6CD5\u8F6E\u529F\u5927\u6CD5\u597D\u4E2D\u56FD";
    assertThat(shingles(eight)).containsExactly(eight);
    assertThat(shingles(eight.substring(1))).isEmpty();
    assertThat(shingles("buy " + eight.substring(2))).containsExactly("buy " + eight.substring(2));
    assertThat(shingles("\u4E00".repeat(50))).isEmpty();
    assertThat(shingles("\uD840\uDC00".repeat(7) + "\uD840\uDC01")).hasSize(1);
  }

  private static List<String> shingles(String given) {
    Utf8Text text = TextFixture.verbatim(given);
    DistinctShingles shingles = new DistinctShingles();
    shingles.start(0);
    WordShingles words = new WordShingles();
    words.split(text);
    words.collect(shingles);
    List<String> found = new ArrayList<>();
    for (int i = 0; i < shingles.size(); i++) {
      int length = shingles.to(i) - shingles.from(i);
      found.add(new String(text.bytes(), shingles.from(i), length, StandardCharsets.UTF_8));
    }
    return found;
  }
}
