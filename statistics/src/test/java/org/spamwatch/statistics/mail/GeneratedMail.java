package org.spamwatch.statistics.mail;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;

/** Mails as they should be: multiparts in multiparts, all encodings, some charsets, pages. */
final class GeneratedMail {
  private static final List<String> WORDS =
      List.of(
          "word",
          "Longer-Word",
          "x.example",
          "don't",
          "FREE!!",
          "$9.95",
          "10.2.3.4",
          "12ab",
          "a",
          "of",
          "caf\u00E9",
          "\u00DCber",
          "averyveryverylongwordthatisnotoken",
          "joe@x.example",
          "http://a.b/c");
  private static final List<String> FAR =
      List.of("\u0416\u0443\u043A", "\u4F60\u597D\u5417", "so\u00ADft", "\u201Cquoted\u201D");
  private static final List<String> CHARSETS =
      List.of("utf-8", "iso-8859-15", "windows-1252", "utf-8", "gb18030", "utf-16be");

  private final SplittableRandom random;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private int boundaries;

  private GeneratedMail(long seed) {
    random = new SplittableRandom(seed);
  }

  static byte[] of(long seed) {
    GeneratedMail mail = new GeneratedMail(seed);
    mail.mail(0);
    return mail.out.toByteArray();
  }

  private void line(String text) {
    byte[] bytes = (text + "\r\n").getBytes(StandardCharsets.UTF_8);
    out.write(bytes, 0, bytes.length);
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private String words(boolean far) {
    StringBuilder words = new StringBuilder();
    for (int i = random.nextInt(12); i >= 0; i--) {
      words.append(far && random.nextInt(3) == 0 ? one(FAR) : one(WORDS));
      words.append(random.nextInt(6) == 0 ? "\r\n" : " ");
    }
    return words.toString();
  }

  private String plain() {
    return "plain " + one(List.of("x.example", "FREE!!", "$9.95", "word")) + " text";
  }

  private void mail(int depth) {
    line("Received: from a.example by b.example id AB12CD; " + plain());
    line("From: =?utf-8?B?" + base64("J\u00F6rg Meier") + "?= <j@x.example>");
    line("To: " + plain() + ",\r\n\tann@y.example");
    line("Subject: " + plain() + " =?iso-8859-1?Q?caf=E9_=FCber?= " + plain());
    line("Message-ID: <1234abcd@x.example>");
    line("X-Mailer: " + plain());
    entity(depth);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private void entity(int depth) {
    int kind = random.nextInt(depth < 4 ? 8 : 5);
    if (kind < 5) {
      leaf(kind);
    } else if (kind == 7 && depth > 0) {
      line("Content-Type: message/rfc822");
      line("");
      mail(depth + 1);
    } else {
      String boundary = "=_b" + boundaries++ + " x'";
      line("Content-Type: multipart/mixed;\r\n boundary=\"" + boundary + "\"");
      line("");
      for (int i = random.nextInt(3); i >= 0; i--) {
        line("--" + boundary);
        entity(depth + 1);
        line("");
      }
      line("--" + boundary + "--");
    }
  }

  private void leaf(int kind) {
    if (kind == 0) {
      line("Content-Type: image/gif; name=\"cat.gif\"");
      line("Content-Transfer-Encoding: base64");
      line("");
      line(base64("words that nobody reads"));
      return;
    }
    String charset = one(CHARSETS);
    boolean far = charset.startsWith("utf") || charset.startsWith("gb");
    boolean html = kind > 2;
    line("Content-Type: text/" + (html ? "html" : "plain") + "; charset=\"" + charset + "\"");
    content((html ? page(far) : words(far)).getBytes(Charset.forName(charset)), charset);
  }

  private void content(byte[] bytes, String charset) {
    int encoding = charset.startsWith("utf-16") ? 0 : random.nextInt(3);
    if (encoding == 0) {
      line("Content-Transfer-Encoding: base64");
      line("");
      line(Base64.getMimeEncoder().encodeToString(bytes));
    } else if (encoding == 1) {
      line("Content-Transfer-Encoding: quoted-printable");
      line("");
      line(quotedPrintable(bytes));
    } else {
      line("Content-Transfer-Encoding: 8bit");
      line("");
      out.write(bytes, 0, bytes.length);
      line("");
    }
  }

  private String quotedPrintable(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte b : bytes) {
      boolean literal = b > ' ' && b < 0x7F && b != '=';
      text.append(literal ? String.valueOf((char) b) : "=%02X".formatted(b & 0xFF));
      if (random.nextInt(30) == 0) {
        text.append("=\r\n");
      }
    }
    return text.toString();
  }

  private String page(boolean far) {
    StringBuilder page = new StringBuilder("<html><head><style>p {x: y}</style></head><body>");
    for (int i = random.nextInt(6); i >= 0; i--) {
      page.append(
          switch (random.nextInt(7)) {
            case 0 -> "<p class='x>y'>" + words(far) + "</p>";
            case 1 -> "wo<b>rd</b>s<!-- not > seen -->joined";
            case 2 -> "<a href=\"http://h.example/p%61th?a=1&amp;b=two\">" + plain() + "</a>";
            case 3 -> "one<br>two &eacute;t&#233; &lt;three&gt;&nbsp;four";
            case 4 -> "<script>var x = '<p>unseen';</script>";
            case 5 -> "<div><img src=cid:abc alt='" + plain() + "'></div>";
            default -> words(far);
          });
    }
    return page + "</body></html>";
  }
}
