package org.spamwatch.ata.fingerprint;

/** The bounds below which a text is treated apart, chosen by measurement. */
final class ShortTexts {
  /** Letters below which a text has no fingerprint: "thank you" is nobody's spam. */
  static final int LEAST = 20;

  /** Code points up to which {@code char50} takes the text as a whole: it has one shingle. */
  static final int ONE_SHINGLE = 50;

  /** Shingles of {@code word} below which the text as a whole must agree. */
  static final int FEW = 4;

  private ShortTexts() {}
}
