package org.spamwatch.ata.text;

import java.text.Normalizer;

/**
 * The product's normalisation, version 1.
 *
 * <p>In this order: compatibility composition (NFKC); of a web address ({@code http://}, {@code
 * https://}, {@code ftp://} or {@code www.}) only the host stays, since path and query carry a
 * token of the recipient; lower case by Unicode's simple mapping, which knows no locale; letters
 * and digits stay; format characters (zero-width, soft hyphen, byte order mark), Hangul fillers and
 * combining marks vanish without a gap; anything else is a gap, and a gap between two words is one
 * space.
 *
 * <p>Marks vanish because they are what scattered decoration is made of, and because a letter that
 * owns its mark has been composed with it by then. More than {@value #MARK_RUN} marks in a row are
 * cut before composing: putting a run in canonical order costs its square.
 */
final class FullNormalization {
  private static final int MARK_RUN = 8;

  private static final int MARKS =
      (1 << Character.NON_SPACING_MARK)
          | (1 << Character.ENCLOSING_MARK)
          | (1 << Character.COMBINING_SPACING_MARK);

  private FullNormalization() {}

  static void normalize(String given, Utf8Text out) {
    out.clear();
    String text = compose(given);
    boolean gap = false;
    int length = text.length();
    for (int i = 0; i < length; ) {
      char c = text.charAt(i);
      if ((c | 0x20) == 'h' || (c | 0x20) == 'w' || (c | 0x20) == 'f') {
        int host = WebAddress.hostStart(text, i);
        if (host >= 0) {
          i = appendHost(text, host, out);
          gap = true;
          continue;
        }
      }
      int codePoint = c < 0x80 ? c : text.codePointAt(i);
      i += codePoint >= 0x10000 ? 2 : 1;
      if (isLetterOrDigit(codePoint)) {
        if (gap && !out.isEmpty()) {
          out.append(' ');
        }
        gap = false;
        out.appendLetter(lower(codePoint));
      } else if (!vanishes(codePoint)) {
        gap = true;
      }
    }
  }

  private static int appendHost(String text, int host, Utf8Text out) {
    int end = WebAddress.hostEnd(text, host);
    boolean gap = true;
    for (int i = host; i < end; i++) {
      char c = text.charAt(i);
      if (isLetterOrDigit(c)) {
        if (gap && !out.isEmpty()) {
          out.append(' ');
        }
        gap = false;
        out.appendLetter(lower(c));
      } else {
        gap = true;
      }
    }
    return WebAddress.end(text, end);
  }

  private static int lower(int codePoint) {
    if (codePoint < 0x80) {
      return codePoint >= 'A' && codePoint <= 'Z' ? codePoint | 0x20 : codePoint;
    }
    return Character.toLowerCase(codePoint);
  }

  private static boolean isLetterOrDigit(int codePoint) {
    if (codePoint < 0x80) {
      return PaperNormalization.isAsciiAlphanumeric(codePoint);
    }
    return Character.isLetterOrDigit(codePoint) && codePoint != 0x115F && codePoint != 0x1160;
  }

  private static boolean vanishes(int codePoint) {
    if (codePoint < 0x80) {
      return false;
    }
    int type = Character.getType(codePoint);
    return type == Character.FORMAT
        || (MARKS & (1 << type)) != 0
        || codePoint == 0x115F
        || codePoint == 0x1160;
  }

  private static String compose(String text) {
    int plain = asciiPrefix(text);
    if (plain == text.length()) {
      return text;
    }
    return Normalizer.normalize(cutMarkRuns(text, plain), Normalizer.Form.NFKC);
  }

  private static int asciiPrefix(String text) {
    int i = 0;
    while (i < text.length() && text.charAt(i) < 0x80) {
      i++;
    }
    return i;
  }

  private static CharSequence cutMarkRuns(String text, int from) {
    StringBuilder cut = null;
    int run = 0;
    for (int i = from; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      int next = i + Character.charCount(codePoint);
      boolean mark = codePoint >= 0x300 && (MARKS & (1 << Character.getType(codePoint))) != 0;
      run = mark ? run + 1 : 0;
      if (run > MARK_RUN && cut == null) {
        cut = new StringBuilder(text.length()).append(text, 0, i);
      } else if (run <= MARK_RUN && cut != null) {
        cut.append(text, i, next);
      }
      i = next;
    }
    return cut == null ? text : cut;
  }
}
