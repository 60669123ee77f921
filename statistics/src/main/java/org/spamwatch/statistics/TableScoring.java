package org.spamwatch.statistics;

import org.spamwatch.statistics.Combination.Method;

/** {@link Scoring#byTable}. */
final class TableScoring implements Scoring {
  /** Whole numbers add up in a quarter of the time, and to the same whatever their order. */
  private static final double ONE = 1L << 32;

  private final ChiSquareTable chiSquare = ChiSquareTable.get();
  private final Method method;
  private final double assumed;

  /** Of each level -ln f and -ln (1 - f), in units of 2^-32. */
  private final long[] rows;

  private int tokens;
  private long ofSpam;
  private long ofHam;

  TableScoring(Combination combination, double[] spamminess) {
    method = combination.method();
    assumed = combination.assumed();
    rows = new long[2 * spamminess.length];
    for (int level = 0; level < spamminess.length; level++) {
      rows[2 * level] = (long) (-Math.log(spamminess[level]) * ONE);
      rows[2 * level + 1] = (long) (-Math.log(1 - spamminess[level]) * ONE);
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
    ofSpam += rows[2 * level];
    ofHam += rows[2 * level + 1];
  }

  @Override
  public void add(int[] levels, int count) {
    long spam = 0;
    long ham = 0;
    for (int i = 0; i < count; i++) {
      spam += rows[2 * levels[i]];
      ham += rows[2 * levels[i] + 1];
    }
    tokens += count;
    ofSpam += spam;
    ofHam += ham;
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
