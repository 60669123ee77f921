package org.spamwatch.ata.text;

import java.text.Normalizer;
import java.util.regex.Pattern;

/**
 * The rules of {@link FullNormalization}, footers apart, one character after the other: what the
 * quick way is held against.
 */
final class LetterByLetter {
  private static final Pattern MARKS =
      Pattern.compile("([\\p{M}\\x{FF9E}\\x{FF9F}]{8})[\\p{M}\\x{FF9E}\\x{FF9F}]+");
  private static final String[] STARTS = {"http://", "https://", "ftp://", "www."};

  private final String text;
  private final char[] chars;
  private final Utf8Text out;
  private final boolean lookalikes;
  private boolean gap;
  private boolean local;
  private int[] localStart = new int[3];

  LetterByLetter(String given, Utf8Text out, boolean lookalikes) {
    text = Normalizer.normalize(MARKS.matcher(given).replaceAll("$1"), Normalizer.Form.NFKC);
    chars = text.toCharArray();
    this.out = out;
    this.lookalikes = lookalikes;
  }

  void run() {
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == '@' && local) {
        out.cutBack(localStart[0], localStart[1], localStart[2]);
        gap = true;
        local = false;
        i = WebAddress.domainEnd(chars, i + 1);
        continue;
      }
      if (WebAddress.isLocalPart(c) && !local) {
        localStart = new int[] {out.length(), out.codePoints(), out.letters()};
      }
      local = WebAddress.isLocalPart(c);
      int host = hostStart(i);
      if (host < 0) {
        i = take(i);
      } else {
        i = takeHost(host);
      }
    }
  }

  private int hostStart(int i) {
    for (String start : STARTS) {
      if (text.regionMatches(true, i, start, 0, start.length())) {
        boolean bare = start.equals("www.");
        if (bare && i > 0 && PaperNormalization.isAsciiAlphanumeric(text.charAt(i - 1))) {
          return -1;
        }
        return bare ? i : i + start.length();
      }
    }
    return -1;
  }

  private int takeHost(int host) {
    gap = true;
    int end = WebAddress.hostEnd(chars, host);
    for (int i = host; i < end; ) {
      i = take(i);
    }
    gap = true;
    local = false;
    return WebAddress.end(chars, end);
  }

  private int take(int i) {
    int c = text.codePointAt(i);
    int type = Character.getType(c);
    boolean mark =
        type == Character.NON_SPACING_MARK
            || type == Character.ENCLOSING_MARK
            || type == Character.COMBINING_SPACING_MARK;
    boolean filler = c == 0x115F || c == 0x1160;
    if (Character.isLetter(c) && !filler) {
      out.comesFrom(i);
      if (gap && !out.isEmpty()) {
        out.append(' ');
      }
      gap = false;
      int lower = Character.toLowerCase(c);
      out.appendLetter(lookalikes ? Lookalikes.image(lower) : lower);
    } else if (c < 0x80 || !(mark || filler || type == Character.FORMAT)) {
      gap = true;
    }
    return i + Character.charCount(c);
  }
}
