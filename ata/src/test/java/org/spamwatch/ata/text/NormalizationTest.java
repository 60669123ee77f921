package org.spamwatch.ata.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalizationTest {
  private final Utf8Text out = new Utf8Text();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "Hello, World!|hello world",
        "  a--b__c  |a b c",
        "Pay $1,000.00 by 24 Sep 2002|pay by sep",
        "vi\u200Bag\u00ADra\uFEFF|viagra",
        "\uFF26\uFF35\uFF2C\uFF2C \u2460 \uFB01ne|full fine",
        "cafe\u0301 CAF\u00C9|cafe cafe",
        "z\u0336\u0337a\u0338l\u0334g\u0335o|zalgo",
        "\u0130stanbul STRASSE \u03A3\u03A3|istanbul strasse \u03C3\u03C3",
        "\u0440\u0430\u0443pal \u0420\u0410\u0423PAL v\u00EF\u00E4gr\u00E4 \u03BF\u039Fk|paypal"
            + " paypal viagra ook",
        "a\u3164b\u115Fc\uFFA0d|abcd",
        "see http://shop.example/p?id=8A7F#x now|see shop example now",
        "see (HTTPS://Shop.Example:8080/p), now|see shop example now",
        "see www.shop.example/abc. now|see www shop example now",
        "www|www",
        "ftp://x.example/y|x example",
        "awww.shop|awww shop",
        "write to bob.o'hara+x@mail.example.org today|write to bob o today",
        "bob@example.org, eve@example.org|",
        "@home is @work a @ b|home is work a b",
        "\u6CD5\u8F6E \u529F 3|\u6CD5\u8F6E \u529F",
        "_______|",
        "|",
      })
  void fullNormalizationKeepsWhatSendersDoNotChange(String text, String expected) {
    Normalization.FULL_1.normalize(text == null ? "" : text, out);
    assertThat(out).hasToString(expected == null ? "" : expected);
  }

  @Test
  void footersOfListsAndFiltersAreLeftOut() {
    String rule = "\n_______________________________________________\n";
    String list =
        "Gardeners mailing list\ngardeners@lists.example.org\nhttp://l.example/listinfo/x\n";
    assertFull("Dear all\n" + rule + list, "dear all");
    assertFull("> Dear all\n> " + rule.trim() + "\n> " + list + "\nI agree", "dear all i agree");
    assertFull("Dear all\n-- \nTo unsubscribe from this list: send a line\n", "dear all");
    assertFull("Dear all\n-- \nThis message has been scanned for\nviruses\n", "dear all");
    assertFull("SPAM: hits 7.5\nDear all\nSPAM: more\n", "dear all");
    assertFull(
        "Dear all, here are the seeds you have asked for, and the roses\n\n"
            + "This mail is CONFIDENTIAL and intended for\nthe addressee.\n\nBye",
        "dear all here are the seeds you have asked for and the roses bye");
    assertFull(
        "This is confidential and intended for its recipient\nand a letter",
        "this is confidential and intended for its recipient and a letter");
  }

  @Test
  void whatOnlyLooksLikeAFooterStays() {
    assertFull("Dear all\n-- \nBob Example\nGardener", "dear all bob example gardener");
    String rule = "\n--------------------\n";
    assertFull("Dear all" + rule + "Buy this\n" + rule, "dear all buy this");
    String many = "buy this and unsubscribe\n".repeat(9);
    assertFull("all" + rule + many, "all" + " buy this and unsubscribe".repeat(9));
    String repeated = (rule + "buy and unsubscribe\n").repeat(20);
    Normalization.FULL_1.normalize("all" + repeated, out);
    assertThat(out.toString().split("buy", -1)).hasSize(13);
    assertFull("I intended to write\n\nto the recipient", "i intended to write to the recipient");
  }

  @Test
  void originsPointAtTheWordsOfTheText() {
    Utf8Text kept = new Utf8Text();
    kept.keepOrigins();
    String text = "Buy \uFF26ine  W\u0430tches, www.Shop.example/x?9 " + "and more ".repeat(900);
    Normalization.FULL_1.normalize(text, kept);
    String walked = kept.source();
    String normal = kept.toString();
    for (String word : List.of("buy", "fine", "watches", "shop", "and")) {
      int origin = kept.origin(normal.indexOf(word));
      assertThat(walked.substring(origin, origin + 2))
          .isEqualToIgnoringCase(word.equals("watches") ? "W\u0430" : word.substring(0, 2));
    }
  }

  @Property(tries = 3000)
  void wordsAtOnceAreTheSameAsLetterByLetter(@ForAll("likeAddresses") String text) {
    for (boolean lookalikes : new boolean[] {true, false}) {
      LetterByLetter twin = new LetterByLetter(text, lookalikes);
      FullNormalization.normalize(text, out, lookalikes);
      assertThat(out).hasToString(twin.toString());
      assertThat(out.codePoints()).isEqualTo(twin.origins().size());
      Utf8Text kept = new Utf8Text();
      kept.keepOrigins();
      FullNormalization.normalize(text, kept, lookalikes);
      assertThat(kept).hasToString(twin.toString());
      List<Integer> origins = new ArrayList<>();
      for (int i = 0; i < kept.length(); i++) {
        if ((kept.bytes()[i] & 0xC0) != 0x80) {
          origins.add(kept.origin(i));
        }
      }
      assertThat(origins).isEqualTo(twin.origins());
    }
  }

  @Provide
  Arbitrary<String> likeAddresses() {
    Arbitrary<String> ascii =
        Arbitraries.of(
            "h",
            "t",
            "w",
            "ww",
            "www.",
            "http://",
            "HTTPS://",
            "ftp://",
            "f",
            "ht",
            "a",
            "Bc",
            "z",
            "@",
            ".",
            "/",
            ":",
            "://",
            "?",
            "-",
            "7",
            " ",
            "\n",
            "e.org",
            "hat",
            "what",
            "WwW.X");
    Arbitrary<String> wide =
        Arbitraries.of(
            "\u00A0",
            "\u00E9",
            "\u00AD",
            "\u200B",
            "\u2019",
            "\u0441",
            "\u0301",
            "\uFF48",
            "\uFF20",
            "\uFF1A",
            "\u017F",
            "\u212A",
            "\uFB01",
            "\u00BD",
            "\u3164",
            "\uD83D\uDE00",
            "\uD83D",
            "\uD835\uDC1A",
            "\u6CD5",
            "\u0316".repeat(9));
    return Arbitraries.frequencyOf(Tuple.of(4, ascii), Tuple.of(1, wide))
        .list()
        .ofMaxSize(30)
        .map(parts -> String.join("", parts));
  }

  @Test
  void asWrittenLettersThatLookAlikeStayApart() {
    Normalization.FULL_1_AS_WRITTEN.normalize("P\u0410YP\u0430l VI\u00C4GRA \uFF26ine", out);
    assertThat(out).hasToString("p\u0430yp\u0430l vi\u00E4gra fine");
  }

  private void assertFull(String text, String expected) {
    Normalization.FULL_1.normalize(text, out);
    assertThat(out).hasToString(expected);
  }

  @Test
  void paperNormalizationKeepsAllButWhiteSpace() {
    Normalization.PAPER.normalize(" \t Buy\u00A0NOW,\r\n\0\u3000$5 \uD83D\uDE00 \n", out);
    assertThat(out).hasToString("Buy NOW, $5 \uD83D\uDE00");
    assertThat(out.codePoints()).isEqualTo(13);
    assertThat(out.isAscii()).isFalse();
  }

  @Test
  void halfOfASurrogatePairBecomesTheReplacementCharacter() {
    Normalization.PAPER.normalize("a\uD800b", out);
    assertThat(out).hasToString("a\uFFFDb");
  }

  @Property(tries = 500)
  void fullNormalizationIsIdempotent(@ForAll String text) {
    Normalization.FULL_1.normalize(text, out);
    String once = out.toString();
    Normalization.FULL_1.normalize(once, out);
    assertThat(out).hasToString(once);
  }

  @Property(tries = 500)
  void measuresAgreeWithTheText(@ForAll String text) {
    for (Normalization normalization : Normalization.values()) {
      normalization.normalize(text, out);
      String normal = out.toString();
      assertThat(out.codePoints()).isEqualTo(normal.codePointCount(0, normal.length()));
      assertThat(normal).doesNotStartWith(" ").doesNotEndWith(" ").doesNotContain("  ");
    }
    int letters = (int) out.toString().codePoints().filter(c -> c != ' ').count();
    assertThat(out.hasLetters(letters)).isTrue();
    assertThat(out.hasLetters(letters + 1)).isFalse();
  }
}
