package org.spamwatch.ata.fingerprint;

import java.util.OptionalInt;

/**
 * THRES: how many features two vectors must share to match. The one place of its two rules.
 *
 * <p>The standard rule is min(|FV|, max(2, ceil(0.3 |FV|))): 3 of 10 as in the paper, and never a
 * single shared feature unless a vector has only one. A user's number k means min(|FV|, k), or a
 * vector shorter than k could match nothing, not even itself. |FV| is the query's.
 *
 * @param asked the user's number, 1 to {@value FeatureVector#MAX_SIZE}; empty for the standard rule
 */
public record Threshold(OptionalInt asked) {
  /** The standard rule. */
  public static final Threshold STANDARD = new Threshold(OptionalInt.empty());

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

  /** THRES for a query of {@code size} features, 1 to {@code size}. */
  public int forSize(int size) {
    return Math.min(size, asked.orElse(Math.max(2, (3 * size + 9) / 10)));
  }
}
