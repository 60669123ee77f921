package org.spamwatch.ata.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class HtmlTagsTest {
  @Test
  void tagsAndAttributesComeAsTheyAreWritten() {
    assertThat(
            read(
                "<!DOCTYPE html><P Class=\"a b\" id = 'c'>x &lt;b> 1 < 2<br/><img src=/a.png"
                    + " hidden></p>"))
        .containsExactly("p", "Class=a b", "id=c", "br", "img", "src=/a.png", "hidden=", "/p");
  }

  @Test
  void whatIsNoMarkupHasNoTags() {
    assertThat(read("<!-- <a> --><script>if (a<b) document.write('<i>')</script><u>"))
        .containsExactly("script", "u");
  }

  @Test
  void quotesHoldWhatWouldEndATag() {
    assertThat(read("<a title='>' href=\"x>y\" =z=1/>w</a>"))
        .containsExactly("a", "title=>", "href=x>y", "=z=1/", "/a");
  }

  @Test
  void whatIsNeverClosedEndsWithThePage() {
    assertThat(read("<a")).containsExactly("a");
    assertThat(read("<a b")).containsExactly("a", "b=");
    assertThat(read("<a b=")).containsExactly("a", "b=");
    assertThat(read("<a b='c d")).containsExactly("a", "b=c d");
  }

  @Test
  void theWalkEndsAtATagThatIsNotWanted() {
    List<String> seen = new ArrayList<>();
    HtmlTags.visit("<a href=x><b class=y><i>", new Names(seen, 2));
    assertThat(seen).containsExactly("a", "href=x", "b");
  }

  @Property(tries = 300)
  void everyRangeLiesInThePage(@ForAll("pages") String page) {
    HtmlTags.visit(
        page,
        new HtmlTags.Visitor() {
          private int last;

          @Override
          public boolean tag(String element, boolean closing) {
            assertThat(element).isNotEmpty();
            return true;
          }

          @Override
          public void attribute(String html, int nameFrom, int nameTo, int from, int to) {
            assertThat(List.of(last, nameFrom, nameTo, from, to)).isSorted();
            assertThat(nameFrom).isLessThan(nameTo);
            assertThat(to).isLessThanOrEqualTo(page.length());
            last = to;
          }
        });
  }

  @Provide
  Arbitrary<String> pages() {
    return Arbitraries.of("<", ">", "/", "a", "b ", "=", "\"", "'", " ", "<!--", "-->", "<script>")
        .list()
        .ofMaxSize(30)
        .map(pieces -> String.join("", pieces));
  }

  private static List<String> read(String html) {
    List<String> seen = new ArrayList<>();
    HtmlTags.visit(html, new Names(seen, Integer.MAX_VALUE));
    return seen;
  }

  private record Names(List<String> seen, int most) implements HtmlTags.Visitor {
    @Override
    public boolean tag(String element, boolean closing) {
      seen.add((closing ? "/" : "") + element);
      return seen.stream().filter(name -> !name.contains("=")).count() < most;
    }

    @Override
    public void attribute(String html, int nameFrom, int nameTo, int valueFrom, int valueTo) {
      seen.add(html.substring(nameFrom, nameTo) + "=" + html.substring(valueFrom, valueTo));
    }
  }
}
