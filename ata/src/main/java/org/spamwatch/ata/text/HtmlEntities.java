package org.spamwatch.ata.text;

import java.util.List;
import org.jsoup.nodes.Entities;

/** Decodes the character references of HTML, named and numeric, as browsers do. */
final class HtmlEntities {
  private static final int LONGEST_NAME = 32;
  private static final int LONGEST_BARE_NAME = 6;

  /** What browsers show for the references 128 to 159: windows-1252, not the C1 controls. */
  private static final String WINDOWS_1252 =
      "\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D"
          + "\u008F\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153"
          + "\u009D\u017E\u0178";

  /** Those of which mails are full, found sooner than among all, and what each stands for. */
  private static final List<String> FREQUENT = List.of("nbsp;", "amp;", "quot;", "lt;", "gt;");

  private static final String OF_FREQUENT = "\u00A0&\"<>";

  private HtmlEntities() {}

  /**
   * Appends what the reference at {@code at} stands for, or a plain ampersand.
   *
   * @return the index behind what was decoded
   */
  static int decode(String html, int at, StringBuilder out) {
    int start = at + 1;
    if (start < html.length() && html.charAt(start) == '#') {
      return numeric(html, at, out);
    }
    for (int i = 0; i < FREQUENT.size(); i++) {
      if (html.startsWith(FREQUENT.get(i), start)) {
        out.append(OF_FREQUENT.charAt(i));
        return start + FREQUENT.get(i).length();
      }
    }
    int end = start;
    int bound = Math.min(html.length(), start + LONGEST_NAME);
    while (end < bound && isAlphanumeric(html.charAt(end))) {
      end++;
    }
    if (end > start && end < html.length() && html.charAt(end) == ';') {
      String decoded = Entities.getByName(html.substring(start, end));
      if (!decoded.isEmpty()) {
        out.append(decoded);
        return end + 1;
      }
    }
    for (int e = Math.min(end, start + LONGEST_BARE_NAME); e >= start + 2; e--) {
      String name = html.substring(start, e);
      if (Entities.isBaseNamedEntity(name)) {
        out.append(Entities.getByName(name));
        return e;
      }
    }
    out.append('&');
    return start;
  }

  private static int numeric(String html, int at, StringBuilder out) {
    int i = at + 2;
    boolean hex = i < html.length() && (html.charAt(i) | 0x20) == 'x';
    if (hex) {
      i++;
    }
    int digits = i;
    int value = 0;
    for (; i < html.length(); i++) {
      int digit = html.charAt(i) < 0x80 ? Character.digit(html.charAt(i), hex ? 16 : 10) : -1;
      if (digit < 0) {
        break;
      }
      value = Math.min(value * (hex ? 16 : 10) + digit, Character.MAX_CODE_POINT + 1);
    }
    if (i == digits) {
      out.append('&');
      return at + 1;
    }
    out.appendCodePoint(shown(value));
    return i < html.length() && html.charAt(i) == ';' ? i + 1 : i;
  }

  private static int shown(int value) {
    if (value >= 0x80 && value < 0xA0) {
      return WINDOWS_1252.charAt(value - 0x80);
    }
    boolean character =
        value != 0
            && value <= Character.MAX_CODE_POINT
            && (value < Character.MIN_SURROGATE || value > Character.MAX_SURROGATE);
    return character ? value : 0xFFFD;
  }

  private static boolean isAlphanumeric(char c) {
    return PaperNormalization.isAsciiAlphanumeric(c);
  }
}
