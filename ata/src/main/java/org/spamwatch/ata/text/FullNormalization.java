package org.spamwatch.ata.text;

import java.util.Arrays;

/**
 * The product's normalisation, version 1: what is left of a text once everything is gone that
 * senders change from copy to copy.
 *
 * <p>In this order: footers and notices are left out ({@link Footers}); compatibility composition
 * (NFKC); of a web address ({@code http://}, {@code https://}, {@code ftp://} or {@code www.}) only
 * the host stays, since path and query carry a token of the recipient; mail addresses are a gap,
 * since most are the recipient's; lower case by Unicode's simple mapping, which knows no locale;
 * letters stay, as the Latin letter that they look like if there is one ({@link Lookalikes});
 * format characters (zero-width, soft hyphen, byte order mark), Hangul fillers and combining marks
 * vanish without a gap; everything else, digits included (amounts, dates, telephone and serial
 * numbers), is a gap, and a gap between two words is one space.
 *
 * <p>Marks vanish because they are what scattered decoration is made of, and because a letter that
 * owns its mark has been composed with it by then. More than {@value #MARK_RUN} marks in a row are
 * cut before composing: putting a run in canonical order costs its square.
 *
 * <p>A character may stand for eighteen (U+FDFA). What is composed ends at {@link
 * Normalization#MOST_CHARS} characters, and no more than that is ever made.
 */
final class FullNormalization {
  private static final int MARK_RUN = 8;
  private static final int FIRST_MARK = 0x300;

  private static final int MARKS =
      (1 << Character.NON_SPACING_MARK)
          | (1 << Character.ENCLOSING_MARK)
          | (1 << Character.COMBINING_SPACING_MARK);

  /** What becomes of an ASCII character: a letter in lower case, or a space for a gap. */
  private static final byte[] ROW = new byte[0x80];

  /** Of which an address may have begun in front: it is looked at. */
  private static final byte MARK = 0;

  /** The bit by which letters in lower case differ from a space. */
  private static final int LETTER_BIT = 6;

  static {
    Arrays.fill(ROW, (byte) ' ');
    for (char c = 'a'; c <= 'z'; c++) {
      ROW[c] = (byte) c;
      ROW[Character.toUpperCase(c)] = (byte) c;
    }
    ROW['@'] = MARK;
    ROW[':'] = MARK;
    ROW['.'] = MARK;
  }

  private final char[] text;
  private final Utf8Text out;
  private final boolean lookalikes;
  private boolean gap;

  /** Behind the last address: what comes later is no part of it. */
  private int addressEnd;

  private FullNormalization(char[] text, Utf8Text out, boolean lookalikes) {
    this.text = text;
    this.out = out;
    this.lookalikes = lookalikes;
  }

  /** Normalises; letters become the Latin ones that they look like if {@code lookalikes}. */
  static void normalize(String given, Utf8Text out, boolean lookalikes) {
    out.clear();
    char[] composed = compose(Footers.cut(given).toCharArray());
    if (out.keepsOrigins()) {
      out.madeOf(new String(composed));
    }
    new FullNormalization(composed, out, lookalikes).run();
  }

  private void run() {
    for (int i = 0; i < text.length; ) {
      char c = text[i];
      if (c < ROW.length && ROW[c] == MARK) {
        i = takeMark(i);
      } else if (c < ROW.length && !out.keepsOrigins()) {
        i = takeRow(i);
      } else {
        i = takeOne(i);
      }
    }
  }

  /**
   * Takes letters and gaps up to another character, and says where that is. Without a branch on
   * either: where a word ends is not to be foreseen. A gap is written behind a letter, and written
   * over by the next one.
   */
  private int takeRow(int from) {
    byte[] bytes = out.withRoom(text.length - from + 1);
    int length = out.length();
    int at = length;
    int letter = gap || length == 0 ? 0 : 1; // whether there is one that a gap may follow
    if (gap && length > 0) {
      bytes[at++] = ' ';
    }
    int i = from;
    for (; i < text.length; i++) {
      char c = text[i];
      int row = c < ROW.length ? ROW[c] : MARK;
      if (row == MARK) {
        break;
      }
      int before = letter;
      letter = row >>> LETTER_BIT;
      bytes[at] = (byte) row;
      at += before | letter;
    }
    gap = letter == 0;
    if (gap && at > 0) {
      at--; // which is a space
    }
    out.appendedAscii(at - length);
    return i;
  }

  /** Takes a character before which an address may have begun, and the address; says what ends. */
  private int takeMark(int i) {
    int start = WebAddress.start(text, addressEnd, i);
    gap = true;
    if (start < 0) {
      return i + 1;
    }
    int letters = 0;
    for (int j = start; j < i; j++) {
      letters += isLetter(text[j]) ? 1 : 0;
    }
    out.dropLetters(letters);
    if (text[i] == '@') {
      addressEnd = WebAddress.domainEnd(text, i + 1);
    } else {
      addressEnd = appendHost(text[i] == ':' ? i + "://".length() : start);
    }
    return addressEnd;
  }

  private void endGap() {
    if (gap && !out.isEmpty()) {
      out.append(' ');
    }
    gap = false;
  }

  private int takeOne(int at) {
    int codePoint = Character.codePointAt(text, at);
    take(codePoint, at);
    return at + Character.charCount(codePoint);
  }

  private void take(int codePoint, int at) {
    if (isLetter(codePoint)) {
      out.comesFrom(at);
      endGap();
      int lower = lower(codePoint);
      out.append(lookalikes ? Lookalikes.image(lower) : lower);
    } else if (!vanishes(codePoint)) {
      gap = true;
    }
  }

  private int appendHost(int host) {
    int end = WebAddress.hostEnd(text, host);
    for (int i = host; i < end; ) {
      i = takeOne(i);
    }
    gap = true;
    return WebAddress.end(text, end);
  }

  private static int lower(int codePoint) {
    return codePoint < 0x80 ? codePoint | 0x20 : Character.toLowerCase(codePoint);
  }

  private static boolean isLetter(int codePoint) {
    return codePoint < 0x80
        ? ROW[codePoint] > ' '
        : Character.isLetter(codePoint) && !isFiller(codePoint);
  }

  /** Hangul fillers are letters by category and show nothing. */
  private static boolean isFiller(int codePoint) {
    return codePoint == 0x115F || codePoint == 0x1160;
  }

  private static boolean vanishes(int codePoint) {
    if (codePoint < 0x80) {
      return false;
    }
    int type = Character.getType(codePoint);
    return type == Character.FORMAT || (MARKS & (1 << type)) != 0 || isFiller(codePoint);
  }

  /** Writes over the text. */
  private static char[] compose(char[] text) {
    if (text.length <= Normalization.MOST_CHARS && ComposedText.composesEach(text)) {
      return text;
    }
    int all = 0;
    for (char c : text) {
      all |= c;
    }
    if (all < 0x80) {
      return text;
    }
    return ComposedText.of(all < FIRST_MARK ? text : cutMarkRuns(text), Normalization.MOST_CHARS);
  }

  /** Whether it is a mark or, like the sound marks of half width, stands for one. */
  private static boolean isMark(int codePoint) {
    return (MARKS & (1 << Character.getType(codePoint))) != 0
        || codePoint == 0xFF9E
        || codePoint == 0xFF9F;
  }

  /** Moves what stays together, in place. */
  private static char[] cutMarkRuns(char[] text) {
    int run = 0;
    int kept = 0;
    for (int i = 0; i < text.length; ) {
      int codePoint = text[i] < FIRST_MARK ? text[i] : Character.codePointAt(text, i);
      run = codePoint >= FIRST_MARK && isMark(codePoint) ? run + 1 : 0;
      for (int end = i + Character.charCount(codePoint); i < end; i++) {
        text[kept] = text[i];
        kept += run <= MARK_RUN ? 1 : 0;
      }
    }
    return kept == text.length ? text : Arrays.copyOf(text, kept);
  }
}
