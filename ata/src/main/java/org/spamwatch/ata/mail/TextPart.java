package org.spamwatch.ata.mail;

import org.spamwatch.ata.text.HtmlText;

/**
 * One text part of a mail, transfer encoding and charset decoded.
 *
 * @param html whether {@code source} is HTML
 * @param attached whether it is an attachment
 * @param source the decoded contents
 * @param written the text in it, tags of an HTML part dropped
 * @param visible what a reader sees of that: hidden text of an HTML part dropped too
 */
public record TextPart(
    boolean html, boolean attached, String source, String written, String visible) {
  private static final int LEAST_LETTERS = 20;

  static TextPart plain(boolean attached, String source) {
    return new TextPart(false, attached, source, source, source);
  }

  static TextPart html(boolean attached, String source) {
    HtmlText.Text text = HtmlText.of(source);
    return new TextPart(true, attached, source, text.written(), text.visible());
  }

  /**
   * This part with at most so many characters of text; itself if it has no more. Of an HTML part
   * the source stays whole.
   */
  TextPart cutTo(int mostWritten, int mostVisible) {
    if (written.length() <= mostWritten && visible.length() <= mostVisible) {
      return this;
    }
    String all = written.substring(0, Math.min(written.length(), mostWritten));
    String seen = visible.substring(0, Math.min(visible.length(), mostVisible));
    return new TextPart(html, attached, html ? source : all, all, seen);
  }

  /** Whether a reader finds more in it than a word or a picture. */
  boolean hasText() {
    int letters = 0;
    for (int i = 0; i < visible.length() && letters < LEAST_LETTERS; i++) {
      if (Character.isLetterOrDigit(visible.charAt(i))) {
        letters++;
      }
    }
    return letters >= LEAST_LETTERS;
  }
}
