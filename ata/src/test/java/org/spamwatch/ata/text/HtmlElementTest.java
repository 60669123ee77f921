package org.spamwatch.ata.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class HtmlElementTest {
  @Property
  void aNameIsFoundInAnyCaseAndOnlyWhole(@ForAll("names") String name) {
    HtmlElement found = HtmlElement.at("<" + name + ">", 1, 1 + name.length());
    String lower = name.toLowerCase(Locale.ROOT);
    assertThat(found.name()).isEqualTo(lower);
    assertThat(found).isEqualTo(HtmlElement.at(lower + " ", 0, lower.length()));
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.of(
            "p",
            "P",
            "td",
            "T",
            "a",
            "B",
            "r",
            "body",
            "LINK",
            "lin\u212A",
            "\u017Fpan",
            "span",
            "h1",
            "\u0130",
            "O:",
            "-",
            "script")
        .list()
        .ofMinSize(1)
        .ofMaxSize(3)
        .map(parts -> String.join("", parts));
  }

  @Test
  void elementsAreOfTheirKinds() {
    assertThat(at("TABLE")).isEqualTo(new HtmlElement("table", true, true, true, true));
    assertThat(at("Td")).isEqualTo(new HtmlElement("td", true, true, true, false));
    assertThat(at("br")).isEqualTo(new HtmlElement("br", true, true, false, true));
    assertThat(at("style")).isEqualTo(new HtmlElement("style", false, false, true, true));
    assertThat(at("span")).isEqualTo(new HtmlElement("span", false, true, true, true));
    assertThat(at("lin\u212A")).isEqualTo(new HtmlElement("link", false, true, false, true));
    assertThat(at("o:p")).isEqualTo(new HtmlElement("o:p", false, true, true, true));
  }

  private static HtmlElement at(String name) {
    return HtmlElement.at(name, 0, name.length());
  }
}
