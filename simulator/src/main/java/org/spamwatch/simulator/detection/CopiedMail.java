package org.spamwatch.simulator.detection;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.random.RandomGenerator;

/** Mails as a spammer's program sends them: a text under headers that no other copy has. */
final class CopiedMail {
  private CopiedMail() {}

  /** A mail with a text as it is. */
  static byte[] plain(String text, RandomGenerator random) {
    return of(text, "text/plain", "8bit", random);
  }

  /**
   * A mail of one part.
   *
   * @param encoding 8bit, base64 or quoted-printable
   */
  static byte[] of(String text, String type, String encoding, RandomGenerator random) {
    String headers =
        "From: %s <%s@%s.example>%nTo: <%s@peer.example>%nSubject: %s%nMessage-ID: <%s@%s.example>%n"
                .formatted(
                    Words.word(6, random),
                    Words.word(8, random),
                    Words.word(9, random),
                    Words.word(7, random),
                    Words.words(4, random),
                    Words.word(20, random),
                    Words.word(9, random))
            + "Date: Thu, 1 Jan 2026 00:%02d:%02d +0000%nMIME-Version: 1.0%n"
                .formatted(random.nextInt(60), random.nextInt(60))
            + "Content-Type: %s; charset=utf-8%nContent-Transfer-Encoding: %s%n%n"
                .formatted(type, encoding);
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    String encoded =
        switch (encoding) {
          case "base64" -> Base64.getMimeEncoder(76, new byte[] {'\n'}).encodeToString(body) + "\n";
          case "quoted-printable" -> quotedPrintable(body);
          default -> text;
        };
    return (headers.replace("\r\n", "\n") + encoded).getBytes(StandardCharsets.UTF_8);
  }

  private static String quotedPrintable(byte[] body) {
    StringBuilder encoded = new StringBuilder(2 * body.length);
    int column = 0;
    for (int i = 0; i < body.length; i++) {
      int b = body[i] & 0xFF;
      if (b == '\n') {
        encoded.append('\n');
        column = 0;
        continue;
      }
      if (column > 70) {
        encoded.append("=\n");
        column = 0;
      }
      boolean literal = b > ' ' && b < 127 && b != '=' && i % 2 == 0;
      String written = literal ? String.valueOf((char) b) : String.format("=%02X", b);
      encoded.append(written);
      column += written.length();
    }
    return encoded.append('\n').toString();
  }
}
