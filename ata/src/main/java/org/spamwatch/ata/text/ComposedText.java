package org.spamwatch.ata.text;

import java.text.Normalizer;

/**
 * Compatibility composition (NFKC) piece by piece, so that it can end where enough has been made: a
 * character may become eighteen. A piece ends before a character that composes with nothing before
 * it, and what is made is then the same as in one go; where there is none near, the piece ends all
 * the same. Linear.
 */
final class ComposedText {
  /** Characters of a piece, and how many more are looked through for a place to end it. */
  private static final int PIECE = 1024;

  private ComposedText() {}

  /** The composed text as far as its first {@code most} characters. */
  static String of(CharSequence text, int most) {
    StringBuilder out = new StringBuilder(Math.min(text.length(), most));
    for (int from = 0; from < text.length() && out.length() < most; ) {
      int end = pieceEnd(text, from);
      String piece = text.subSequence(from, end).toString();
      String composed = Normalizer.normalize(piece, Normalizer.Form.NFKC);
      out.append(composed, 0, Math.min(composed.length(), most - out.length()));
      from = end;
    }
    return out.toString();
  }

  private static int pieceEnd(CharSequence text, int from) {
    int last = Math.min(text.length(), from + 2 * PIECE);
    for (int i = from + PIECE; i < last; i++) {
      if (!Character.isLowSurrogate(text.charAt(i)) && beginsAnew(Character.codePointAt(text, i))) {
        return i;
      }
    }
    boolean pair = last < text.length() && Character.isLowSurrogate(text.charAt(last));
    return pair ? last - 1 : last;
  }

  /**
   * Whether a character composes with nothing before it. What does is a mark, a vowel or final
   * consonant of Hangul, or a vowel of Kirat Rai, or is made of one in front.
   */
  static boolean beginsAnew(int codePoint) {
    if (codePoint < 0x300) {
      return true;
    }
    String one = Character.toString(codePoint);
    int first = Normalizer.normalize(one, Normalizer.Form.NFKD).codePointAt(0);
    int type = Character.getType(first);
    return type != Character.NON_SPACING_MARK
        && type != Character.COMBINING_SPACING_MARK
        && type != Character.ENCLOSING_MARK
        && (first < 0x1160 || first > 0x11FF)
        && (first < 0x16D63 || first > 0x16D6A);
  }
}
