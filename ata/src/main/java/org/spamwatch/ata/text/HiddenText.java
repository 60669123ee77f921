package org.spamwatch.ata.text;

/**
 * Which elements of an HTML text their own tag hides from a reader: {@code display: none}, {@code
 * visibility: hidden}, {@code opacity: 0}, a {@code font-size} below 2, {@code mso-hide: all} and
 * letters in the colour they stand on. Senders fill such elements with text that changes from copy
 * to copy.
 *
 * <p>The colour counts where the tag sets its own ground, or where nothing but the page does (white
 * if not even that). Rules in {@code <style>} are not read: what they hide stays text. An element
 * that is never closed ends where the block around it does, so that an error hides little.
 *
 * <p>Holds a few counters and no tree: linear for every input.
 */
final class HiddenText {
  /** A tag shorter than the shortest attribute that hides is not looked into. */
  private static final int LEAST_ATTRIBUTE = 6;

  /** Characters of a style or a colour that are looked at. */
  private static final int LONGEST_VALUE = 2000;

  private final String html;
  private String element = "";
  private int depth;
  private int blocks;

  /** Whether colours say anything; found out when the first one is met. */
  private boolean groundsRead;

  private boolean plainGround;
  private String ground = "ffffff";

  HiddenText(String html) {
    this.html = html;
  }

  /** Whether what comes next is inside a hidden element. */
  boolean isInside() {
    return depth > 0;
  }

  /**
   * Takes a tag and says whether hidden text begins or ends with it.
   *
   * @param from where its attributes begin
   * @param to behind its {@code >}
   */
  boolean changes(HtmlElement tag, boolean closing, int from, int to) {
    boolean before = depth > 0;
    if (before) {
      inside(tag, closing);
    }
    boolean opens = !closing && depth == 0 && to - from > LEAST_ATTRIBUTE;
    if (opens && tag.mayHide() && hides(from, to)) {
      element = tag.name();
      depth = 1;
      blocks = 0;
    }
    return before != depth > 0;
  }

  private void inside(HtmlElement tag, boolean closing) {
    if (tag.name().equals(element)) {
      boolean sibling = !closing && !tag.nested();
      depth = sibling ? 0 : depth + (closing ? -1 : 1);
    } else if (tag.block() && tag.mayHide()) {
      blocks += closing ? -1 : 1;
      if (blocks < 0 || element.equals("p")) {
        depth = 0;
      }
    }
  }

  private boolean hides(int from, int to) {
    String color = "";
    String background = "";
    for (int i = from; i < to; i++) {
      if (html.charAt(i) != '=') {
        continue;
      }
      int valueStart = skipBlanks(i + 1, to);
      int valueEnd = valueEnd(valueStart, to);
      int nameEnd = i;
      while (nameEnd > from && html.charAt(nameEnd - 1) <= ' ') {
        nameEnd--;
      }
      if (isNamed("style", nameEnd, from)) {
        InlineStyle style = InlineStyle.of(html, valueStart, valueEnd);
        if (style.hides()) {
          return true;
        }
        color = style.color().isEmpty() ? color : style.color();
        background = style.background().isEmpty() ? background : style.background();
      } else if (isNamed("bgcolor", nameEnd, from)) {
        background = InlineStyle.colour(html, valueStart, valueEnd);
      } else if (isNamed("color", nameEnd, from)) {
        color = InlineStyle.colour(html, valueStart, valueEnd);
      }
      i = Math.max(i, valueEnd - 1);
    }
    return !color.isEmpty()
        && (background.isEmpty() ? isPageGround(color) : color.equals(background));
  }

  private boolean isPageGround(String color) {
    if (!groundsRead) {
      groundsRead = true;
      readGrounds();
    }
    return plainGround && color.equals(ground);
  }

  /** The page's ground counts if no other is set anywhere. */
  private void readGrounds() {
    int body = indexOf("<body", 0, html.length());
    int bodyEnd = body < 0 ? -1 : html.indexOf('>', body);
    int head = Math.max(body, 0);
    int tail = bodyEnd < 0 ? 0 : bodyEnd;
    plainGround =
        indexOf("background", 0, head) < 0
            && indexOf("bgcolor", 0, head) < 0
            && indexOf("background", tail, html.length()) < 0
            && indexOf("bgcolor", tail, html.length()) < 0;
    if (plainGround && tail > 0) {
      int set = indexOf("bgcolor=", body, tail);
      if (set >= 0) {
        int start = skipBlanks(set + "bgcolor=".length(), tail);
        ground = InlineStyle.colour(html, start, valueEnd(start, tail));
      }
      plainGround = indexOf("background", body, tail) < 0;
    }
  }

  private int indexOf(String lower, int from, int to) {
    char first = lower.charAt(0);
    for (int i = from; i <= to - lower.length(); i++) {
      char c = html.charAt(i);
      if ((c == first || (c | 0x20) == first)
          && html.regionMatches(true, i, lower, 0, lower.length())) {
        return i;
      }
    }
    return -1;
  }

  private boolean isNamed(String name, int end, int from) {
    int start = end - name.length();
    return start > from
        && (html.charAt(start - 1) <= ' ' || html.charAt(start - 1) == '/')
        && html.regionMatches(true, start, name, 0, name.length());
  }

  private int skipBlanks(int from, int to) {
    int i = from;
    while (i < to && html.charAt(i) <= ' ') {
      i++;
    }
    return i;
  }

  private int valueEnd(int start, int to) {
    int bound = Math.min(to, start + LONGEST_VALUE);
    if (start >= bound) {
      return bound;
    }
    char quote = html.charAt(start);
    int i = start + 1;
    if (quote == '"' || quote == '\'') {
      while (i < bound && html.charAt(i) != quote) {
        i++;
      }
    } else {
      while (i < bound && html.charAt(i) > ' ' && html.charAt(i) != '>') {
        i++;
      }
    }
    return i;
  }
}
