package org.spamwatch.ata.text;

/**
 * The tags of an HTML text and their attributes, in their order: one pass, without a tree, over the
 * same markup that {@link HtmlText} drops. What stands in comments and scripts is passed over.
 * Linear for every input; never fails.
 */
public final class HtmlTags extends HtmlMarkup {
  private final Visitor visitor;
  private boolean wanted = true;

  private HtmlTags(String html, Visitor visitor) {
    super(html);
    this.visitor = visitor;
  }

  /** Is told of each tag, and then of its attributes. */
  public interface Visitor {
    /**
     * A tag begins.
     *
     * @param element in lower case
     * @return whether it is wanted; if not, the walk ends
     */
    boolean tag(String element, boolean closing);

    /**
     * An attribute of that tag, as it is written: {@code html.substring(nameFrom, nameTo)} and the
     * value without its quotes, references not decoded, empty if there is none.
     */
    void attribute(String html, int nameFrom, int nameTo, int valueFrom, int valueTo);
  }

  /** Walks over a page until a tag is not wanted. */
  public static void visit(String html, Visitor visitor) {
    HtmlTags tags = new HtmlTags(html, visitor);
    for (tags.at = tags.indexOf('<', 0);
        tags.wanted && tags.at < html.length();
        tags.at = tags.indexOf('<', tags.at)) {
      tags.markup();
    }
  }

  @Override
  void literal() {}

  @Override
  void tag(HtmlElement element, boolean closing, int from, int to) {
    wanted = wanted && visitor.tag(element.name(), closing);
    if (wanted) {
      attributes(from, html.charAt(to - 1) == '>' ? to - 1 : to);
    }
  }

  private void attributes(int from, int end) {
    for (int i = skipTo(from, end, false); i < end; i = skipTo(i, end, false)) {
      int nameEnd = i + 1; // a name may begin with an equals sign
      while (nameEnd < end && !isBetween(html.charAt(nameEnd)) && html.charAt(nameEnd) != '=') {
        nameEnd++;
      }
      int sign = skipTo(nameEnd, end, true);
      if (sign == end || html.charAt(sign) != '=') {
        visitor.attribute(html, i, nameEnd, nameEnd, nameEnd);
        i = nameEnd;
      } else {
        i = value(i, nameEnd, skipTo(sign + 1, end, true), end);
      }
    }
  }

  /** Takes an attribute whose value begins at {@code start}; says what is behind it. */
  private int value(int nameFrom, int nameTo, int start, int end) {
    char quote = start < end ? html.charAt(start) : ' ';
    if (quote == '"' || quote == '\'') {
      int close = html.indexOf(quote, start + 1);
      int valueTo = close < 0 || close > end ? end : close;
      visitor.attribute(html, nameFrom, nameTo, Math.min(start + 1, valueTo), valueTo);
      return Math.min(valueTo + 1, end);
    }
    int valueTo = start;
    while (valueTo < end && html.charAt(valueTo) > ' ') {
      valueTo++;
    }
    visitor.attribute(html, nameFrom, nameTo, start, valueTo);
    return valueTo;
  }

  /** The first character that is no blank, and no slash unless a value is sought. */
  private int skipTo(int from, int end, boolean value) {
    int i = from;
    while (i < end && (html.charAt(i) <= ' ' || (!value && html.charAt(i) == '/'))) {
      i++;
    }
    return i;
  }

  private static boolean isBetween(char c) {
    return c <= ' ' || c == '/';
  }
}
