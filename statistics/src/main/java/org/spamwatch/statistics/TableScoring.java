package org.spamwatch.statistics;

import org.spamwatch.statistics.Combination.Method;

/** {@link Scoring#byTable}. */
final class TableScoring implements Scoring {
  /** Whole numbers add up in a quarter of the time, and to the same whatever their order. */
  private static final double ONE = 1L << 32;

  private static final int ROW = 4;

  private final ChiSquareTable chiSquare = ChiSquareTable.get();
  private final Method method;
  private final double assumed;

  /**
   * Of each level -ln f and -ln (1 - f), in units of 2^-32, and how many tokens it is, one; before
   * these a row of zeros for an absent token.
   */
  private final long[] rows;

  private int tokens;
  private long ofSpam;
  private long ofHam;

  TableScoring(Combination combination, double[] spamminess) {
    method = combination.method();
    assumed = combination.assumed();
    rows = new long[ROW * (spamminess.length + 1)];
    for (int level = 0; level < spamminess.length; level++) {
      rows[ROW * level + ROW] = (long) (-Math.log(spamminess[level]) * ONE);
      rows[ROW * level + ROW + 1] = (long) (-Math.log(1 - spamminess[level]) * ONE);
      rows[ROW * level + ROW + 2] = 1;
    }
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
    ofSpam += rows[ROW * level + ROW];
    ofHam += rows[ROW * level + ROW + 1];
  }

  @Override
  public int add(int[] levels, int count) {
    long known = 0;
    long spam = 0;
    long ham = 0;
    for (int i = 0; i < count; i++) { // without a branch: nobody foresees which are absent
      int row = ROW * levels[i] + ROW;
      spam += rows[row];
      ham += rows[row + 1];
      known += rows[row + 2];
    }
    tokens += (int) known;
    ofSpam += spam;
    ofHam += ham;
    return (int) known;
  }

  @Override
  public double indicator() {
    if (tokens == 0) {
      return assumed;
    }
    double spam = ofSpam / ONE;
    double ham = ofHam / ONE;
    return switch (method) {
      case CHI_SQUARE -> (1 + chiSquare.difference(tokens, spam, ham)) / 2;
      case GEOMETRIC_MEAN -> GeometricMean.indicator(tokens, spam, ham);
      case LOGIT -> LogitSum.indicator(tokens, spam, ham);
    };
  }
}
