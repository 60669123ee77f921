package org.spamwatch.statistics;

import org.spamwatch.statistics.Combination.Method;

/** {@link Scoring#byTable}. */
final class TableScoring implements Scoring {
  private final ChiSquareTable chiSquare = ChiSquareTable.get();
  private final boolean isChiSquare;
  private final double assumed;
  private final double[] logs; // of each level -ln f and -ln (1 - f)
  private int tokens;
  private double ofSpam;
  private double ofHam;

  TableScoring(Combination combination, double[] spamminess) {
    isChiSquare = combination.method() == Method.CHI_SQUARE;
    assumed = combination.assumed();
    logs = new double[2 * spamminess.length];
    for (int level = 0; level < spamminess.length; level++) {
      logs[2 * level] = -Math.log(spamminess[level]);
      logs[2 * level + 1] = -Math.log(1 - spamminess[level]);
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
    if (!isChiSquare) {
      return GeometricMean.indicator(tokens, ofSpam, ofHam);
    }
    return (1 + chiSquare.upper(tokens, ofSpam) - chiSquare.upper(tokens, ofHam)) / 2;
  }
}
