package org.spamwatch.ata.text;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HtmlTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "mort<!-- x -->gage|mortgage",
        "mort<!--x--!>gage|mortgage",
        "mort<!-->gage|mortgage",
        "V<b>i</b>a<font size=1>g</font>ra|Viagra",
        "no<xyzzy>bo</xyzzy>dy|nobody",
        "a<br>b|a~b",
        "a<BR/>b|a~b",
        "<td>a</td><td>b</td>|~a~~b~",
        "<h1>a</h1>b|~a~b",
        "x<style>p{}</style>y|xy",
        "x<script>if (a<b) '</p>'</SCRIPT >y|xy",
        "<head><title>hidden</title></head>seen|~~seen",
        "a < b and c<3|a < b and c<3",
        "<a href='x>y'>link</a>|link",
        "<a title=\"1 > 0\" href=x>link</a>|link",
        "<a href=it's>link</a>|link",
        "a<!doctype html>b|ab",
        "a<?xml version='1.0'?>b|ab",
        "a<![if !mso]>b<![endif]>c|abc",
        "a</>b|ab",
        "a<|a<",
        "a<b|a",
        "a<!-- never closed|a",
        "a<script>never closed|a",
        "&lt;b&gt;|<b>",
        "caf&eacute; &#233; &#xE9; &eacute|caf\u00E9 \u00E9 \u00E9 \u00E9",
        "&nbsp;|\u00A0",
        "R&D &nosuch; &; &#; &#x;|R&D &nosuch; &; &#; &#x;",
        "&#146;|\u2019",
        "&#0;&#xD800;&#99999999999;|\uFFFD\uFFFD\uFFFD",
        "&copyright|\u00A9right",
      })
  void stripsAsBrowsersShow(String html, String text) {
    assertThat(HtmlText.of(html).written().replace('\n', '~')).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "<span style='display:none'>x</span>",
        "<SPAN STYLE=\"Display : NONE !important\">x</SPAN>",
        "<div style='visibility: hidden;color:red'><p>x</p><b>y</b></div>",
        "<font style=font-size:0px>x</font>",
        "<font style='font-size:1px'>x</font>",
        "<span style='opacity:0'>x</span>",
        "<span style='mso-hide:all'>x</span>",
        "<span style='color:#fff'>x</span>",
        "<font color=white>x</font>",
        "<td bgcolor='#112233'><font style='color:#abcdef;background:#ABCDEF'>x</font></td>",
        "<div style='display:none'><div>x</div>y</div>",
        "<p style='display:none'>x</p>",
        "<table><tr><td><span style='display:none'>never closed</td></tr></table>",
        "<li style='display:none'>x<li>",
        "<span style='font-size:0'>x<!-- y --></span>"
      })
  void hidesWhatAReaderDoesNotSee(String hidden) {
    String shown = "<p>twenty letters and more of text";
    HtmlText.Text text = HtmlText.of(shown + hidden + "<p>and the end of it");
    assertThat(text.visible().replaceAll("\\s+", " "))
        .isEqualTo(" twenty letters and more of text and the end of it");
    assertThat(text.written()).isNotEqualTo(text.visible());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<span style='display:block'>x</span>",
        "<span style='font-size:10px;line-height:0'>x</span>",
        "<span style='font-size:0.8em'>x</span>",
        "<td bgcolor=black><font color=white>x</font></td>",
        "<img style='display:none'>x",
        "<br style='display:none'>x",
        "<span title='display:none'>x</span>",
        "<span data-style='display:none'>x</span>",
        "<span style='display:none'></span>x"
      })
  void showsWhatAReaderSees(String shown) {
    String visible = HtmlText.of("<p>twenty letters and more of text " + shown).visible();
    assertThat(visible.trim()).endsWith("x");
  }

  @Test
  void pageThatHidesAllOfItIsTakenToShowIt() {
    String html = "<div style='display:none'>all the text there is in this page</div>";
    assertThat(HtmlText.of(html).visible()).contains("all the text");
  }

  @Test
  void textWithoutHiddenPartsIsOneObject() {
    HtmlText.Text text = HtmlText.of("<p>nothing <b>hidden</b>");
    assertThat(text.visible()).isSameAs(text.written());
  }

  @Property(tries = 500)
  void neverFailsAndLeavesNoKnownTag(@ForAll("soup") String html) {
    assertThat(HtmlText.of(html).written()).doesNotContain("<b>", "<p>", "<!--");
  }

  /** The twin is a full HTML parser; it sets white space by other rules, so that is left out. */
  @Property(tries = 300)
  void readsWellFormedPagesLikeATreeParser(@ForAll("pages") String html) {
    assertThat(characters(HtmlText.of(html).written()))
        .isEqualTo(characters(Jsoup.parse(html).text()));
  }

  private static String characters(String text) {
    return text.replaceAll("[\\s\\u00A0]+", "");
  }

  @Provide
  Arbitrary<String> soup() {
    return Arbitraries.of(
            "<",
            ">",
            "</",
            "<!--",
            "-->",
            "<b>",
            "<p>",
            "&",
            "#",
            ";",
            "\"",
            "'",
            "=",
            "x",
            " ",
            "&lt",
            "amp",
            "script",
            "<script>",
            "</script",
            "/",
            "!",
            "?",
            "\u0000",
            "\uD800")
        .list()
        .ofMaxSize(60)
        .map(parts -> String.join("", parts).replace("&lt", "&gt"))
        // A lone < before a tag that vanishes may make a new tag of what follows: not stripped
        // twice.
        .map(html -> html.replaceAll("<(?=<)", "< "));
  }

  @Provide
  Arbitrary<String> pages() {
    return Arbitraries.of(
            "<p>one</p>",
            "<b>two</b>",
            "<div>three<br>four</div>",
            "five ",
            "&amp;",
            "&eacute;",
            "<!-- c -->",
            "<a href=\"x?a=1&amp;b=2\">six</a>",
            "<ul><li>seven</li></ul>",
            "<script>var a = '<p>';</script>",
            "<style>p { x: y }</style>",
            "<font color=red>8</font>",
            "<table><tr><td>nine</td><td>ten</td></tr></table>",
            "&#8364;",
            "<hr>",
            "&nbsp;")
        .list()
        .ofMaxSize(30)
        .map(parts -> "<html><body>" + String.join("", parts) + "</body></html>");
  }
}
