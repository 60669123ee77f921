package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HtmlEvidenceTest {
  private static final List<String> NAMES =
      List.of("div", "p", "table", "tr", "td", "span", "a", "b", "img", "h1");

  private static final List<String> ATTRIBUTES = List.of("", " class", " style", " width", " href");

  /** A page of so many tags, each with a text and values of a version. */
  private static List<String> page(int tags, long structure, String version) {
    Random random = new Random(structure);
    List<String> page = new ArrayList<>();
    for (int i = 0; i < tags; i++) {
      String attribute = ATTRIBUTES.get(random.nextInt(ATTRIBUTES.size()));
      String value = attribute.isEmpty() ? "" : "=\"" + version + i + "\"";
      String name = NAMES.get(random.nextInt(NAMES.size()));
      page.add("<" + name + attribute + value + ">" + version + " words of a mail ");
    }
    return page;
  }

  @Test
  void textAndValuesDoNotMatter() {
    Set<Long> keys = keys(String.join("", page(60, 1, "one")));
    assertThat(keys).hasSize(EvidenceKind.HTML.most());
    assertThat(keys(String.join("", page(60, 1, "another")))).isEqualTo(keys);
    assertThat(keys(String.join("", page(60, 1, "one")).toUpperCase(Locale.ROOT))).isEqualTo(keys);
    assertThat(keys(String.join("<!-- <i> -->", page(60, 1, "one")))).isEqualTo(keys);
    assertThat(keys(String.join("", page(60, 2, "one")))).doesNotContainAnyElementsOf(keys);
  }

  @Test
  void attributesMatter() {
    List<String> page = page(60, 1, "one");
    String other = String.join("", page).replace(" class=", " id=");
    assertThat(keys(other)).isNotEqualTo(keys(String.join("", page)));
  }

  @Test
  void mostKeysOutliveAFewChangesOfTheTemplate() {
    int kept = 0;
    for (int seed = 0; seed < 20; seed++) {
      List<String> page = page(200, seed, "one");
      Set<Long> keys = keys(String.join("", page));
      page.add(20, "<hr>");
      page.remove(100);
      page.set(150, "<ul>");
      Set<Long> changed = keys(String.join("", page));
      changed.retainAll(keys);
      kept += changed.size();
    }
    assertThat(kept).isGreaterThan(20 * EvidenceKind.HTML.most() * 3 / 4);
  }

  @Test
  void aPageMadeLikeThousandsIsNoEvidence() {
    int enough = HtmlEvidence.LEAST + HtmlEvidence.TAGS - 1;
    assertThat(keys(String.join("", page(enough, 1, "one")))).isNotEmpty();
    assertThat(keys(String.join("", page(enough - 1, 1, "one")))).isEmpty();
    assertThat(keys("<div dir=ltr>A mail of some words</div>" + "<br>".repeat(500))).isEmpty();
  }

  @Test
  void aBombEndsAfterSoManyTags() {
    String front = String.join("", page(HtmlEvidence.MOST_TAGS, 1, "x"));
    String more = front + String.join("", page(2000, 2, "x"));
    assertThat(keys(more)).isEqualTo(keys(front));
    assertThat(keys("<div>".repeat(500_000))).isEmpty();
    assertThat(keys("<p a" + " b".repeat(500_000) + ">Words of a mail, more of them")).isEmpty();
  }

  private static Set<Long> keys(String html) {
    String head = "From: a@example.org\nMIME-Version: 1.0\nContent-Type: text/html\n\n";
    return Evidences.keys(EvidenceKind.HTML, head + html);
  }
}
