package org.spamwatch.ata.mail;

import java.util.List;
import java.util.function.Function;

/**
 * The text of a mail: of each multipart/alternative the richest part with text in it (HTML over
 * plain), of other multiparts all text parts, forwarded messages included. Attached text counts
 * only in a mail that has no other. Immutable.
 *
 * @param parts in the order of the mail; none for a mail without text
 * @param broken whether the MIME structure ended early or could not be read; the text is what was
 *     found until then
 * @param cut whether a limit left text out
 */
public record MailText(List<TextPart> parts, boolean broken, boolean cut) {
  /** Copies the parts. */
  public MailText {
    parts = List.copyOf(parts);
  }

  /**
   * Reads a mail as it lies in a file or came over a wire: with or without a leading mbox {@code
   * From } line, with CRLF, LF or CR, in any state of repair. A text without header fields is taken
   * for a plain body. Never fails on malformed contents.
   *
   * @throws NotAMailException if it is empty, binary or larger than {@code limits.maxBytes()}
   */
  public static MailText of(byte[] mail, MailLimits limits) throws NotAMailException {
    return new MimeText(limits).read(MailBytes.of(mail, limits));
  }

  /** What a reader sees, the parts apart by a line feed, white space not yet collapsed. */
  public String visible() {
    return joined(TextPart::visible);
  }

  /** Whether there is text in it that a reader does not see. */
  public boolean hidesText() {
    for (TextPart part : parts) {
      if (!part.visible().equals(part.written())) {
        return true;
      }
    }
    return false;
  }

  /** All that is written in it, hidden text included. */
  public String written() {
    return joined(TextPart::written);
  }

  private String joined(Function<TextPart, String> text) {
    if (parts.size() == 1) {
      return text.apply(parts.get(0));
    }
    StringBuilder all = new StringBuilder();
    for (TextPart part : parts) {
      all.append(text.apply(part)).append('\n');
    }
    return all.toString();
  }
}
