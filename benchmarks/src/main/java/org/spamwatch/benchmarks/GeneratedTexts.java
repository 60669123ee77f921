package org.spamwatch.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** English-looking ASCII texts and mails that follow from a seed. */
public final class GeneratedTexts {
  private static final int VOCABULARY = 5_000;
  private static final int SHORTEST = 2_000;
  private static final int LONGEST = 5_000;
  private static final String LETTERS = "eeeeeeetttttaaaaaoooiiinnnsssrrrhhhlddcumfpgwybvk";

  private final SplittableRandom random;
  private final List<String> words = new ArrayList<>();

  /** A vocabulary from a seed. */
  public GeneratedTexts(long seed) {
    random = new SplittableRandom(seed);
    for (int i = 0; i < VOCABULARY; i++) {
      StringBuilder word = new StringBuilder();
      int length = 2 + random.nextInt(3) + random.nextInt(5);
      for (int letter = 0; letter < length; letter++) {
        word.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
      }
      words.add(word.toString());
    }
  }

  /** Texts of 2 to 5 KB. */
  public List<String> texts(int count) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(text(random.nextInt(SHORTEST, LONGEST + 1)));
    }
    return texts;
  }

  /** A text of so many characters: frequent words are frequent, sentences begin and end. */
  private String text(int length) {
    StringBuilder text = new StringBuilder();
    boolean begins = true;
    while (text.length() < length) {
      // Rank r with a probability of about 1 / r, as Zipf found.
      int rank = (int) Math.exp(random.nextDouble() * Math.log(VOCABULARY));
      String word = words.get(rank);
      text.append(begins ? word.substring(0, 1).toUpperCase(Locale.ROOT) : "")
          .append(begins ? word.substring(1) : word);
      begins = random.nextInt(12) == 0;
      text.append(begins ? ". " : " ");
    }
    return text.substring(0, length);
  }

  /** Mails whose only part is HTML with texts of 2 to 5 KB in paragraphs, tags and entities. */
  public List<byte[]> htmlMails(int count) {
    List<byte[]> mails = new ArrayList<>();
    for (String text : texts(count)) {
      mails.add(htmlMail(text).getBytes(StandardCharsets.US_ASCII));
    }
    return mails;
  }

  private String htmlMail(String text) {
    StringBuilder mail =
        new StringBuilder(
            """
            Received: from relay.example.org (relay.example.org [192.0.2.7])
            From: Sender <sender@example.org>
            To: reader@example.net
            Subject: %s
            Date: Mon, 3 Mar 2025 10:11:12 +0000
            Message-ID: <%x@example.org>
            MIME-Version: 1.0
            Content-Type: text/html; charset=us-ascii

            <html><head><title>Letter</title><style>p { margin: 0; color: #333 }</style></head>
            <body bgcolor="#ffffff"><table width="600" cellpadding="0"><tr><td>
            """
                .formatted(text.substring(0, 30), random.nextLong()));
    for (String sentence : text.split("\\. ", -1)) {
      mail.append(
          switch (random.nextInt(4)) {
            case 0 -> "<p style=\"font-size: 12px\"><b>" + sentence + "</b>.</p>\n";
            case 1 ->
                "<a href=\"http://www.example.com/?id="
                    + random.nextInt(1_000_000)
                    + "\">"
                    + sentence
                    + "</a>.&nbsp;<br>\n";
            default -> sentence + ". &amp;\n";
          });
    }
    return mail.append("</td></tr></table></body></html>\n").toString().replace("\n", "\r\n");
  }
}
