package org.spamwatch.ata.text;

import java.text.Normalizer;
import java.util.Arrays;

/**
 * Compatibility composition (NFKC) piece by piece, so that it can end where enough has been made: a
 * character may become eighteen. A piece ends before a character that composes with nothing before
 * it, and what is made is then the same as in one go; where there is none near, the piece ends all
 * the same. Characters below U+0300 with another such behind them are looked up. Linear.
 */
final class ComposedText {
  /** Characters of a piece, and how many more are looked through for a place to end it. */
  private static final int PIECE = 1024;

  /** Below it no character composes with one before it. */
  private static final int FIRST_MARK = 0x300;

  /** What each of the characters below becomes; 0 if it is more than one character. */
  private static final char[] COMPOSED = new char[FIRST_MARK];

  static {
    for (char c = 1; c < FIRST_MARK; c++) {
      String composed = composed(String.valueOf(c));
      COMPOSED[c] = composed.length() == 1 ? composed.charAt(0) : 0;
    }
  }

  private final char[] text;
  private final int most;
  private char[] out;
  private int length;

  private ComposedText(char[] text, int most) {
    this.text = text;
    this.most = most;
    out = text;
  }

  /**
   * The composed text as far as its first {@code most} characters.
   *
   * @param text is written over
   */
  static char[] of(char[] text, int most) {
    ComposedText composed = new ComposedText(text, most);
    composed.run();
    return composed.length == composed.out.length
        ? composed.out
        : Arrays.copyOf(composed.out, composed.length);
  }

  /**
   * Composes each character for itself, in place, as far as that is the composed text. Says whether
   * it is to the end; if not, what the text composes to is still the same.
   */
  static boolean composesEach(char[] text) {
    for (int i = 0; i < text.length; i++) {
      char c = text[i];
      if (c >= 0x80) {
        char composed = c < FIRST_MARK ? COMPOSED[c] : 0;
        if (composed == 0) {
          return false;
        }
        text[i] = composed;
      }
    }
    return true;
  }

  private void run() {
    for (int from = 0; from < text.length && length < most; ) {
      from = appendRow(from);
      if (from < text.length && length < most) {
        int end = pieceEnd(from);
        append(composed(new String(text, from, end - from)), text.length - end);
        from = end;
      }
    }
  }

  /**
   * Appends characters that are looked up, in the text itself until a piece is longer, and says
   * where the first one is that is not.
   */
  private int appendRow(int from) {
    int bound = Math.min(text.length, from + most - length);
    int at = length;
    int i = from;
    for (; i < bound; i++) {
      char c = standsAlone(i) ? COMPOSED[text[i]] : 0;
      if (c == 0) {
        break;
      }
      out[at++] = c;
    }
    length = at;
    return i;
  }

  /** Appends as much as is wanted and makes room for so many characters behind it. */
  private void append(String composed, int behind) {
    int count = Math.min(composed.length(), most - length);
    int needed = Math.min(most, length + count + behind);
    if (needed > out.length) {
      out = Arrays.copyOf(out, Math.min(most, Math.max(needed, 2 * out.length)));
    } else if (out == text) {
      out = text.clone();
    }
    composed.getChars(0, count, out, length);
    length += count;
  }

  private static String composed(String piece) {
    return Normalizer.normalize(piece, Normalizer.Form.NFKC);
  }

  /** Whether neither a character nor the one behind it composes with the one before it. */
  private boolean standsAlone(int i) {
    return text[i] < FIRST_MARK && (i + 1 == text.length || text[i + 1] < FIRST_MARK);
  }

  private int pieceEnd(int from) {
    int last = Math.min(text.length, from + 2 * PIECE);
    for (int i = from + 1; i < last; i++) {
      if (standsAlone(i)) {
        return i;
      }
      if (i >= from + PIECE
          && !Character.isLowSurrogate(text[i])
          && beginsAnew(Character.codePointAt(text, i))) {
        return i;
      }
    }
    boolean pair = last < text.length && Character.isLowSurrogate(text[last]);
    return pair ? last - 1 : last;
  }

  /**
   * Whether a character composes with nothing before it. What does is a mark, a vowel or final
   * consonant of Hangul, or a vowel of Kirat Rai, or is made of one in front.
   */
  static boolean beginsAnew(int codePoint) {
    if (codePoint < FIRST_MARK) {
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
