package org.spamwatch.statistics.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class WordsTest {
  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> pieces =
        Arbitraries.of(
            "a",
            "B",
            "word",
            "longer-word",
            "x.y",
            "don't",
            "1",
            "25",
            "255",
            "256",
            ".",
            "10.2.3.4",
            "$",
            "$5",
            "-",
            "_",
            "!",
            "'",
            "~",
            "`",
            " ",
            "\n",
            "/",
            "@",
            ":",
            "=",
            "(",
            "<",
            "\u00E9",
            "\u0416\u0443",
            "\u00AD",
            "\u200B",
            "\u00A0",
            "\u201C",
            "\u2019",
            "\u0301",
            "\uFF36",
            "\uFF11",
            "\uFF0E",
            "\uFF04",
            "\u4F60",
            "\u597D",
            "\u0E2A\u0E31",
            "\u0663",
            "\uAC00",
            "\uFE0F",
            "\uD83D\uDE00",
            "\uD840\uDC00",
            "\u30FB",
            "\u2160");
    return Arbitraries.oneOf(
            pieces, pieces, pieces, Arbitraries.strings().ofMaxLength(2).map(WordsTest::whole))
        .list()
        .ofMaxSize(120)
        .map(list -> String.join("", list));
  }

  /** Without halves of surrogate pairs, which no UTF-8 has. */
  private static String whole(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  @Property(tries = 20_000)
  void wordsAreThoseOfRegularExpressions(@ForAll("texts") String text) {
    TokenLimits limits = TokenLimits.DEFAULT;
    for (String tag : List.of("", "subj:")) {
      List<String> tokens = new ArrayList<>();
      Words words = new Words(limits);
      words.begin(
          (bytes, from, to) ->
              tokens.add(new String(bytes, from, to - from, StandardCharsets.UTF_8)),
          limits.maxTokens());
      words.tag(Words.ascii(tag));
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      words.read(bytes, 0, bytes.length);
      assertThat(tokens).isEqualTo(NaiveWords.of(tag, text, limits.maxTokenBytes()));
    }
  }
}
