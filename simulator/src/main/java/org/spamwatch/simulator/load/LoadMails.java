package org.spamwatch.simulator.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Mails of a given size that follow from a seed: half plain text, half HTML, of words as frequent
 * as those of a language, each from a sender of its own who links to his own site, so that no two
 * share a fingerprint, or evidence of more than one kind, but by accident.
 */
final class LoadMails {
  private static final int VOCABULARY = 5_000;
  private static final String LETTERS = "eeeeeeetttttaaaaaoooiiinnnsssrrrhhhlddcumfpgwybvk";

  private final SplittableRandom random;
  private final List<String> vocabulary = new ArrayList<>();

  LoadMails(long seed) {
    random = new SplittableRandom(seed);
    for (int i = 0; i < VOCABULARY; i++) {
      StringBuilder word = new StringBuilder();
      int length = 2 + random.nextInt(3) + random.nextInt(5);
      for (int letter = 0; letter < length; letter++) {
        word.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
      }
      vocabulary.add(word.toString());
    }
  }

  /** So many other mails of so many bytes each. */
  List<byte[]> next(int count, int bytes) {
    List<byte[]> mails = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      mails.add(mail(i % 2 == 0, bytes).getBytes(StandardCharsets.US_ASCII));
    }
    return mails;
  }

  private String mail(boolean html, int bytes) {
    String domain = String.format(Locale.ROOT, "load-%08x.org", random.nextInt());
    StringBuilder mail =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                """
                Received: from relay.example.org (relay.example.org [192.0.2.7])\r
                 by mx.example.net with ESMTPS; Mon, 3 Mar 2025 10:11:13 +0000\r
                From: <sender@%s>\r
                To: reader@example.net\r
                Subject: %s\r
                Date: Mon, 3 Mar 2025 10:11:12 +0000\r
                Message-ID: <%x@%s>\r
                MIME-Version: 1.0\r
                Content-Type: text/%s; charset=us-ascii\r
                \r
                """,
                domain,
                sentence(5),
                random.nextLong(),
                domain,
                html ? "html" : "plain"));
    if (html) {
      mail.append("<html><head><style>p { margin: 0; color: #333 }</style></head><body>\r\n");
    }
    while (mail.length() < bytes) {
      String text = sentence(12);
      mail.append(
          !html
              ? text + ".\r\n"
              : random.nextInt(4) > 0
                  ? "<p style=\"font-size: 12px\">" + text + ".&nbsp;</p>\r\n"
                  : "<a href=\"http://www."
                      + domain
                      + "/"
                      + random.nextInt(1_000_000)
                      + "\">"
                      + text
                      + "</a><br>\r\n");
    }
    return mail.toString();
  }

  private String sentence(int words) {
    List<String> drawn = new ArrayList<>();
    for (int i = 0; i < words; i++) {
      // Rank r with a probability of about 1 / r, as Zipf found.
      drawn.add(vocabulary.get((int) Math.exp(random.nextDouble() * Math.log(VOCABULARY))));
    }
    return String.join(" ", drawn);
  }
}
