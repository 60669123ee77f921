package org.spamwatch.ata.text;

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

  private static final int MARKS =
      (1 << Character.NON_SPACING_MARK)
          | (1 << Character.ENCLOSING_MARK)
          | (1 << Character.COMBINING_SPACING_MARK);

  private final String text;
  private final Utf8Text out;
  private final boolean lookalikes;
  private boolean gap;

  /** Where the output stood when the run of characters began that may become a mail address. */
  private int localLength;

  private int localCodePoints;
  private int localLetters;
  private boolean inLocalPart;

  private FullNormalization(String text, Utf8Text out, boolean lookalikes) {
    this.text = text;
    this.out = out;
    this.lookalikes = lookalikes;
  }

  /** Normalises; letters become the Latin ones that they look like if {@code lookalikes}. */
  static String normalize(String given, Utf8Text out, boolean lookalikes) {
    out.clear();
    String composed = compose(Footers.cut(given));
    new FullNormalization(composed, out, lookalikes).run();
    return composed;
  }

  private void run() {
    int length = text.length();
    for (int i = 0; i < length; ) {
      char c = text.charAt(i);
      if (c == '@' && inLocalPart) {
        out.cutBack(localLength, localCodePoints, localLetters);
        gap = true;
        inLocalPart = false;
        i = WebAddress.domainEnd(text, i + 1);
        continue;
      }
      trackLocalPart(c);
      int host = WebAddress.hostStart(text, i);
      if (host >= 0) {
        i = appendHost(host);
      } else if (isAsciiLetter(c)) {
        i = takeWord(i);
      } else {
        int codePoint = c < 0x80 ? c : text.codePointAt(i);
        take(codePoint, i);
        i += Character.charCount(codePoint);
      }
    }
  }

  /** Takes ASCII letters in a row, up to where a web address may begin. */
  private int takeWord(int from) {
    int end = from + 1;
    while (end < text.length()
        && isAsciiLetter(text.charAt(end))
        && !WebAddress.mayBegin(text, end)) {
      end++;
    }
    out.comesFrom(from);
    endGap();
    out.appendLetters(text, from, end);
    return end;
  }

  private void endGap() {
    if (gap && !out.isEmpty()) {
      out.append(' ');
    }
    gap = false;
  }

  /** Remembers the output at the start of each run of characters that mail addresses begin with. */
  private void trackLocalPart(char c) {
    boolean local = WebAddress.isLocalPart(c);
    if (local && !inLocalPart) {
      localLength = out.length();
      localCodePoints = out.codePoints();
      localLetters = out.letters();
    }
    inLocalPart = local;
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
      int codePoint = text.codePointAt(i);
      take(codePoint, i);
      i += Character.charCount(codePoint);
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
    int lower = codePoint | 0x20;
    return lower >= 'a' && lower <= 'z';
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

  private static String compose(String text) {
    int plain = 0;
    while (plain < text.length() && text.charAt(plain) < 0x80) {
      plain++;
    }
    if (plain == text.length()) {
      return text;
    }
    return ComposedText.of(cutMarkRuns(text, plain), Normalization.MOST_CHARS);
  }

  /** Whether it is a mark or, like the sound marks of half width, stands for one. */
  private static boolean isMark(int codePoint) {
    return (MARKS & (1 << Character.getType(codePoint))) != 0
        || codePoint == 0xFF9E
        || codePoint == 0xFF9F;
  }

  private static CharSequence cutMarkRuns(String text, int from) {
    StringBuilder cut = null;
    int run = 0;
    for (int i = from; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      int next = i + Character.charCount(codePoint);
      boolean mark = codePoint >= 0x300 && isMark(codePoint);
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
