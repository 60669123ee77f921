package org.spamwatch.statistics;

/** {@link Scoring#exact}. */
final class ExactScoring implements Scoring {
  private final Combination combination;
  private final double[] spamminess;
  private int tokens;
  private double ofSpam; // -ln of the product of f
  private double ofHam; // -ln of the product of 1 - f

  ExactScoring(Combination combination, double[] spamminess) {
    this.combination = combination;
    this.spamminess = spamminess;
  }

  @Override
  public void clear() {
    tokens = 0;
    ofSpam = 0;
    ofHam = 0;
  }

  @Override
  public void add(int level) {
    tokens++;
    ofSpam -= Math.log(spamminess[level]);
    ofHam -= Math.log(1 - spamminess[level]);
  }

  @Override
  public double indicator() {
    if (tokens == 0) {
      return combination.assumed();
    }
    return switch (combination.method()) {
      case CHI_SQUARE -> (1 + ChiSquare.upper(tokens, ofSpam) - ChiSquare.upper(tokens, ofHam)) / 2;
      case GEOMETRIC_MEAN -> GeometricMean.indicator(tokens, ofSpam, ofHam);
      case LOGIT -> LogitSum.indicator(tokens, ofSpam, ofHam);
    };
  }
}
