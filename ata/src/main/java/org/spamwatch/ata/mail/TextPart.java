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
 * @param hasText whether a reader finds more in it than a word or a picture
 */
public record TextPart(
    boolean html,
    boolean attached,
    String source,
    String written,
    String visible,
    boolean hasText) {
  private static final int LEAST_LETTERS = 20;

  static TextPart plain(boolean attached, String source) {
    return new TextPart(false, attached, source, source, source, hasLetters(source));
  }

  /** One of whose text no more than {@code most} characters are kept. */
  static TextPart html(boolean attached, String source, int most) {
    HtmlText.Text text = HtmlText.of(source, most);
    boolean letters = hasLetters(text.visible());
    return new TextPart(true, attached, source, text.written(), text.visible(), letters);
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
    return new TextPart(html, attached, html ? source : all, all, seen, hasText);
  }

  private static boolean hasLetters(String text) {
    int letters = 0;
    for (int i = 0; i < text.length() && letters < LEAST_LETTERS; i++) {
      if (Character.isLetterOrDigit(text.charAt(i))) {
        letters++;
      }
    }
    return letters >= LEAST_LETTERS;
  }
}
