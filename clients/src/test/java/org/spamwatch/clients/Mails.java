package org.spamwatch.clients;

import java.util.Random;

/**
 * Mails of about 5 KB, made by a seed; two of different seeds have nothing in common that a
 * fingerprint would find. Nobody's mail is in any test.
 */
final class Mails {
  private static final int WORDS = 650;
  private static final String[] SYLLABLES = {
    "ba", "co", "di", "fe", "gu", "ha", "jo", "ki", "le", "mu", "na", "po", "qui", "re", "so", "ti",
    "va", "we", "xa", "yo", "zu", "bra", "cle", "dri", "flo", "gru", "pla", "ste", "tro"
  };

  private Mails() {}

  /** One that is to be called spam. */
  static Mail spam(int seed) {
    return mail("spam", seed, seed);
  }

  /** One that nobody calls so. */
  static Mail ham(int seed) {
    return mail("ham", seed, seed);
  }

  /** The spam of the same seed as another recipient gets it: other headers, greeting and ending. */
  static Mail spamVariant(int seed, int recipient) {
    return mail("spam", seed, 1_000 * recipient + seed + 1);
  }

  private static Mail mail(String kind, int seed, int copy) {
    Random words = new Random(kind.hashCode() * 31L + seed);
    Random own = new Random(kind.hashCode() * 17L + copy);
    String id = "<" + kind + "." + seed + "." + copy + "@generated.example>";
    StringBuilder text = new StringBuilder(6_000);
    text.append("From: Sender <sender@generated.example>\r\n");
    text.append("To: user@generated.example\r\n");
    text.append("Subject: ").append(word(words)).append(' ').append(word(words)).append("\r\n");
    text.append("Date: Mon, 02 Nov 2026 10:00:00 +0000\r\n");
    text.append("Message-ID: ").append(id).append("\r\n");
    text.append("MIME-Version: 1.0\r\nContent-Type: text/plain; charset=us-ascii\r\n\r\n");
    text.append("Dear ").append(word(own)).append(",\r\n\r\n");
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < WORDS; i++) {
      line.append(word(words)).append(line.length() > 60 ? "\r\n" : " ");
      if (line.charAt(line.length() - 1) == '\n') {
        text.append(line);
        line.setLength(0);
      }
    }
    return new Mail(id, text + "\r\n\r\n" + word(own) + "\r\n");
  }

  private static String word(Random random) {
    StringBuilder word = new StringBuilder();
    for (int syllables = 2 + random.nextInt(3); syllables > 0; syllables--) {
      word.append(SYLLABLES[random.nextInt(SYLLABLES.length)]);
    }
    return word.toString();
  }
}
