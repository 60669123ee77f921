package org.spamwatch.ata.fingerprint;

import java.util.OptionalInt;

/**
 * THRES: how many features two vectors must share to match. The one place of its rules.
 *
 * <p>The standard rule for {@code char50} and {@code word} is 4 for a query of more than {@value
 * #SHORT} features; of fewer, which are those of a short text, it is half of them, but not less
 * than min(|FV|, 4): a short text and a stock phrase share too much otherwise. For {@code char50}
 * it is {@value #DENSE_SHARED} up to {@value #DENSE} features, which stand so close in the text
 * that one phrase gives several; a longer text has fewer to its length. For {@code rabin50} it is
 * min(|FV|, max(2, ceil(0.3 |FV|))), 3 of 10 as in the paper. A user's number k means min(|FV|, k),
 * or a vector shorter than k could match nothing, not even itself. |FV| is the query's, features
 * that are masked included.
 *
 * @param asked the user's number, 1 to {@value FeatureVector#MAX_SIZE}; empty for the standard rule
 */
public record Threshold(OptionalInt asked) {
  /** The standard rule. */
  public static final Threshold STANDARD = new Threshold(OptionalInt.empty());

  private static final int LEAST_SHARED = 4;
  private static final int SHORT = 20;
  private static final int DENSE_SHARED = 6;
  private static final int DENSE = 31;

  /** Checks the range of a user's number. */
  public Threshold {
    if (asked.isPresent() && (asked.getAsInt() < 1 || asked.getAsInt() > FeatureVector.MAX_SIZE)) {
      throw new IllegalArgumentException(
          "THRES must be 1 to " + FeatureVector.MAX_SIZE + ", not " + asked.getAsInt());
    }
  }

  /**
   * A user's number.
   *
   * @throws IllegalArgumentException if it is not in 1 to {@value FeatureVector#MAX_SIZE}
   */
  public static Threshold of(int k) {
    return new Threshold(OptionalInt.of(k));
  }

  /** THRES for a query of {@code size} features under a scheme, 1 to {@code size}. */
  public int forSize(Scheme scheme, int size) {
    return Math.min(size, asked.orElse(standard(scheme, size)));
  }

  private static int standard(Scheme scheme, int size) {
    if (scheme.equals(Scheme.RABIN50)) {
      return Math.max(2, (3 * size + 9) / 10);
    }
    if (size <= SHORT) {
      return Math.max(LEAST_SHARED, (size + 1) / 2);
    }
    return scheme.equals(Scheme.CHAR50) && size <= DENSE ? DENSE_SHARED : LEAST_SHARED;
  }
}
