package org.spamwatch.ata.text;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
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
  private final StringBuilder out = new StringBuilder();
  private final List<Integer> origins = new ArrayList<>();
  private final boolean lookalikes;
  private boolean gap;
  private boolean local;

  /** Characters and code points when the run began that may become a mail address. */
  private int localChars;

  private int localCodePoints;

  LetterByLetter(String given, boolean lookalikes) {
    text = Normalizer.normalize(MARKS.matcher(given).replaceAll("$1"), Normalizer.Form.NFKC);
    chars = text.toCharArray();
    this.lookalikes = lookalikes;
    run();
  }

  /** Where each code point came from. */
  List<Integer> origins() {
    return origins;
  }

  @Override
  public String toString() {
    return out.toString();
  }

  private void run() {
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == '@' && local) {
        out.setLength(localChars);
        origins.subList(localCodePoints, origins.size()).clear();
        gap = true;
        local = false;
        i = WebAddress.domainEnd(chars, i + 1);
        continue;
      }
      if (WebAddress.isLocalPart(c) && !local) {
        localChars = out.length();
        localCodePoints = origins.size();
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
      if (gap && out.length() > 0) {
        out.append(' ');
        origins.add(i);
      }
      gap = false;
      int lower = Character.toLowerCase(c);
      out.appendCodePoint(lookalikes ? Lookalikes.image(lower) : lower);
      origins.add(i);
    } else if (c < 0x80 || !(mark || filler || type == Character.FORMAT)) {
      gap = true;
    }
    return i + Character.charCount(c);
  }
}
