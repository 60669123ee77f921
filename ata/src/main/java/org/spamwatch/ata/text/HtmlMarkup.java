package org.spamwatch.ata.text;

/**
 * Where the markup of an HTML text begins and ends, as browsers take it: one pass, without a tree
 * and without recursion. What is no markup is left to whoever walks.
 */
abstract class HtmlMarkup {
  private static final int LONGEST_NAME = 16;

  final String html;

  /** Where the walk is. */
  int at;

  HtmlMarkup(String html) {
    this.html = html;
  }

  /**
   * Takes a tag; the walk is behind it. Of elements with a name longer than any known one nothing
   * is said.
   *
   * @param from where its attributes begin
   * @param to behind its {@code >}
   */
  abstract void tag(HtmlElement element, boolean closing, int from, int to);

  /** Takes a {@code <} that begins no markup. */
  abstract void literal();

  /** Walks over the markup that begins with the {@code <} here. */
  final void markup() {
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
      literal();
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
    tag(element, closing, nameEnd, at);
    if (!closing && !element.block() && !element.shown()) {
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

  final int indexOf(char c, int from) {
    int i = html.indexOf(c, from);
    return i < 0 ? html.length() : i;
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
