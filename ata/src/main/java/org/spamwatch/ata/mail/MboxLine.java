package org.spamwatch.ata.mail;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** What a line of an mbox is, by its bytes up to and with its end. */
public final class MboxLine {
  /** The longest line that can be a postmark. */
  public static final int LONGEST_POSTMARK = 1024;

  private static final String FROM = "From ";

  /** The groups give nothing back once matched, so that no line costs more than its length. */
  private static final Pattern POSTMARK =
      Pattern.compile(
          "(?s)From (?>.*?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun))(?>.*?[0-9]:[0-9]{2})(?>.*?[0-9]{4}).*");

  private MboxLine() {}

  /** Whether a stream that begins with this line is an mbox, and not one mail. */
  public static boolean beginsMbox(byte[] line, int length) {
    return length >= FROM.length() && MailBytes.startsWith(line, 0, FROM);
  }

  /** Whether a mail ends before this line, if it stands behind an empty one. */
  public static boolean isPostmark(byte[] line, int length) {
    return length <= LONGEST_POSTMARK
        && beginsMbox(line, length)
        && POSTMARK.matcher(new String(line, 0, length, StandardCharsets.ISO_8859_1)).matches();
  }

  /** Whether its first {@code >} was put there so that it is no postmark. */
  public static boolean isQuotedPostmark(byte[] line, int length) {
    int quotes = 0;
    while (quotes < length && line[quotes] == '>') {
      quotes++;
    }
    return quotes > 0
        && length - quotes >= FROM.length()
        && MailBytes.startsWith(line, quotes, FROM);
  }

  /** Whether nothing stands in it. */
  public static boolean isEmpty(byte[] line, int length) {
    return line[0] == '\n' || (length == 2 && line[0] == '\r' && line[1] == '\n');
  }
}
