package org.spamwatch.statistics.mail;

/**
 * What the tokens of a mail may cost. Each limit cuts: what lies behind it is not read, and nothing
 * is refused. Time is linear in {@code maxMailBytes}, memory a few times {@code maxTextBytes}.
 *
 * @param maxMailBytes bytes of a mail that are looked at; default 8 MiB. Text stands in front of
 *     attachments; more lets a hostile mail cost more.
 * @param maxTextBytes bytes of one text, once decoded; default 1 MiB. Spam is short; what follows
 *     is padding.
 * @param maxFieldBytes bytes of one header field that are read; default 16 KiB
 * @param maxParts MIME parts looked at; default 1,000
 * @param maxNesting multiparts and forwarded messages inside each other; default 12. The content of
 *     one inside more is passed over.
 * @param maxTokens tokens told of a mail, the same one counted each time; default 65,536, a hundred
 *     times what a long mail has
 * @param maxTokenBytes bytes of a token with its tag; default 30, as bogofilter has it. Longer ones
 *     are left out: they are keys and numbers that never come again.
 */
public record TokenLimits(
    int maxMailBytes,
    int maxTextBytes,
    int maxFieldBytes,
    int maxParts,
    int maxNesting,
    int maxTokens,
    int maxTokenBytes) {
  /** The documented defaults. */
  public static final TokenLimits DEFAULT =
      new TokenLimits(8 << 20, 1 << 20, 16 << 10, 1000, 12, 1 << 16, 30);

  /** The fewest bytes of a token, but for prices and lone ideographs; as bogofilter has it. */
  static final int MIN_TOKEN_BYTES = 3;

  /** Checks that every limit is positive and small enough to compute with. */
  public TokenLimits {
    check("maxMailBytes", maxMailBytes, 1, 1 << 30);
    check("maxTextBytes", maxTextBytes, 1, 1 << 28);
    check("maxFieldBytes", maxFieldBytes, 1, 1 << 28);
    check("maxParts", maxParts, 1, 1_000_000);
    check("maxNesting", maxNesting, 1, 100);
    check("maxTokens", maxTokens, 1, 1 << 28);
    check("maxTokenBytes", maxTokenBytes, 16, 1000);
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be " + least + " to " + most + ", not " + value);
    }
  }
}
