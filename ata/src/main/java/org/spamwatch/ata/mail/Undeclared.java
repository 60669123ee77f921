package org.spamwatch.ata.mail;

/**
 * Undoes quoted-printable that lost its declaration on the way, as happens in archives, forwarded
 * copies and clumsy senders: soft line breaks at the usual width and escapes are left in the text.
 * Linear.
 */
final class Undeclared {
  /** Soft line breaks below which a text is taken as it is. */
  private static final int LEAST_BREAKS = 3;

  private static final int LEAST_WIDTH = 70;
  private static final int MOST_WIDTH = 77;

  private Undeclared() {}

  /** The text that was meant; the same object if it is not encoded. */
  static String decode(String text) {
    return isEncoded(text) ? decoded(text) : text;
  }

  private static boolean isEncoded(String text) {
    int breaks = 0;
    int escapes = 0;
    int row = 0;
    for (int i = text.indexOf('='); i >= 0; i = text.indexOf('=', i + 1)) {
      int end = behindBreak(text, i);
      if (end > 0) {
        row = text.lastIndexOf('\n', i) + 1;
        int width = i + 1 - row;
        breaks += width >= LEAST_WIDTH && width <= MOST_WIDTH ? 1 : 0;
      } else if (escape(text, i) >= 0) {
        escapes++;
      }
      if (breaks >= LEAST_BREAKS && escapes > 0) {
        return true;
      }
    }
    return false;
  }

  private static String decoded(String text) {
    StringBuilder out = new StringBuilder(text.length());
    byte[] run = new byte[64];
    for (int i = 0; i < text.length(); ) {
      char c = text.charAt(i);
      if (c != '=') {
        out.append(c);
        i++;
        continue;
      }
      int end = behindBreak(text, i);
      if (end > 0) {
        i = end;
        continue;
      }
      int length = 0;
      while (length < run.length && i < text.length() && text.charAt(i) == '=') {
        int value = escape(text, i);
        if (value < 0) {
          break;
        }
        run[length++] = (byte) value;
        i += 3;
      }
      if (length == 0) {
        out.append(c);
        i++;
      } else {
        out.append(LenientCharset.decode(run, length, null));
      }
    }
    return out.toString();
  }

  /** Behind the line break that the {@code =} at {@code i} makes soft, or -1. */
  private static int behindBreak(String text, int i) {
    int end = i + 1;
    if (end < text.length() && text.charAt(end) == '\r') {
      end++;
    }
    return end < text.length() && text.charAt(end) == '\n' ? end + 1 : -1;
  }

  private static int escape(String text, int i) {
    if (i + 2 >= text.length()) {
      return -1;
    }
    int high = digit(text.charAt(i + 1));
    int low = digit(text.charAt(i + 2));
    return high < 0 || low < 0 ? -1 : high * 16 + low;
  }

  private static int digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
  }
}
