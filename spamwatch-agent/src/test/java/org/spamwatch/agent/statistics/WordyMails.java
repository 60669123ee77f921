package org.spamwatch.agent.statistics;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.SplittableRandom;

/** Mails of words that spam, ham, or both have. */
public final class WordyMails {
  private WordyMails() {}

  /** A mail that is like spam or ham; of one number it is always the same. */
  public static byte[] mail(boolean isSpam, int number) {
    return mail(isSpam, number, "");
  }

  /** The same with words of its own. */
  public static byte[] mail(boolean isSpam, int number, String words) {
    SplittableRandom random = new SplittableRandom(2L * number + (isSpam ? 1 : 0));
    StringBuilder text = new StringBuilder("From: someone@example.org\nSubject: hello\n\n");
    for (int i = 0; i < 40; i++) {
      String kind = random.nextInt(3) == 0 ? "common" : isSpam ? "pill" : "meeting";
      text.append(kind).append((char) ('a' + random.nextInt(26))).append(i % 8 == 7 ? '\n' : ' ');
    }
    return text.append(words).append('\n').toString().getBytes(US_ASCII);
  }
}
