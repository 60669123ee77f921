package org.spamwatch.ata.mail;

/**
 * What a mail may cost. Parsing takes time linear in {@code maxParsedBytes} and memory of a few
 * times {@code maxBytes} at most, whatever the mail contains. A mail that exceeds {@code maxBytes}
 * is refused; every other limit cuts, and what lies behind it is not read.
 *
 * @param maxBytes bytes of a mail; default 32 MiB. Less refuses mail that servers accept, more lets
 *     one mail hold that much memory.
 * @param maxParsedBytes bytes of a mail that are looked at; default 8 MiB. Text stands in front of
 *     attachments; more only lets a hostile mail cost more.
 * @param maxParts MIME parts looked at; default 1,000
 * @param maxNesting containers (multiparts and forwarded messages) inside each other; default 12.
 *     Reading a part passes through all its containers, so cost grows with it; one inside more is
 *     taken for plain text.
 * @param maxBoundaryChars characters of a multipart's boundary; default 128, RFC 2046 allows 70.
 *     Cost grows with it; a multipart with a longer one is taken for plain text.
 * @param maxHeaderBytes bytes of one header field; default 64 KiB. A mail with a longer field is
 *     read as far as that field.
 * @param maxHeaderFields header fields of an entity; default 10,000
 * @param maxTextChars characters of text, without markup, considered over all parts that are shown;
 *     default 1 MiB, and as many of text that hidden text is left out of. Spam is short; what
 *     follows is padding.
 */
public record MailLimits(
    int maxBytes,
    int maxParsedBytes,
    int maxParts,
    int maxNesting,
    int maxBoundaryChars,
    int maxHeaderBytes,
    int maxHeaderFields,
    int maxTextChars) {
  /** The documented defaults. */
  public static final MailLimits DEFAULT =
      new MailLimits(32 << 20, 8 << 20, 1_000, 12, 128, 64 << 10, 10_000, 1 << 20);

  /** Checks that every limit is positive and small enough to compute with. */
  public MailLimits {
    check("maxBytes", maxBytes, 1 << 30);
    check("maxParsedBytes", maxParsedBytes, 1 << 30);
    check("maxParts", maxParts, 1_000_000);
    check("maxNesting", maxNesting, 100);
    check("maxBoundaryChars", maxBoundaryChars, 1000);
    check("maxHeaderBytes", maxHeaderBytes, 1 << 30);
    check("maxHeaderFields", maxHeaderFields, 1_000_000);
    check("maxTextChars", maxTextChars, 1 << 28);
  }

  /** These limits with another number of bytes. */
  public MailLimits withMaxBytes(int bytes) {
    return new MailLimits(
        bytes,
        maxParsedBytes,
        maxParts,
        maxNesting,
        maxBoundaryChars,
        maxHeaderBytes,
        maxHeaderFields,
        maxTextChars);
  }

  private static void check(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(name + " must be 1 to " + most + ", not " + value);
    }
  }
}
