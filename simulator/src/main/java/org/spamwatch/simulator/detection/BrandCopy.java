package org.spamwatch.simulator.detection;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.TextPart;

/**
 * How a phishing mail is made of a brand's real one: the page stays, with its text, layout and
 * footer; the name that is greeted, all amounts and order numbers and the link that the reader is
 * to follow are changed, and it comes from another sender's program. Words, amounts and domains are
 * drawn anew for every copy.
 */
public enum BrandCopy {
  /** Only the main link is changed; the sender writes a domain of his own. */
  MAIN_LINK("main link, own From", false, Sender.OWN),
  /** Only the main link is changed; the sender writes the brand's address, and proves nothing. */
  FORGED("main link, brand's From", false, Sender.FORGED),
  /** Only the main link is changed; the brand's name stands before an address of free mail. */
  DISPLAY_NAME("main link, name only", false, Sender.FREE_MAIL),
  /** Every link is changed; the sender writes the brand's address. */
  ALL_LINKS_FORGED("all links, brand's From", true, Sender.FORGED),
  /** Every link is changed, and nothing but the words and the name in From tells of the brand. */
  ALL_LINKS("all links, own From", true, Sender.OWN),
  /** The same, and the sender writes the domain to which he leads, as an honest one does. */
  HOME("all links, From's domain", true, Sender.LINKED);

  private enum Sender {
    OWN,
    FORGED,
    FREE_MAIL,
    LINKED
  }

  private static final Pattern LINK = Pattern.compile("https?://[A-Za-z0-9.-]+[^\\s\"'<>)]*");
  private static final Pattern ANCHOR =
      Pattern.compile("(?i)<a\\b[^>]*\\bhref\\s*=\\s*[\"']?(https?://[A-Za-z0-9.-]+[^\\s\"'<>)]*)");
  private static final Pattern PICTURE = Pattern.compile("(?i)\\.(?:png|gif|jpe?g|svg|css|ico)\\b");
  private static final Pattern GREETED =
      Pattern.compile("(?i)\\b(hello|hi|dear|hey|bonjour|hallo|ciao)(,? +)([\\p{L}]+)");
  private static final Pattern NUMBER =
      Pattern.compile("(?<![\\w#&=/.%-])\\d[\\d.,-]*(?![\\w=;%/])");
  private static final Pattern TAG = Pattern.compile("<[^>]*>");

  private final String label;
  private final boolean allLinks;
  private final Sender sender;

  BrandCopy(String label, boolean allLinks, Sender sender) {
    this.label = label;
    this.allLinks = allLinks;
    this.sender = sender;
  }

  /** The way in words. */
  public String label() {
    return label;
  }

  /** The domain of the address in a mail's From, or nothing. */
  static Optional<String> domain(MailText mail) {
    Matcher address =
        Pattern.compile("@([A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+)")
            .matcher(mail.header().first("From").orElse(""));
    return address.find()
        ? Optional.of(address.group(1).toLowerCase(Locale.ROOT))
        : Optional.empty();
  }

  /** Links that a reader can follow, to others than pictures, in a part of a mail. */
  static long links(TextPart part) {
    return LINK.matcher(part.source()).results().filter(BrandCopy::isFollowed).count();
  }

  private static boolean isFollowed(MatchResult link) {
    return !PICTURE.matcher(link.group()).find() && !link.group().contains("w3.org");
  }

  /** A copy of a mail, of which the part with the most text is taken. */
  byte[] make(MailText mail, RandomGenerator random) {
    TextPart part = page(mail);
    String domain = Words.word(11, random) + ".com";
    String from = domain(mail).orElse("brand.example");
    String own = Words.word(10, random) + ".com";
    String address =
        switch (sender) {
          case OWN -> "info@" + own;
          case FORGED -> "noreply@" + from;
          case FREE_MAIL -> Words.word(9, random) + "@gmail.com";
          case LINKED -> "info@" + domain;
        };
    String header =
        String.join(
            "\n",
            "Received: from " + own + " by mx.peer.example; Thu, 1 Jan 2026 00:00:00 +0000",
            "Message-ID: <" + Words.word(18, random) + "@" + own + ">",
            "From: "
                + mail.header().text("From").orElse("").replaceAll("<.*|[\"\\r\\n]", "").strip()
                + " <"
                + address
                + ">",
            "To: <" + Words.word(8, random) + "@peer.example>",
            "Date: Thu, 1 Jan 2026 00:00:00 +0000",
            "Subject: " + mail.header().text("Subject").orElse("").replaceAll("[\\r\\n]", " "),
            "X-Mailer: " + Words.word(6, random),
            "MIME-Version: 1.0",
            "Content-Type: text/" + (part.html() ? "html" : "plain") + "; charset=utf-8",
            "Content-Transfer-Encoding: 8bit",
            "",
            "");
    return (header + changed(part, domain, random)).getBytes(StandardCharsets.UTF_8);
  }

  /** The part that has the most text. */
  static TextPart page(MailText mail) {
    TextPart most = mail.parts().get(0);
    for (TextPart part : mail.parts()) {
      most = part.visible().length() > most.visible().length() ? part : most;
    }
    return most;
  }

  private String changed(TextPart part, String domain, RandomGenerator random) {
    String named =
        GREETED
            .matcher(part.source())
            .replaceAll(found -> found.group(1) + found.group(2) + Words.word(7, random));
    String main =
        (part.html() ? ANCHOR : LINK)
            .matcher(named)
            .results()
            .map(found -> found.group(found.groupCount()))
            .filter(link -> !PICTURE.matcher(link).find())
            .reduce((one, other) -> other.length() > one.length() ? other : one)
            .orElse("");
    String linked =
        LINK.matcher(named)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        allLinks || found.group().equals(main)
                            ? "https://" + domain + "/" + Words.word(9, random)
                            : found.group()));
    StringBuilder changed = new StringBuilder();
    Matcher tags = TAG.matcher(linked);
    int from = 0;
    while (part.html() && tags.find()) {
      changed.append(renumbered(linked.substring(from, tags.start()), random)).append(tags.group());
      from = tags.end();
    }
    return changed.append(renumbered(linked.substring(from), random)).toString();
  }

  private static String renumbered(String text, RandomGenerator random) {
    return NUMBER
        .matcher(text)
        .replaceAll(
            found -> {
              StringBuilder digits = new StringBuilder();
              for (char c : found.group().toCharArray()) {
                digits.append(Character.isDigit(c) ? (char) ('0' + random.nextInt(10)) : c);
              }
              return digits.toString();
            });
  }
}
