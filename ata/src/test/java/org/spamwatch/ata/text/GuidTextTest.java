package org.spamwatch.ata.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The definition of guid-1, example by example. A change here is a change of every identity. */
class GuidTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "a b\u00A0c\u3000d|abcd",
        "Case 1,000 stays!|Case1,000stays!",
        "a<!-- > -->b|ab",
        "a<!-- open|a",
        "a<ScRiPt x>if (a</b) </p></sCript y>b|ab",
        "a<style>open|a",
        "a<stylesheet>b</style>c|ac",
        "a<p title='>'>b|a'>b",
        "1 < 2 <3 <b>4|1<2<34",
        "a</p>b<!x>c<?y>d|abcd",
        "&amp;&lt;&gt;&quot;&nbsp;x|&<>\"x",
        "&eacute;&#233;&#xe9;&#XE9;|&eacute;\u00E9\u00E9\u00E9",
        "&#12345678;&#1114112;&#;&#x;&#xD800;&#6|&#12345678;&#1114112;&#;&#x;&#6",
        "z\u200Bw\u00ADj\uFEFF\uD800.|zwj.",
        "\uD83D\uDE00|\uD83D\uDE00",
      })
  void htmlIsReducedAsDefined(String html, String expected) {
    assertThat(normalized(text -> text.addHtml(html))).isEqualTo(expected);
  }

  @Property
  void rowsAtOnceAreTheSameAsCharacterByCharacter(@ForAll String text) {
    assertThat(normalized(whole -> whole.addPlain(text)))
        .isEqualTo(
            normalized(
                pieces -> text.codePoints().forEach(c -> pieces.addPlain(Character.toString(c)))));
  }

  @Test
  void longTextIsHandedOnInPieces() {
    String row = "letters and \u00FCml\u00E4ut\u20AC ".repeat(20_000);
    assertThat(normalized(text -> text.addPlain(row))).isEqualTo(row.replace(" ", ""));
    assertThat(normalized(text -> text.addHtml("<p>" + row))).isEqualTo(row.replace(" ", ""));
    GuidText counted = new GuidText((bytes, length) -> assertThat(length).isLessThan(32 << 10));
    counted.addPlain(row);
    assertThat(counted.finish()).isEqualTo(row.replace(" ", "").length());
  }

  @Test
  void plainPartKeepsItsMarkup() {
    assertThat(
            normalized(
                text -> {
                  text.addPlain("a <b> &amp;\r\n");
                  text.addPlain("c");
                }))
        .isEqualTo("a<b>&amp;c");
  }

  private static String normalized(Consumer<GuidText> parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    GuidText text = new GuidText((bytes, length) -> all.write(bytes, 0, length));
    parts.accept(text);
    text.finish();
    return all.toString(StandardCharsets.UTF_8);
  }
}
