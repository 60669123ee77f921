package org.spamwatch.ata.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.Normalizer;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Composing in pieces, against composing in one go. */
class ComposedTextTest {
  /** Letters, halves of syllables, marks that compose, that reorder, and what stands for them. */
  private static final List<String> NASTY =
      List.of(
          "a",
          "it",
          "\u00A0",
          "\u00B4",
          "\u00BD",
          "\u01C4",
          "\u2019",
          "e\u0301",
          " ",
          "\u0301",
          "\u0316",
          "\uFF76",
          "\uFF9E",
          "\u1100",
          "\u1161",
          "\u11A8",
          "\uAC00",
          "\u314F",
          "\uFFC2",
          "\u09C7",
          "\u09BE",
          "\u0DD9",
          "\u0DCA",
          "\u0E33",
          "\uFDFA",
          "\uFB01",
          "\u00C5",
          "\u212B",
          "\uD834\uDD5E",
          "\uD840\uDC00",
          "\u0F71\u0F72",
          "\u0344");

  @Property(tries = 300)
  void piecesMakeTheSame(@ForAll("texts") String text) {
    assertThat(pieces(text, Integer.MAX_VALUE)).isEqualTo(composed(text));
  }

  @Property(tries = 1000)
  void textsOfAllKindsAreTheSame(@ForAll("mixed") String text) {
    assertThat(pieces(text, Integer.MAX_VALUE)).isEqualTo(composed(text));
    assertThat(pieces(text, 5)).isEqualTo(composed(text).substring(0, pieces(text, 5).length()));
  }

  @Property(tries = 1000)
  void eachForItselfComposesToTheSame(@ForAll("mixed") String text) {
    char[] chars = text.toCharArray();
    boolean toTheEnd = ComposedText.composesEach(chars);
    String each = new String(chars);
    assertThat(toTheEnd ? each : composed(each)).isEqualTo(composed(text));
  }

  @Provide
  Arbitrary<String> mixed() {
    return Arbitraries.oneOf(
            Arbitraries.of(NASTY), Arbitraries.strings().ofMaxLength(4), Arbitraries.just("plain "))
        .list()
        .ofMaxSize(30)
        .map(units -> String.join("", units));
  }

  /** Long enough for several pieces; marks never without a letter near. */
  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(NASTY)
        .list()
        .ofMinSize(1)
        .ofMaxSize(40)
        .map(units -> (String.join("", units) + "b").repeat(200));
  }

  @Test
  void whatBeginsAnewComposesWithNothingBeforeIt() {
    for (String before : List.of("a", "\u30AB", "\u1100", "\uAC00", "\u09C7", "\u0DD9", "\u1025")) {
      for (int c = 0; c <= 0x1_FFFF; c++) {
        boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
        if (!surrogate && ComposedText.beginsAnew(c)) {
          String one = Character.toString(c);
          assertThat(composed(before + one)).isEqualTo(composed(before) + composed(one));
        }
      }
    }
  }

  @Test
  void noMoreIsMadeThanIsWanted() {
    assertThat(pieces("\uFDFA".repeat(10_000), 5_000))
        .isEqualTo(composed("\uFDFA".repeat(1_000)).substring(0, 5_000));
    assertThat(pieces("\u1161".repeat(10_000), 5_000)).hasSize(5_000);
    assertThat(pieces("a\uFDFA".repeat(100) + "b".repeat(9_000), 5_000)).hasSize(5_000);
  }

  private static String pieces(String text, int most) {
    return new String(ComposedText.of(text.toCharArray(), most));
  }

  private static String composed(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC);
  }
}
