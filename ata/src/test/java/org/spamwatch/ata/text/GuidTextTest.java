package org.spamwatch.ata.text;

import static org.assertj.core.api.Assertions.assertThat;

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
    GuidText text = new GuidText();
    text.addHtml(html);
    assertThat(text.text()).hasToString(expected);
  }

  @Property
  void rowsAtOnceAreTheSameAsCharacterByCharacter(@ForAll String text) {
    GuidText whole = new GuidText();
    whole.addPlain(text);
    GuidText pieces = new GuidText();
    text.codePoints().forEach(c -> pieces.addPlain(Character.toString(c)));
    assertThat(whole.text()).hasToString(pieces.text().toString());
    assertThat(whole.text().codePoints()).isEqualTo(pieces.text().codePoints());
  }

  @Test
  void plainPartKeepsItsMarkup() {
    GuidText text = new GuidText();
    text.addPlain("a <b> &amp;\r\n");
    text.addPlain("c");
    assertThat(text.text()).hasToString("a<b>&amp;c");
  }
}
