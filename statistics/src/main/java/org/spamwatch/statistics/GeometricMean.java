package org.spamwatch.statistics;

/** {@link Combination.Method#GEOMETRIC_MEAN}. */
final class GeometricMean {
  /** So that the .54 from which Robinson's first indicator says spam is .9. */
  private static final double SCALE = .6;

  private GeometricMean() {}

  /**
   * The indicator, 0 to 1.
   *
   * @param ofSpam -ln of the product of f, above 0
   * @param ofHam -ln of the product of 1 - f, above 0
   */
  static double indicator(int tokens, double ofSpam, double ofHam) {
    double spam = -Math.expm1(-ofHam / tokens);
    double ham = -Math.expm1(-ofSpam / tokens);
    return Math.min(1, spam / (spam + ham) / SCALE);
  }
}
