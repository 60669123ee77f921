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
public final class HtmlText extends HtmlMarkup {
  /** Letters and digits below which a page that hides its text is taken to show it after all. */
  private static final int LEAST_SHOWN = 20;

  private final int most;
  private final StringBuilder out;
  private final StringBuilder reference = new StringBuilder(2);
  private final HiddenText hidden;

  /** What is not hidden, as soon as something is. */
  private @Nullable StringBuilder shown;

  private HtmlText(String html, int most) {
    super(html);
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

  @Override
  void tag(HtmlElement element, boolean closing, int from, int to) {
    if (hidden.changes(element, closing, from, to) && shown == null) {
      shown = new StringBuilder(out);
    }
    if (element.block()) {
      append("\n");
    }
  }

  @Override
  void literal() {
    append("<");
  }
}
