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

  private final char[] text;
  private final Utf8Text out;
  private final boolean lookalikes;
  private boolean gap;

  /** Where the output stood when the run of characters began that may become a mail address. */
  private int localLength;

  private int localCodePoints;
  private int localLetters;
  private boolean inLocalPart;

  private FullNormalization(char[] text, Utf8Text out, boolean lookalikes) {
    this.text = text;
    this.out = out;
    this.lookalikes = lookalikes;
  }

  /** Normalises; letters become the Latin ones that they look like if {@code lookalikes}. */
  static String normalize(String given, Utf8Text out, boolean lookalikes) {
    out.clear();
    String own = Footers.cut(given);
    char[] text = own.toCharArray();
    char[] composed = compose(text);
    new FullNormalization(composed, out, lookalikes).run();
    return composed == text ? own : new String(composed);
  }

  private void run() {
    for (int i = 0; i < text.length; ) {
      char c = text[i];
      if (isAsciiLetter(c)) {
        i = takeWord(i);
      } else if (c >= 0x80) {
        inLocalPart = false;
        i = takeOne(i);
      } else if (c == '@' && inLocalPart) {
        out.cutBack(localLength, localCodePoints, localLetters);
        inLocalPart = false;
        gap = true;
        i = WebAddress.domainEnd(text, i + 1);
      } else {
        gap = true;
        i++;
        if (WebAddress.isLocalPart(c)) {
          beginLocalPart();
        } else {
          inLocalPart = false;
        }
      }
    }
  }

  /** Takes ASCII letters in a row, and the web address that begins with the last of them. */
  private int takeWord(int from) {
    beginLocalPart();
    int before = out.length();
    int end = appendWord(from);
    int address = WebAddress.start(text, from, end);
    if (address < 0) {
      return end;
    }
    int dropped = address == from ? out.length() - before : end - address;
    out.cutBack(
        out.length() - dropped, out.codePoints() - dropped, out.letters() - (end - address));
    return appendHost(text[end] == ':' ? end + "://".length() : address);
  }

  private int appendWord(int from) {
    out.comesFrom(from);
    endGap();
    byte[] bytes = out.withRoom(text.length - from);
    int at = out.length();
    int i = from;
    do {
      bytes[at++] = (byte) (text[i++] | 0x20);
    } while (i < text.length && isAsciiLetter(text[i]));
    out.appendedLetters(i - from);
    return i;
  }

  private void endGap() {
    if (gap && !out.isEmpty()) {
      out.append(' ');
    }
    gap = false;
  }

  /** Remembers the output at the start of each run of characters that mail addresses begin with. */
  private void beginLocalPart() {
    if (!inLocalPart) {
      inLocalPart = true;
      localLength = out.length();
      localCodePoints = out.codePoints();
      localLetters = out.letters();
    }
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
      out.appendLetter(lookalikes ? Lookalikes.image(lower) : lower);
    } else if (!vanishes(codePoint)) {
      gap = true;
    }
  }

  private int appendHost(int host) {
    gap = true;
    int end = WebAddress.hostEnd(text, host);
    for (int i = host; i < end; ) {
      i = takeOne(i);
    }
    gap = true;
    inLocalPart = false;
    return WebAddress.end(text, end);
  }

  private static int lower(int codePoint) {
    return codePoint < 0x80 ? codePoint | 0x20 : Character.toLowerCase(codePoint);
  }

  private static boolean isLetter(int codePoint) {
    return codePoint < 0x80
        ? isAsciiLetter(codePoint)
        : Character.isLetter(codePoint) && !isFiller(codePoint);
  }

  private static boolean isAsciiLetter(int codePoint) {
    int letter = (codePoint | 0x20) - 'a';
    return letter >= 0 && letter < 26;
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

  /** The same object if there is nothing to compose. */
  private static char[] compose(char[] text) {
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
