package org.spamwatch.ata.mail;

import java.util.List;
import java.util.function.Function;

/**
 * The text of a mail: of each multipart/alternative the richest part with text in it (HTML over
 * plain), of other multiparts all text parts, forwarded messages included. Attached text counts
 * only in a mail that has no other. Immutable.
 *
 * @param header the mail's own
 * @param parts in the order of the mail; none for a mail without text
 * @param attachments parts that are no text, in the order of the mail, at most {@value
 *     Attachment#MOST}; none unless they were asked for
 * @param broken whether the MIME structure ended early or could not be read; the text is what was
 *     found until then
 * @param cut whether a limit left text out
 */
public record MailText(
    MailHeader header,
    List<TextPart> parts,
    List<Attachment> attachments,
    boolean broken,
    boolean cut) {
  /** Nothing. */
  public static final MailText EMPTY =
      new MailText(MailHeader.NONE, List.of(), List.of(), false, false);

  /** Copies the lists. */
  public MailText {
    parts = List.copyOf(parts);
    attachments = List.copyOf(attachments);
  }

  /**
   * Reads a mail as it lies in a file or came over a wire: with or without a leading mbox {@code
   * From } line, with CRLF, LF or CR, in any state of repair. A text without header fields is taken
   * for a plain body. Never fails on malformed contents.
   *
   * @throws NotAMailException if it is empty, binary or larger than {@code limits.maxBytes()}
   */
  public static MailText of(byte[] mail, MailLimits limits) throws NotAMailException {
    return new MimeText(limits, false).read(MailBytes.of(mail, limits));
  }

  /**
   * Reads a mail and what is attached to it.
   *
   * @throws NotAMailException if it is empty, binary or larger than {@code limits.maxBytes()}
   */
  public static MailText withAttachments(byte[] mail, MailLimits limits) throws NotAMailException {
    return new MimeText(limits, true).read(MailBytes.of(mail, limits));
  }

  /** Whether a mail begins with a header, whatever is before it; time is linear in that. */
  public static boolean hasHeader(byte[] mail) {
    return MailBytes.hasHeader(mail);
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
