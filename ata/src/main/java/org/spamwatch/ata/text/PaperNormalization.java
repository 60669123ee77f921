package org.spamwatch.ata.text;

/** White space collapsed and trimmed, case and everything else kept. */
final class PaperNormalization {
  private PaperNormalization() {}

  static void normalize(String text, Utf8Text out) {
    out.clear();
    out.madeOf(text);
    boolean gap = false;
    int length = text.length();
    for (int i = 0; i < length; ) {
      int codePoint = text.codePointAt(i);
      i += Character.charCount(codePoint);
      if (isWhiteSpace(codePoint)) {
        gap = !out.isEmpty();
        continue;
      }
      if (gap) {
        out.append(' ');
        gap = false;
      }
      out.comesFrom(i - Character.charCount(codePoint));
      out.append(codePoint);
    }
  }

  static boolean isAsciiAlphanumeric(int c) {
    int lower = c | 0x20;
    return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9');
  }

  /** The C0 controls count as white space too: no reader sees a NUL. */
  private static boolean isWhiteSpace(int codePoint) {
    return codePoint <= ' '
        || codePoint == 0x7F
        || (codePoint >= 0x80
            && (Character.isWhitespace(codePoint)
                || Character.isSpaceChar(codePoint)
                || codePoint == 0x85));
  }
}
