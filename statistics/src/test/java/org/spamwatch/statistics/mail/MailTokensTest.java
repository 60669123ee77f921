package org.spamwatch.statistics.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MailTokensTest {
  private static List<String> ofText(String text) {
    return ReadTokens.of("\n" + text);
  }

  private static List<String> ofHtml(String html) {
    List<String> tokens = ReadTokens.of("Content-Type: text/html\n\n" + html);
    return tokens.subList(3, tokens.size()); // behind head:Content-Type head:text head:html
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Buy FREE!! now_ -and- don't wait... x.y.z | Buy FREE!! now and don't wait x.y.z",
        "12abc 2004 a1 abc1 | abc abc1",
        "$5 $9.99 $ $x 5$ $20-25 | $5 $9.99 $20",
        "10.1.2.3 256.1.1.1 1.2.3 [10.0.0.1] 1.2.3.4.5 | 10.1.2.3 10.0.0.1 1.2.3.4",
        "http://www.a.example/b/page.html?q=term | http www.a.example page.html term",
        "joe@host.example,ann:bob | joe host.example ann bob",
        "M\u00FCller \u0416\u0443\u043A \u201Cquoted\u201D don\u2019t | M\u00FCller \u0416\u0443\u043A quoted don't",
        "so\u00ADft\u200Bly a\u00A0word | softly word",
        "\uFF36\uFF49\uFF41\uFF47\uFF52\uFF41 | Viagra",
        "\u4F60\u597D\u5417 abc\u6F22 | \u4F60\u597D \u597D\u5417 abc \u6F22",
        "\u0E2A\u0E27\u0E31 | \u0E2A\u0E27 \u0E27\u0E31",
      })
  void wordsAreBogofilters(String text, String tokens) {
    assertThat(ofText(text)).containsExactly(tokens.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "V<!-- x -->iag<b>r</b>a one<br>two | Viagra one two",
        "caf&eacute; &#101;gg a&nbsp;word &#x41;BC &unknown; | caf\u00E9 egg word ABC unknown",
        "<script>if (a<b) {}</script>see<style>p {}</STYLE> | see",
        "<p title='a>b'>text</p> 1 < 2 and <3 </> | text and",
        "<a href=\"http://x.example/p%61th?a=1&amp;b=two\">now</a> | now href http x.example path two",
        "<!-->seen<!--->too<!-- never | seentoo",
        "<img alt=\"not closed>word | word alt not closed",
      })
  void htmlIsReadAsItIsSeen(String html, String tokens) {
    assertThat(ofHtml(html)).containsExactlyInAnyOrder(tokens.split(" "));
  }

  @Test
  void fieldsAreTaggedAsBogofilterTagsThem() {
    assertThat(
            ReadTokens.of(
                """
                From someone Mon Jan  1 00:00:00 2001
                Return-Path: <bounce@list.example>
                Received: from a.example ([10.1.2.3]) by b.example
                \tid AB12345; Mon, 1 Jan 2001 00:00:00 +0000
                Message-ID: <12345@foo>
                From: "Joe Doe" <joe@x.example>
                To: you@y.example
                CC: ann@z.example
                Subject: =?iso-8859-1?Q?M=FCller?=
                 =?utf-8?B?IGdyw7zDn3Q=?= $99.95
                X-Mailer: Foo v1.2
                X-Spam-Status: Yes
                X-Bogosity: Spam

                """))
        .containsExactly(
            "rtrn:bounce",
            "rtrn:list.example",
            "rcvd:from",
            "rcvd:a.example",
            "rcvd:10.1.2.3",
            "rcvd:b.example",
            "rcvd:Mon",
            "rcvd:Jan",
            "head:Message-ID",
            "from:Joe",
            "from:Doe",
            "from:joe",
            "from:x.example",
            "to:you",
            "to:y.example",
            "to:ann",
            "to:z.example",
            "subj:M\u00FCller",
            "subj:gr\u00FC\u00DFt",
            "subj:$99.95",
            "head:X-Mailer",
            "head:Foo",
            "head:v1.2");
  }

  @Test
  void partsAreDecodedAndAttachmentsAreNot() {
    assertThat(
            ReadTokens.of(
                """
                Content-Type: multipart/mixed; boundary="out=side"

                preamble
                --out=side
                Content-Type: multipart/alternative; boundary=inside

                --inside
                Content-Type: text/plain; charset=koi8-r
                Content-Transfer-Encoding: base64

                /sXM
                --inside
                Content-Transfer-Encoding: quoted-printable

                ca=66=C3=A9 soft=
                ly
                --inside--
                epilogue
                --out=side
                Content-Type: image/gif; name="cat.gif"

                R0lGODlh words
                --out=side
                Content-Type: message/rfc822

                Subject: inner

                text of it
                --out=side--
                behind
                """))
        .containsExactly(
            "head:Content-Type",
            "head:multipart",
            "head:mixed",
            "mime:Content-Type",
            "mime:multipart",
            "mime:alternative",
            "mime:Content-Type",
            "mime:text",
            "mime:plain",
            "mime:charset",
            "mime:koi8-r",
            "mime:Content-Transfer-Encoding",
            "mime:base64",
            "\u0427\u0435\u043B",
            "mime:Content-Transfer-Encoding",
            "mime:quoted-printable",
            "caf\u00E9",
            "softly",
            "mime:Content-Type",
            "mime:image",
            "mime:gif",
            "mime:cat.gif",
            "mime:Content-Type",
            "mime:message",
            "mime:rfc822",
            "inner",
            "text");
  }

  @Test
  void bytesWithoutAUsableDeclarationAreUtf8OrWestern() {
    byte[] western = "\ncaf\u00E9".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(ReadTokens.of(western, TokenLimits.DEFAULT)).containsExactly("caf\u00E9");
    assertThat(ReadTokens.of("\ncaf\u00E9")).containsExactly("caf\u00E9");
    byte[] page =
        "Content-Type: text/html\n\n<meta charset=\"koi8-r\">\u041F\u0440\u0438"
            .getBytes(Charset.forName("KOI8-R"));
    assertThat(ReadTokens.of(page, TokenLimits.DEFAULT)).endsWith("\u041F\u0440\u0438");
  }

  @Test
  void aSignatureIsNoTextAndOneWithoutEndIs() {
    String begin = "before\n-----BEGIN PGP SIGNATURE-----\niQEVAwUBO\n";
    assertThat(ofText(begin + "-----END PGP SIGNATURE-----\nafter"))
        .containsExactly("before", "after");
    assertThat(ofText(begin + "after")).contains("iQEVAwUBO", "after");
  }

  @Test
  void noSignatureStandsInAField() {
    assertThat(
            ReadTokens.of(
                "X-A: BEGIN PGP SIGNATURE----- key -----END PGP SIGNATURE-----\nX-B: c\n"))
        .containsExactly(
            "head:X-A",
            "head:BEGIN",
            "head:PGP",
            "head:SIGNATURE",
            "head:key",
            "head:END",
            "head:PGP",
            "head:SIGNATURE",
            "head:X-B");
  }

  @Test
  void limitsCut() {
    TokenLimits few = new TokenLimits(100, 20, 20, 2, 1, 3, 16);
    byte[] mail = "Subject: one two three four\n\nfive six".getBytes(StandardCharsets.UTF_8);
    assertThat(ReadTokens.of(mail, few)).containsExactly("subj:one", "subj:two", "subj:thr");
  }
}
