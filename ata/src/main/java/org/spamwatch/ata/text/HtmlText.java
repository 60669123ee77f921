package org.spamwatch.ata.text;

import org.jspecify.annotations.Nullable;

/**
 * Drops the tags of an HTML text in one pass, without a tree and without recursion.
 *
 * <p>Comments, inline tags and tags nobody knows vanish and leave no gap, since browsers show none:
 * {@code mort<!-- x -->gage} is one word. Tags that begin or end a block ({@code br p div td li h1}
 * and the like) become a line feed. The contents of {@code script style title} and other elements
 * that are not shown are dropped. Character references are decoded as browsers do. What browsers
 * take for text (a {@code <} before a blank) stays text, and what they swallow (an unclosed comment
 * or tag) is swallowed. Attributes are not text. Linear for every input; never fails.
 *
 * <p>What a reader cannot see of the text is told apart by the rules of {@link HiddenText}.
 */
public final class HtmlText {
  private static final int LONGEST_NAME = 16;

  /** Letters and digits below which a page that hides its text is taken to show it after all. */
  private static final int LEAST_SHOWN = 20;

  private final String html;
  private final int most;
  private final StringBuilder out;
  private final StringBuilder reference = new StringBuilder(2);
  private final HiddenText hidden;
  private int at;

  /** What is not hidden, as soon as something is. */
  private @Nullable StringBuilder shown;

  private HtmlText(String html, int most) {
    this.html = html;
    this.most = most;
    hidden = new HiddenText(html);
    out = new StringBuilder(Math.min(html.length() / 2 + 16, most));
  }

  /**
   * The text of an HTML part, white space not yet collapsed.
   *
   * @param written all of it, hidden or not
   * @param visible what a reader sees of it; the same object if nothing is hidden
   */
  public record Text(String written, String visible) {}

  /**
   * Reads a page. If next to nothing of it is visible, all of it is taken to be: styles may be
   * stranger than we know, and no page is sent to show nothing.
   */
  public static Text of(String html) {
    return of(html, Integer.MAX_VALUE);
  }

  /** Reads a page as far as {@code most} characters of either text. */
  public static Text of(String html, int most) {
    HtmlText text = new HtmlText(html, most);
    text.run();
    String written = text.out.toString();
    StringBuilder shown = text.shown;
    return new Text(written, shown != null && showsAny(shown) ? shown.toString() : written);
  }

  private void run() {
    int length = html.length();
    int bracket = -1;
    int ampersand = -1;
    while (at < length && !isFull()) {
      char c = html.charAt(at);
      if (c == '<') {
        markup();
      } else if (c == '&') {
        reference.setLength(0);
        at = HtmlEntities.decode(html, at, reference);
        append(reference.toString());
      } else {
        ampersand = ampersand < at ? indexOf('&', at) : ampersand;
        bracket = bracket < at ? indexOf('<', at) : bracket;
        int end = Math.min(bracket, ampersand);
        append(html.substring(at, end));
        at = end;
      }
    }
  }

  private int indexOf(char c, int from) {
    int i = html.indexOf(c, from);
    return i < 0 ? html.length() : i;
  }

  private boolean isFull() {
    return out.length() == most && (shown == null || shown.length() == most);
  }

  private void append(String text) {
    appendUpTo(most, out, text);
    if (shown != null && !hidden.isInside()) {
      appendUpTo(most, shown, text);
    }
  }

  private static void appendUpTo(int most, StringBuilder to, String text) {
    int room = most - to.length();
    to.append(text.length() <= room ? text : text.substring(0, room));
  }

  private static boolean showsAny(CharSequence text) {
    int shown = 0;
    for (int i = 0; i < text.length() && shown < LEAST_SHOWN; i++) {
      shown += Character.isLetterOrDigit(text.charAt(i)) ? 1 : 0;
    }
    return shown == LEAST_SHOWN;
  }

  private void markup() {
    if (html.startsWith("<!--", at)) {
      at = commentEnd(at + 4);
      return;
    }
    char next = at + 1 < html.length() ? html.charAt(at + 1) : ' ';
    if (next == '!' || next == '?') {
      at = behind('>', at + 2);
    } else if (isLetter(next)) {
      tag(at + 1, false);
    } else if (next == '/' && at + 2 < html.length() && isLetter(html.charAt(at + 2))) {
      tag(at + 2, true);
    } else if (next == '/') {
      at = behind('>', at + 2);
    } else {
      append("<");
      at++;
    }
  }

  private void tag(int nameStart, boolean closing) {
    int nameEnd = nameStart;
    while (nameEnd < html.length() && isNamePart(html.charAt(nameEnd))) {
      nameEnd++;
    }
    at = tagEnd(nameEnd);
    if (nameEnd - nameStart > LONGEST_NAME) {
      return;
    }
    HtmlElement element = HtmlElement.at(html, nameStart, nameEnd);
    if (hidden.changes(element, closing, nameEnd, at) && shown == null) {
      shown = new StringBuilder(out);
    }
    if (element.block()) {
      append("\n");
    } else if (!closing && !element.shown()) {
      at = elementEnd(element.name());
    }
  }

  /** Behind the {@code >} of a tag; one inside a quoted attribute value does not count. */
  private int tagEnd(int from) {
    boolean value = false;
    for (int i = from; i < html.length(); i++) {
      char c = html.charAt(i);
      if (c == '>') {
        return i + 1;
      }
      if (value && (c == '"' || c == '\'')) {
        i = html.indexOf(c, i + 1);
        if (i < 0) {
          return html.length();
        }
      }
      value = c == '=' || (value && c <= ' ');
    }
    return html.length();
  }

  private int commentEnd(int from) {
    if (html.startsWith(">", from)) {
      return from + 1;
    }
    if (html.startsWith("->", from)) {
      return from + 2;
    }
    for (int i = html.indexOf("--", from); i >= 0; i = html.indexOf("--", i + 1)) {
      if (html.startsWith(">", i + 2)) {
        return i + 3;
      }
      if (html.startsWith("!>", i + 2)) {
        return i + 4;
      }
    }
    return html.length();
  }

  /** Behind the closing tag of an element whose contents are not markup. */
  private int elementEnd(String name) {
    for (int i = html.indexOf("</", at); i >= 0; i = html.indexOf("</", i + 2)) {
      if (html.regionMatches(true, i + 2, name, 0, name.length())) {
        return behind('>', i + 2 + name.length());
      }
    }
    return html.length();
  }

  private int behind(char c, int from) {
    return Math.min(html.length(), indexOf(c, from) + 1);
  }

  private static boolean isLetter(char c) {
    char lower = (char) (c | 0x20);
    return lower >= 'a' && lower <= 'z';
  }

  private static boolean isNamePart(char c) {
    return c > ' ' && c != '>' && c != '/';
  }
}
