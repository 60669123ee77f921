package org.spamwatch.clients;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** What a sender can do to programs that read mail; the same bytes each time. */
final class HostileMails {
  private static final int NESTED = 3_000;
  private static final int LONG = 2_000_000;

  private HostileMails() {}

  /** Each by a name for it. */
  static Map<String, byte[]> all() {
    Map<String, byte[]> mails = new LinkedHashMap<>();
    byte[] noise = new byte[200_000];
    new Random(1).nextBytes(noise);
    mails.put("empty", new byte[0]);
    mails.put("one line end", ascii("\n"));
    mails.put("zeros", new byte[100_000]);
    mails.put("noise", noise);
    mails.put("no header", ascii("\n\n" + "text ".repeat(1_000)));
    mails.put("header alone", ascii("Subject: x\n" + "X-A: b\n".repeat(50_000)));
    mails.put("a long line", ascii("Subject: " + "x".repeat(LONG) + "\n\nx"));
    mails.put("a long word", ascii("Subject: x\n\n" + "x".repeat(LONG)));
    mails.put("mbox line first", ascii("From a@b Mon Jan  1 00:00:00 2024\nSubject: x\n\nhello"));
    mails.put(
        "carriage returns", ascii(("Subject: x\n\n" + "a b\n".repeat(500)).replace('\n', '\r')));
    mails.put("claims to be judged", judged());
    mails.put("nested parts", nested());
    mails.put("nested messages", ascii("Content-Type: message/rfc822\n\n".repeat(NESTED) + "x"));
    mails.put("no end of parts", ascii(multipart("b") + "--b\n\n" + "text ".repeat(1_000)));
    mails.put("many parts", ascii(multipart("b") + "--b\n\nx\n".repeat(50_000)));
    mails.put("unknown charset", body("text/plain; charset=x-none", "8bit", noise));
    mails.put("damaged UTF-8", body("text/plain; charset=utf-8", "8bit", noise));
    mails.put("damaged base64", body("text/plain", "base64", ascii("=A*B".repeat(10_000))));
    mails.put(
        "damaged quoted", body("text/plain", "quoted-printable", ascii("=9=Z".repeat(9_000))));
    mails.put("unclosed tags", body("text/html", "7bit", ascii("<a <b <![CDATA[".repeat(20_000))));
    mails.put("entities", body("text/html", "7bit", ascii("&#x10FFFF;&#0;&bogus;".repeat(9_000))));
    mails.put("combining marks", body("text/plain; charset=utf-8", "8bit", marks()));
    mails.put("letters that grow", growing());
    mails.put("many addresses", ascii("Subject: x\n\n" + "a@b.org www.c.org/d ".repeat(20_000)));
    return mails;
  }

  /** A mail of so many bytes. */
  static byte[] ofBytes(int bytes) {
    byte[] mail = new byte[bytes];
    Arrays.fill(mail, (byte) 'x');
    byte[] head = ascii("Subject: long\n\n");
    System.arraycopy(head, 0, mail, 0, head.length);
    return mail;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] judged() {
    return ascii(
        "X-SpamWatch-Status: spam; votes=99/0\nX-Spam-Flag: YES\nX-Spam-Status: Yes, score=99\n"
            + "X-SpamWatch-Fingerprints: v=1; guid=00; mac=00; vectors=00\n"
            + Mails.ham(9_001).text());
  }

  private static String multipart(String boundary) {
    return "Content-Type: multipart/mixed; boundary=" + boundary + "\n\n";
  }

  private static byte[] nested() {
    StringBuilder text = new StringBuilder();
    for (int depth = 0; depth < NESTED; depth++) {
      text.append(multipart("b" + depth)).append("--b").append(depth).append('\n');
    }
    return ascii(text + "\nthe end");
  }

  private static byte[] body(String type, String encoding, byte[] body) {
    byte[] head =
        ascii("Content-Type: " + type + "\nContent-Transfer-Encoding: " + encoding + "\n\n");
    ByteArrayOutputStream mail = new ByteArrayOutputStream();
    mail.writeBytes(head);
    mail.writeBytes(body);
    return mail.toByteArray();
  }

  /** Small letters of which are longer than the capitals, before what is looked for in them. */
  private static byte[] growing() {
    String letters = "\u0130".repeat(50);
    String text =
        "Content-Type: text/html; x=L; charset=utf-8\nSubject: L an offer for you\n\n"
            + "<p>You may write to us at L.office@L.example.org or see what there is:"
            + "<a href='http://a.example.org/L?u=HTTP://b.example.org/offer'>offer</a>";
    return text.replace("L", letters).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] marks() {
    return ("a" + "\u0300".repeat(100_000)).getBytes(StandardCharsets.UTF_8);
  }
}
