package org.spamwatch.ata.evidence;

import org.spamwatch.ata.fingerprint.Scheme;

/**
 * How much a text that somebody marked and a mail have in common. Features are the highest
 * selectors of a text, so that above the higher of both texts' lowest they are a sample of all that
 * there is, and parts of the sample tell parts of the texts.
 *
 * @param shared features that both have
 * @param mail features that the mail has above the lowest that either shows
 * @param mark features that the marked text has there
 * @param extent of what is shared, as far as the sample tells: words, or code points
 */
record Overlap(Scheme scheme, int shared, int mail, int mark, double extent) {
  /** Percent of the marked text. */
  private static final int SHARE = 30;

  /** Words of so much text that its share does not matter. */
  private static final int MUCH = 160;

  /** Words that are enough where the mail has much text of its own too, as if both were padded. */
  private static final int SOME = 100;

  /** Code points for a word; many words are longer, but not all of a row of them is new. */
  private static final int WORD = 4;

  /** Two whole texts that are the same. */
  static Overlap whole(Scheme scheme, int shared) {
    return new Overlap(scheme, shared, shared, shared, 0);
  }

  /**
   * Whether it is the text that is shared, and not what frames it: 30 % of what was marked, or 160
   * words, or 100 words of a mail that is mostly other text.
   */
  boolean isEnough() {
    double words = scheme.equals(Scheme.WORD) ? extent : extent / WORD;
    return 100 * shared >= SHARE * mark
        || words >= MUCH
        || (words >= SOME && 100 * shared < SHARE * mail);
  }
}
