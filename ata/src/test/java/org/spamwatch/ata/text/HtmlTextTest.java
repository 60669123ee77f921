package org.spamwatch.ata.text;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jsoup.Jsoup;
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
    assertThat(HtmlText.strip(html).replace('\n', '~')).isEqualTo(text);
  }

  @Property(tries = 500)
  void neverFailsAndLeavesNoKnownTag(@ForAll("soup") String html) {
    assertThat(HtmlText.strip(html)).doesNotContain("<b>", "<p>", "<!--");
  }

  /** The twin is a full HTML parser; it sets white space by other rules, so that is left out. */
  @Property(tries = 300)
  void readsWellFormedPagesLikeATreeParser(@ForAll("pages") String html) {
    assertThat(characters(HtmlText.strip(html))).isEqualTo(characters(Jsoup.parse(html).text()));
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
