package org.spamwatch.simulator.attack;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spamwatch.ata.mail.MailLimits;

/**
 * Mails that are made to cost whoever reads them as much as possible: each fills a given length
 * with one thing that some step on the way to a fingerprint might be bad at. Where the next such
 * mail is added.
 */
final class HostileMails {
  /** Bytes of a mail that are looked into. */
  private static final int READ = MailLimits.DEFAULT.maxParsedBytes();

  private static final String HEAD = "From: a@example.org\nMIME-Version: 1.0\n";
  private static final String TYPE = HEAD + "Content-Type: ";
  private static final String PLAIN = TYPE + "text/plain; charset=utf-8\n\n";
  private static final String HTML = TYPE + "text/html; charset=utf-8\n\n";
  private static final String CODED = "Content-Transfer-Encoding: base64\n\n";

  /**
   * A kind of mail.
   *
   * @param name what it is made of
   * @param ofLength makes one of so many bytes
   */
  record HostileMail(String name, IntFunction<byte[]> ofLength) {}

  private HostileMails() {}

  /** Every kind there is. */
  static List<HostileMail> all() {
    List<HostileMail> all = new ArrayList<>();
    texts(all);
    pages(all);
    structures(all);
    charsets(all);
    evidence(all);
    return all;
  }

  private static void texts(List<HostileMail> all) {
    fill(all, "one line", HEAD + "\n", "x");
    fill(all, "returns alone", "From: a@example.org\r\r", "words that end in a return\r");
    fill(all, "no header", "", "only text, in rows\n");
    fill(all, "ligatures of 18", PLAIN, "\uFDFA");
    fill(all, "ligatures of 18 apart", PLAIN, "\uFDFA ");
    fill(all, "ligatures of 8", PLAIN, "\uFDFB\u33A8");
    fill(all, "Greek with three marks", PLAIN, "\u1F82");
    fill(all, "marks in turns", PLAIN + "a", "\u0301\u0316");
    fill(all, "hidden marks in turns", PLAIN + "a", "\uFF9E\u0301\u0316\u0301\u0316");
    fill(all, "sound marks", PLAIN, "\uFF76\uFF9E\uFF9F\uFF9E");
    fill(all, "halves of syllables", PLAIN, "\u1100\u1161\u11A8\u1161");
    fill(all, "vowels alone", PLAIN, "\u1161");
    fill(all, "ideographs", PLAIN, "\u6CD5\u8F6E\u529F\u4E2D\u56FD");
    fill(all, "ideographs of compatibility", PLAIN, "\uF900\uF901\uF902");
    fill(all, "letters beyond the plane", PLAIN, "\uD835\uDD1E\uD840\uDC00");
    fill(all, "look-alikes", PLAIN, "\u0430\u0435\u03BF ");
    fill(all, "dotted capitals", PLAIN, "\u0130\u00DF");
    fill(all, "marks of direction", PLAIN, "a\u202E\u2066\u200F");
    fill(all, "at signs", PLAIN, "a@");
    fill(all, "local parts", PLAIN, "a.b-c_d+e=");
    fill(all, "web addresses", PLAIN, "http://");
    fill(all, "one web address", PLAIN + "http://", "a.");
    fill(all, "web", PLAIN, "www.");
    fill(all, "rules", PLAIN, "--------------------\n");
    fill(all, "footers", PLAIN, "-- \nunsubscribe\n\n");
    fill(all, "nearly footers", PLAIN, "-- \n" + ("usyvm ".repeat(12) + "\n").repeat(7));
    fill(all, "nearly notices", PLAIN, "intended recipient confidentia\n\n");
    fill(all, "soft breaks", PLAIN, "x".repeat(73) + "==20=\n");
    fill(all, "escapes", PLAIN + ("x".repeat(73) + "==20=\n").repeat(4), "=C3=A4");
    fill(all, "equal signs", PLAIN, "=");
    fill(all, "words of one letter", PLAIN, "a b c d ");
    all.add(new HostileMail("different words", HostileMails::differentWords));
    all.add(new HostileMail("random letters", HostileMails::randomLetters));
    all.add(new HostileMail("random bytes", HostileMails::randomBytes));
  }

  private static void pages(List<HostileMail> all) {
    fill(all, "open tags", HTML, "<div>");
    fill(all, "closed tags", HTML, "</div>");
    fill(all, "inline tags", HTML, "a<b>");
    fill(all, "unfinished tags", HTML, "<a ");
    fill(all, "unfinished quotes", HTML, "<a b='");
    fill(all, "unfinished comments", HTML, "<!--");
    fill(all, "comment ends", HTML + "<!--", "--");
    fill(all, "unfinished scripts", HTML, "<script>");
    fill(all, "unfinished script ends", HTML + "<script>", "</scrip");
    fill(all, "angle brackets", HTML, "<");
    fill(all, "ampersands", HTML, "&");
    fill(all, "short entities", HTML, "&lt");
    fill(all, "entities of two letters", HTML, "&fjlig;");
    fill(all, "entities", HTML, "&CounterClockwiseContourIntegral;");
    fill(all, "unknown entities", HTML, "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    fill(all, "unknown short entities", HTML, "&zzzzzz");
    fill(all, "numbers", HTML, "&#x1F82;");
    fill(all, "ligatures as numbers", HTML, "&#xFDFA;");
    fill(all, "long number", HTML + "&#", "9");
    fill(all, "hidden tags", HTML, "<p style='display:none'>");
    fill(all, "hidden and shown", HTML, "<b style=color:white>a</b>b");
    fill(all, "hidden in turns", HTML, "a<b style='display:none'>b</b>");
    fill(all, "tags without values", HTML, "<font color size face>");
    fill(all, "values without tags", HTML, "<a =========");
    fill(all, "long styles", HTML, "<a style='" + "display:n;".repeat(190) + "'>");
    fill(all, "short rules of styles", HTML, "<a style='" + ";".repeat(1900) + "'>");
    fill(all, "many styles", HTML, "<a " + "style=a:b ".repeat(1000) + ">");
    fill(all, "long names", HTML, "<aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa>");
    fill(all, "a page of picture", HTML + "<img src='data:image/png;base64,", "QUJDREVG");
  }

  private static void structures(List<HostileMail> all) {
    String alternative = TYPE + "multipart/alternative; boundary=b\n\n";
    String part = "--b\nContent-Type: text/html\n\n";
    parts(all, "alternatives without letters", alternative, part, "<p>....</p>\n", 990);
    parts(all, "alternatives with letters", alternative, part, "<p>some words</p>\n", 990);
    String page = "--b\nContent-Type: text/html\n\n" + ".".repeat(7 << 20) + "\n";
    fill(all, "alternatives to a page without letters", alternative + page, "--b\n\n.\n");
    parts(all, "alternatives of attachments", alternative, attached(part), "word\n", 990);
    parts(
        all, "attachments", alternative.replace("alternative", "mixed"), attached(part), ".", 990);
    fill(all, "parts", TYPE + "multipart/mixed; boundary=b\n\n", "--b\n\nx\n");
    fill(all, "preamble", TYPE + "multipart/mixed; boundary=b\n\n", "text that is none\n");
    String self = "boundary=" + "-".repeat(127) + "b\n\n";
    fill(all, "boundary like itself", TYPE + "multipart/mixed; " + self, "-");
    fill(all, "multiparts", "", nested(3000));
    fill(all, "boundaries in multiparts", nested(11), "--b\n--b1\n--b");
    fill(all, "text in multiparts", nested(11) + "\n", "a row of text\n");
    fill(all, "messages", "", (TYPE + "message/rfc822\n\n").repeat(3000));
    fill(all, "text in messages", (TYPE + "message/rfc822\n\n").repeat(11) + HEAD + "\n", "text ");
    fill(all, "messages in base64", messagesInBase64(9), "\n");
    fill(all, "one field", HEAD + "X: ", "y");
    fill(all, "fields", HEAD, "X-A: b\n");
    fill(all, "short fields", HEAD, "A:\n");
    fill(all, "no fields", HEAD, "a\n");
    fill(all, "one folded field", HEAD + "Content-Type: text/plain;\n", " a=b;\n");
    fill(all, "folded fields", HEAD, "X-A: b\n" + " c\n".repeat(20_000));
    fill(all, "types", HEAD, "Content-Type: text/plain" + ";\n a=b".repeat(9000) + "\n");
    fill(all, "comments in types", HEAD, "Content-Type: " + "(".repeat(60_000) + "\n");
    fill(
        all,
        "quotes in types",
        HEAD,
        "Content-Type: text/plain; a=\"" + "\\".repeat(60_000) + "\n");
    fill(all, "dispositions", HEAD, "Content-Disposition: " + "a ".repeat(30_000) + "\n");
    fill(all, "encoded words", HEAD, "Subject:" + " =?utf-8?q?=EF=B7=BA?=".repeat(2500) + "\n");
    fill(all, "postmarks", "", "From a@b Tue Sep 24 10:48:22 2002\n");
    String types = "--b\nContent-Type: text/plain" + "; a=b".repeat(1600) + "\n\nx\n";
    fill(all, "parts with types", TYPE + "multipart/mixed; boundary=b\n\n", types);
  }

  private static void charsets(List<HostileMail> all) {
    for (String name : List.of("utf-16", "utf-32", "gb18030", "windows-1251", "iso-2022-jp")) {
      encoded(all, name, "\u0416\u6CD5a ");
    }
    encoded(all, "utf-8", "\uFDFA");
    encoded(all, "utf-16", "\uFDFA");
    encoded(all, "windows-1256", "\u0645\u062D ");
    for (String name : List.of("x-JISAutoDetect", "x-EUC-TW", "x-COMPOUND_TEXT", "x-ISCII91")) {
      all.add(
          new HostileMail(
              "random bytes in " + name,
              length -> filled(type(name), base64(random(3 << 20)), length)));
    }
    fill(all, "undeclared", HEAD + "\n" + "text".repeat(1 << 21).substring(64), "\u00FF");
    fill(all, "quoted-printable", type("utf-8").replace("base64", "quoted-printable"), "=EF=B7=BA");
  }

  /** For what a mail is known by beside its text. */
  private static void evidence(List<HostileMail> all) {
    fill(all, "links", HTML, "<a href=http://a.example.org/page>");
    fill(all, "links without an end", HTML, "/href=");
    fill(all, "links inside links", HTML, "/href=&");
    fill(all, "quotes around links", HTML, "'href=&");
    numbered(all, "different links", HTML, "<a href='//%s" + ".\u00E4".repeat(60) + ".org/x'>");
    numbered(all, "links that pass on", HTML, "<a href='//%s.org/" + "http".repeat(450) + "'>");
    String list = "a@%s\u00E4.q,".repeat(150);
    numbered(all, "lists of addresses", HTML, "<a href='mailto:" + list + "'>");
    numbered(all, "different recipients", HEAD, "To: " + "a@%s\u00E4.q,".repeat(700) + "\n");
    numbered(all, "different servers", HEAD, "Received: for " + list.repeat(4) + "\n");
    String mixed = TYPE + "multipart/mixed; boundary=b\n\n";
    String part = "--b\nContent-Type: text/plain; charset=utf-8\n\n";
    numbered(all, "addresses in parts", mixed, part + "a@%s\u00E4.q ".repeat(500) + "\n");
    fill(all, "files", mixed, "--b\nContent-Type: image/png\n\n" + "x".repeat(1 << 19) + "\n");
    numbered(all, "different tags", HTML, "<%s a b c d e>");
    fill(all, "many attributes", HTML, "<a " + "b ".repeat(2000) + ">");
    fill(all, "signs of answers", HEAD, "Subject: " + "re:[x]".repeat(1300) + "\n");
    fill(all, "names", HEAD, "From: " + "\uFDFA".repeat(2500) + " <a@b.org>\n");
  }

  private static void encoded(List<HostileMail> all, String charset, String unit) {
    byte[] text = unit.repeat(10_000).getBytes(Charset.forName(charset));
    String name = "%s of U+%04X".formatted(charset, (int) unit.charAt(0));
    all.add(new HostileMail(name, length -> filled(type(charset), base64(text), length)));
  }

  private static String type(String charset) {
    return TYPE + "text/html; charset=" + charset + "\n" + CODED;
  }

  private static String base64(byte[] bytes) {
    int whole = bytes.length / 3 * 3; // repeated, it must have no padding
    byte[] most = java.util.Arrays.copyOf(bytes, whole);
    return Base64.getMimeEncoder(76, new byte[] {'\n'}).encodeToString(most) + "\n";
  }

  private static String attached(String part) {
    return part.replace("\n\n", "\nContent-Disposition: attachment\n\n");
  }

  private static void fill(List<HostileMail> all, String name, String head, String unit) {
    all.add(new HostileMail(name, length -> filled(head, unit, length)));
  }

  /** Filled with a text in which each {@code %s} is another word. */
  private static void numbered(List<HostileMail> all, String name, String head, String unit) {
    all.add(new HostileMail(name, length -> numbered(head, unit, length)));
  }

  private static byte[] numbered(String head, String unit, int length) {
    SplittableRandom random = new SplittableRandom(1);
    Matcher word = Pattern.compile("%s").matcher(unit);
    StringBuilder mail = new StringBuilder(head);
    while (mail.length() < Math.min(length, READ)) {
      mail.append(word.replaceAll(found -> Long.toString(random.nextLong(1L << 50), 36)));
    }
    return filled(mail.toString(), " ", length);
  }

  /** So many parts that together have the length that is looked into. */
  private static void parts(
      List<HostileMail> all, String name, String head, String part, String unit, int count) {
    String filler = unit.repeat(READ / count / unit.length());
    fill(all, name, head, part + filler + "\n");
  }

  private static byte[] filled(String head, String unit, int length) {
    byte[] mail = new byte[length];
    byte[] first = head.getBytes(StandardCharsets.UTF_8);
    byte[] again = unit.getBytes(StandardCharsets.UTF_8);
    int at = Math.min(first.length, length);
    System.arraycopy(first, 0, mail, 0, at);
    int filled = Math.min(again.length, length - at);
    System.arraycopy(again, 0, mail, at, filled);
    for (; at + filled < length; filled *= 2) { // what is there already, once more
      System.arraycopy(mail, at, mail, at + filled, Math.min(filled, length - at - filled));
    }
    return mail;
  }

  private static String nested(int depth) {
    StringBuilder mail = new StringBuilder(HEAD);
    for (int i = 0; i < depth; i++) {
      mail.append("Content-Type: multipart/mixed; boundary=b").append(i);
      mail.append("\n\n--b").append(i).append('\n');
    }
    return mail.toString();
  }

  private static String messagesInBase64(int depth) {
    String mail = HEAD + "\n" + "innermost ".repeat(50_000);
    for (int i = 0; i < depth; i++) {
      mail =
          (TYPE + "message/rfc822\n" + CODED)
              + Base64.getMimeEncoder().encodeToString(mail.getBytes(StandardCharsets.UTF_8));
    }
    return mail;
  }

  private static byte[] differentWords(int length) {
    StringBuilder words = new StringBuilder(PLAIN);
    for (int i = 0; words.length() < Math.min(length, 2 << 20); i++) {
      for (int rest = i + 26; rest > 0; rest /= 26) {
        words.append((char) ('a' + rest % 26));
      }
      words.append(' ');
    }
    return filled(words.toString(), " ", length);
  }

  /** One word in which no shingle occurs twice. */
  private static byte[] randomLetters(int length) {
    SplittableRandom random = new SplittableRandom(1);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.writeBytes(PLAIN.getBytes(StandardCharsets.UTF_8));
    while (text.size() < Math.min(length, 2 << 20)) {
      text.write('a' + random.nextInt(26));
    }
    return filled(text.toString(StandardCharsets.UTF_8), " ", length);
  }

  private static byte[] randomBytes(int length) {
    byte[] mail = random(length);
    byte[] head = PLAIN.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(head, 0, mail, 0, head.length);
    return mail;
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    SplittableRandom random = new SplittableRandom(length);
    random.nextBytes(bytes);
    return bytes;
  }
}
