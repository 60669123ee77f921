package org.spamwatch.ata.text;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class InlineStyleTest {
  @Property
  void numbersAreReadAsJavaReadsThem(@ForAll("numbers") String number) {
    assertThat(of("opacity: " + number).hides()).as(number).isEqualTo(isBelow(number, 0.05));
    assertThat(of("Font-Size:" + number + "px").hides()).isEqualTo(isBelow(number, 2));
  }

  /** What is read of a number are its first twelve characters. */
  private static boolean isBelow(String number, double bound) {
    int end = 0;
    while (end < number.length()
        && end < 12
        && (number.charAt(end) == '.' || Character.isDigit(number.charAt(end)))) {
      end++;
    }
    try {
      return Double.parseDouble(number.substring(0, end)) < bound;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  @Provide
  Arbitrary<String> numbers() {
    return Arbitraries.of(
            "0", "0", "1", "5", "9", ".", ".", "04", "049999999999", "\u0661", "e", "-")
        .list()
        .ofMaxSize(8)
        .map(parts -> String.join("", parts));
  }

  @Test
  void rulesAreFoundHoweverTheyAreWritten() {
    assertThat(of("DISPLAY : 'None' !important").hides()).isTrue();
    assertThat(of("a;b:;;display:none").hides()).isTrue();
    assertThat(of("display;none:x").hides()).isFalse();
    assertThat(of("color:#FFF; bac\u212Aground: Black"))
        .isEqualTo(new InlineStyle(false, "ffffff", "000000"));
    assertThat(of("")).isEqualTo(new InlineStyle(false, "", ""));
  }

  private static InlineStyle of(String style) {
    return InlineStyle.of("x" + style + "x", 1, 1 + style.length());
  }
}
