package org.spamwatch.statistics;

import org.spamwatch.statistics.Combination.Method;

/** {@link Scoring#byTable}. */
final class TableScoring implements Scoring {
  /** Whole numbers add up in a quarter of the time, and to the same whatever their order. */
  private static final double ONE = 1L << 32;

  private final ChiSquareTable chiSquare = ChiSquareTable.get();
  private final Method method;
  private final double assumed;
  private final long[] logs; // of each level -ln f and -ln (1 - f), in units of 2^-32
  private int tokens;
  private long ofSpam;
  private long ofHam;

  TableScoring(Combination combination, double[] spamminess) {
    method = combination.method();
    assumed = combination.assumed();
    logs = new long[2 * spamminess.length];
    for (int level = 0; level < spamminess.length; level++) {
      logs[2 * level] = (long) (-Math.log(spamminess[level]) * ONE);
      logs[2 * level + 1] = (long) (-Math.log(1 - spamminess[level]) * ONE);
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
    ofSpam += logs[2 * level];
    ofHam += logs[2 * level + 1];
  }

  @Override
  public double indicator() {
    if (tokens == 0) {
      return assumed;
    }
    double spam = ofSpam / ONE;
    double ham = ofHam / ONE;
    return switch (method) {
      case CHI_SQUARE -> (1 + chiSquare.upper(tokens, spam) - chiSquare.upper(tokens, ham)) / 2;
      case GEOMETRIC_MEAN -> GeometricMean.indicator(tokens, spam, ham);
      case LOGIT -> LogitSum.indicator(tokens, spam, ham);
    };
  }
}
