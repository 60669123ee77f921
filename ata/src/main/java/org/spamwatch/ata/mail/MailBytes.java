package org.spamwatch.ata.mail;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.spamwatch.ata.mail.NotAMailException.Reason;

/**
 * The bytes of a mail with what stands before its header taken away, and whether it has a header at
 * all. A first look that costs nothing beyond the header.
 */
final class MailBytes {
  private static final int SNIFFED_BYTES = 4096;
  private static final int LONGEST_NAME = 80;
  private static final int SNIFFED_LINES = 200;

  /** Bytes before a header that are copied with what is read behind them. */
  private static final int MOST_BEFORE = 64 << 10;

  private static final Set<String> FIELDS =
      new LinkedHashSet<>(
          List.of(
              "from",
              "to",
              "cc",
              "bcc",
              "subject",
              "date",
              "received",
              "return-path",
              "message-id",
              "mime-version",
              "reply-to",
              "sender",
              "delivered-to",
              "envelope-to",
              "status",
              "in-reply-to",
              "references",
              "precedence",
              "authentication-results",
              "organization",
              "lines",
              "path",
              "newsgroups",
              "importance",
              "priority",
              "user-agent",
              "comments",
              "keywords",
              "errors-to",
              "apparently-to",
              "auto-submitted",
              "encoding",
              "mailing-list"));

  private static final Set<String> FAMILIES =
      new LinkedHashSet<>(
          List.of(
              "x",
              "content",
              "list",
              "resent",
              "arc",
              "dkim",
              "domainkey",
              "thread",
              "received",
              "feedback",
              "original",
              "disposition"));

  private final byte[] bytes;
  private final int offset;
  private final boolean headed;

  private MailBytes(byte[] bytes, int offset, boolean headed) {
    this.bytes = bytes;
    this.offset = offset;
    this.headed = headed;
  }

  /** The whole, or what is read of it. */
  byte[] bytes() {
    return bytes;
  }

  /** Where the header begins, or the body if there is no header. */
  int offset() {
    return offset;
  }

  /** Whether a header begins there. */
  boolean headed() {
    return headed;
  }

  static MailBytes of(byte[] mail, MailLimits limits) throws NotAMailException {
    if (mail.length > limits.maxBytes()) {
      throw new NotAMailException(
          Reason.TOO_LARGE,
          "the mail has " + mail.length + " bytes, the limit is " + limits.maxBytes());
    }
    byte[] bytes = withLineFeeds(mail, limits.maxParsedBytes());
    int start = skipBlank(bytes, byteOrderMark(bytes));
    if (start == bytes.length) {
      throw new NotAMailException(Reason.EMPTY, "the mail is empty");
    }
    start = skipPostmarks(bytes, start);
    if (hasHeader(bytes, start)) {
      return new MailBytes(bytes, start, true);
    }
    if (isBinary(bytes)) {
      throw new NotAMailException(
          Reason.BINARY, "not a mail: no header field, and binary contents");
    }
    return new MailBytes(bytes, start, false);
  }

  /** Whether a header begins there, without judging what does not. */
  static boolean hasHeader(byte[] mail) {
    byte[] bytes = withLineFeeds(mail, MOST_BEFORE);
    return hasHeader(bytes, skipPostmarks(bytes, skipBlank(bytes, byteOrderMark(bytes))));
  }

  /** Old Macintosh files end lines in CR alone; only then is what is read of the mail copied. */
  private static byte[] withLineFeeds(byte[] mail, int read) {
    boolean returns = false;
    for (byte b : mail) {
      if (b == '\n') {
        return mail;
      }
      returns |= b == '\r';
    }
    if (!returns) {
      return mail;
    }
    byte[] copy = Arrays.copyOf(mail, Math.min(mail.length, read + MOST_BEFORE));
    for (int i = 0; i < copy.length; i++) {
      if (copy[i] == '\r') {
        copy[i] = '\n';
      }
    }
    return copy;
  }

  private static int byteOrderMark(byte[] b) {
    return b.length >= 3 && b[0] == (byte) 0xEF && b[1] == (byte) 0xBB && b[2] == (byte) 0xBF
        ? 3
        : 0;
  }

  private static int skipBlank(byte[] bytes, int from) {
    int i = from;
    while (i < bytes.length
        && (bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\r' || bytes[i] == '\n')) {
      i++;
    }
    return i;
  }

  private static int skipPostmarks(byte[] bytes, int from) {
    int i = from;
    while (startsWith(bytes, i, "From ") || startsWith(bytes, i, ">From ")) {
      i = nextLine(bytes, i);
    }
    return i;
  }

  /** Whether the lines up to the first blank one hold a header field that mail has. */
  private static boolean hasHeader(byte[] bytes, int start) {
    int line = start;
    for (int n = 0; n < SNIFFED_LINES && line < bytes.length; n++) {
      if (bytes[line] == '\n' || bytes[line] == '\r') {
        return false;
      }
      String name = fieldName(bytes, line);
      if (isMailField(name)) {
        return true;
      }
      boolean folded = bytes[line] == ' ' || bytes[line] == '\t';
      if (name.isEmpty() && !folded && n == 0) {
        return false;
      }
      line = nextLine(bytes, line);
    }
    return false;
  }

  private static boolean isMailField(String name) {
    int dash = name.indexOf('-');
    return FIELDS.contains(name) || (dash > 0 && FAMILIES.contains(name.substring(0, dash)));
  }

  /** The lower-case name of the field that begins at an index, or the empty string. */
  private static String fieldName(byte[] bytes, int from) {
    int end = from;
    int bound = Math.min(bytes.length, from + LONGEST_NAME);
    while (end < bound && bytes[end] > ' ' && bytes[end] < 127 && bytes[end] != ':') {
      end++;
    }
    int colon = end;
    while (colon < bound && (bytes[colon] == ' ' || bytes[colon] == '\t')) {
      colon++;
    }
    if (colon >= bound || bytes[colon] != ':') {
      return "";
    }
    return new String(bytes, from, end - from, StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
  }

  private static boolean isBinary(byte[] bytes) {
    int length = Math.min(bytes.length, SNIFFED_BYTES);
    int controls = 0;
    for (int i = 0; i < length; i++) {
      int b = bytes[i];
      if (b == 0) {
        return true;
      }
      if ((b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f' && b != 27)
          || b == 127) {
        controls++;
      }
    }
    return controls * 20 > length;
  }

  static boolean startsWith(byte[] bytes, int at, String ascii) {
    if (bytes.length - at < ascii.length()) {
      return false;
    }
    for (int i = 0; i < ascii.length(); i++) {
      if (bytes[at + i] != ascii.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static int nextLine(byte[] bytes, int from) {
    int i = from;
    while (i < bytes.length && bytes[i] != '\n') {
      i++;
    }
    return Math.min(bytes.length, i + 1);
  }
}
