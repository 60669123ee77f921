package org.spamwatch.ata.text;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
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
        "cafe\u0301 CAF\u00C9|caf\u00E9 caf\u00E9",
        "z\u0336\u0337a\u0338l\u0334g\u0335o|zalgo",
        "\u0130stanbul STRASSE \u03A3\u03A3|istanbul strasse \u03C3\u03C3",
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
    assertThat(out.letters())
        .isEqualTo((int) out.toString().codePoints().filter(c -> c != ' ').count());
  }
}
