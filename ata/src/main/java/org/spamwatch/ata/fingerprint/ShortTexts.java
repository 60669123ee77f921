package org.spamwatch.ata.fingerprint;

/** The bounds of {@code char50} below which a text is treated apart, chosen by measurement. */
final class ShortTexts {
  /** Letters below which a text has no fingerprint: "thank you" is nobody's spam. */
  static final int LEAST = 20;

  /** Code points up to which shingles overlap so much that the whole text must agree too. */
  static final int OVERLAPPING = 80;

  /** Different bytes below which a shingle is a row of something. */
  static final int LEAST_DISTINCT_BYTES = 8;

  private ShortTexts() {}
}
