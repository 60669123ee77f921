package org.spamwatch.ata.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.mail.NotAMailException.Reason;

class MailTextTest {
  private static final String HEAD = "From: a@example.org\nMIME-Version: 1.0\n";

  @Test
  void headerlessTextIsAPlainBody() throws Exception {
    assertThat(text("Hello there,\n\nsecond paragraph\n"))
        .isEqualTo("Hello there,\n\nsecond paragraph\n");
    assertThat(text("Warning: act now\n\nor never\n")).isEqualTo("Warning: act now\n\nor never\n");
  }

  @Test
  void headerMayFollowBlankLinesAndPostmarks() throws Exception {
    String mail = "Subject: x\n\nbody\n";
    assertThat(text("\r\n\n" + mail)).isEqualTo("body\n");
    assertThat(text("From a@b Tue Sep 24 10:48:22 2002\n" + mail)).isEqualTo("body\n");
    assertThat(text(">From a@b Tue Sep 24 10:48:22 2002\n" + mail)).isEqualTo("body\n");
    assertThat(text("X-Mozilla-Status: 0001\nX-Mozilla-Status2: 00000000\n" + mail))
        .isEqualTo("body\n");
    assertThat(text("\uFEFF" + mail)).isEqualTo("body\n");
  }

  @Test
  void everyLineEndIsRead() throws Exception {
    assertThat(text("Subject: x\r\n\r\nbody\r\n")).isEqualTo("body\r\n");
    assertThat(text("Subject: x\r\rbody\r")).isEqualTo("body\n");
  }

  @Test
  void mailWithoutBodyHasNoText() throws Exception {
    assertThat(read("Subject: nothing\n").parts()).isEmpty();
    assertThat(read("Subject: nothing\n\n").visible()).isEmpty();
  }

  @Test
  void mailThatIsNoneIsRefusedInOneLine() {
    assertRefused(new byte[0], Reason.EMPTY, "the mail is empty");
    assertRefused(bytes(" \r\n\n\t"), Reason.EMPTY, "the mail is empty");
    assertRefused(bytes("\u007FELF\1\1\1\0\0\0"), Reason.BINARY, "not a mail");
    assertRefused(bytes("\1\2\3\4\5\6 some letters"), Reason.BINARY, "not a mail");
    assertRefused(new byte[101], Reason.TOO_LARGE, "the mail has 101 bytes, the limit is 100");
  }

  private static void assertRefused(byte[] mail, Reason reason, String message) {
    assertThatThrownBy(() -> MailText.of(mail, MailLimits.DEFAULT.withMaxBytes(100)))
        .isInstanceOfSatisfying(
            NotAMailException.class, e -> assertThat(e.reason()).isEqualTo(reason))
        .hasMessageStartingWith(message);
  }

  @Test
  void nulBytesBehindAHeaderAreTolerated() throws Exception {
    assertThat(text("Subject: x\n\na\0b\n")).isEqualTo("a\0b\n");
  }

  @Test
  void charsetIsTheOneSendersMean() throws Exception {
    assertThat(decoded("text/plain; charset=iso-8859-1", "\u201Cquoted\u201D", "windows-1252"))
        .isEqualTo("\u201Cquoted\u201D");
    assertThat(decoded("text/plain; charset=\"UTF-8\"", "\u20AC", "UTF-8")).isEqualTo("\u20AC");
    assertThat(decoded("text/plain; charset=x-nobody-knows", "\u20AC", "UTF-8"))
        .isEqualTo("\u20AC");
    assertThat(decoded("text/plain; charset=\"%%%\"", "\u00E9", "ISO-8859-1")).isEqualTo("\u00E9");
    assertThat(decoded("text/plain", "\u00E9", "windows-1252")).isEqualTo("\u00E9");
    assertThat(decoded("text/plain; charset=gb2312", "\u9ED1", "GBK")).isEqualTo("\u9ED1");
    assertThat(decoded("text/plain; charset=utf-8", "\u00E9", "ISO-8859-1")).isEqualTo("\uFFFD");
    assertThat(decoded("text/html", "<meta charset='koi8-r'>\u0414", "koi8-r")).isEqualTo("\u0414");
  }

  private static String decoded(String type, String body, String charset) throws Exception {
    byte[] head = bytes(HEAD + "Content-Type: " + type + "\n\n");
    byte[] tail = body.getBytes(Charset.forName(charset));
    byte[] mail = java.util.Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, mail, head.length, tail.length);
    return MailText.of(mail, MailLimits.DEFAULT).visible();
  }

  @Test
  void htmlIsChosenOverPlainUnlessItHasNoText() throws Exception {
    String plain = "Content-Type: text/plain\n\nthe plain alternative of this mail\n";
    String html = "Content-Type: text/html\n\n<p>the richer alternative of this mail</p>\n";
    String image = "Content-Type: text/html\n\n<img src=x>\n";
    assertThat(multipart("alternative", plain, html))
        .isEqualTo("the richer alternative of this mail");
    assertThat(multipart("alternative", html, plain))
        .isEqualTo("the richer alternative of this mail");
    assertThat(multipart("alternative", plain, image))
        .isEqualTo("the plain alternative of this mail");
  }

  @Test
  void partsOfMixedMailAreJoinedAndAttachmentsLeftOut() throws Exception {
    String first = "Content-Type: text/plain\n\nthe first of two parts of this mail\n";
    String second = "Content-Type: text/html\n\n<b>and the second</b>\n";
    String attached =
        "Content-Type: text/plain\nContent-Disposition: attachment; filename=x\n\nattached\n";
    assertThat(multipart("mixed", first, second, attached))
        .isEqualTo("the first of two parts of this mail and the second");
    assertThat(multipart("mixed", "Content-Type: image/png\n\nxx\n", attached))
        .isEqualTo("attached");
  }

  @Test
  void forwardedMailIsRead() throws Exception {
    String forwarded = "Content-Type: message/rfc822\n\nSubject: y\n\nthe forwarded text\n";
    assertThat(multipart("mixed", "Content-Type: text/plain\n\nFYI\n", forwarded))
        .isEqualTo("FYI the forwarded text");
  }

  @Test
  void brokenMultipartsYieldWhatIsThere() throws Exception {
    String open = HEAD + "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nno end boundary\n";
    assertThat(text(open).trim()).isEqualTo("no end boundary");
    MailText none = read(HEAD + "Content-Type: multipart/mixed; boundary=b\n\nno part at all\n");
    assertThat(none.broken()).isTrue();
    assertThat(none.visible().trim()).isEqualTo("no part at all");
    assertThat(text(HEAD + "Content-Type: multipart/mixed\n\nno boundary\n").trim())
        .contains("no boundary");
  }

  @Test
  void fieldLongerThanTheLimitCostsTheHeaderNotTheBody() throws Exception {
    MailText mail = read("Subject: x\nX-Long: " + "y".repeat(100_000) + "\n\nstill a body\n");
    assertThat(mail.visible().trim()).isEqualTo("still a body");
    assertThat(mail.broken()).isTrue();
  }

  @Test
  void textBeyondTheLimitIsCut() throws Exception {
    MailLimits limits = new MailLimits(1 << 20, 1 << 20, 10, 3, 70, 1000, 100, 10);
    MailText mail = MailText.of(bytes("Subject: x\n\n0123456789abc"), limits);
    assertThat(mail.visible()).isEqualTo("0123456789");
    assertThat(mail.cut()).isTrue();
    assertThat(read("Subject: x\n\n0123456789abc").cut()).isFalse();
  }

  @Test
  void neitherMarkupNorHiddenTextNorAnotherAlternativeKeepsTextFromBeingRead() throws Exception {
    String words = "the text that a reader sees of it";
    String hidden = "<div style='display:none'>" + "y".repeat(3 << 20) + "</div>";
    String html = HEAD + "Content-Type: text/html\n\n";
    MailText behindTags = read(html + "<b x='y'></b>".repeat(200_000) + words);
    assertThat(behindTags.written()).isEqualToIgnoringNewLines(words);
    assertThat(behindTags.cut()).isFalse();
    MailText behindHidden = read(html + hidden + words);
    assertThat(behindHidden.visible().strip()).isEqualTo(words);
    assertThat(behindHidden.written()).hasSize(1 << 20);
    assertThat(behindHidden.hidesText()).isTrue();
    assertThat(behindHidden.cut()).isTrue();
    assertThat(
            multipart(
                "alternative",
                "Content-Type: text/plain\n\n" + "y".repeat(2 << 20) + "\n",
                "Content-Type: text/html\n\n<p>" + words + "\n"))
        .isEqualTo(words);
  }

  @Test
  void containersBeyondTheLimitAreTakenForText() throws Exception {
    MailLimits limits = new MailLimits(1 << 20, 1 << 20, 10, 3, 70, 1000, 100, 1000);
    assertThat(MailText.of(bytes(nested(2)), limits).visible())
        .contains("innermost")
        .doesNotContain("--b");
    MailText deep = MailText.of(bytes(nested(3)), limits);
    assertThat(deep.visible()).contains("level 1", "--b2", "innermost");
    assertThat(deep.cut()).isTrue();
  }

  @Test
  void multipartWithTooLongABoundaryIsTakenForText() throws Exception {
    String boundary = "x".repeat(129);
    String mail =
        HEAD
            + "Content-Type: multipart/mixed; boundary="
            + boundary
            + "\n\n--"
            + boundary
            + "\n\nthe text in it\n--"
            + boundary
            + "--\n";
    assertThat(read(mail).visible()).contains("the text in it");
    assertThat(read(mail).cut()).isTrue();
    assertThat(read(mail.replace("xx", "x")).cut()).isFalse();
  }

  @Test
  void bytesBeyondTheParsedOnesAreNotRead() throws Exception {
    MailLimits limits = new MailLimits(1000, 100, 10, 3, 70, 1000, 100, 1000);
    MailText mail = MailText.of(bytes("Subject: x\n\n" + "y".repeat(500)), limits);
    assertThat(mail.visible()).hasSize(88);
    assertThat(mail.cut()).isTrue();
  }

  static String nested(int depth) {
    StringBuilder mail = new StringBuilder(HEAD);
    for (int i = 0; i < depth; i++) {
      mail.append("Content-Type: multipart/mixed; boundary=\"b").append(i).append("\"\n\n--b");
      mail.append(i).append("\n\nlevel ").append(i).append("\n--b").append(i).append('\n');
    }
    return mail.append("\ninnermost\n").toString();
  }

  private static String multipart(String subtype, String... parts) throws Exception {
    StringBuilder mail = new StringBuilder(HEAD);
    mail.append("Content-Type: multipart/").append(subtype).append("; boundary=b\n\n");
    for (String part : parts) {
      mail.append("--b\n").append(part);
    }
    MailText read = read(mail.append("--b--\n").toString());
    assertThat(read.broken()).isFalse();
    return read.visible().replaceAll("\\s+", " ").trim();
  }

  private static String text(String mail) throws Exception {
    return read(mail).visible();
  }

  private static MailText read(String mail) throws Exception {
    return MailText.of(bytes(mail), MailLimits.DEFAULT);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
