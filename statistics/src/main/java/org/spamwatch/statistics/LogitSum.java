package org.spamwatch.statistics;

/** {@link Combination.Method#LOGIT}. */
final class LogitSum {
  /** What speaks against an outcome counts so many times. */
  private static final double AGAINST = 2;

  /** The logit of a number evenly distributed between 0 and 1 has the deviation pi / sqrt(3). */
  private static final double DEVIATION = Math.PI / Math.sqrt(3);

  private LogitSum() {}

  /**
   * The indicator, 0 to 1.
   *
   * @param ofSpam -ln of the product of f, above 0
   * @param ofHam -ln of the product of 1 - f, above 0
   */
  static double indicator(int tokens, double ofSpam, double ofHam) {
    double forSpam = Math.max(0, ofHam - AGAINST * ofSpam);
    double forHam = Math.max(0, ofSpam - AGAINST * ofHam);
    return 1 / (1 + Math.exp((forHam - forSpam) / (DEVIATION * Math.sqrt(tokens))));
  }
}
