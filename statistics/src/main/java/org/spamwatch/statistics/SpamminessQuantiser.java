package org.spamwatch.statistics;

import java.util.Arrays;
import org.spamwatch.sketch.LloydMaxQuantiser;
import org.spamwatch.statistics.FilterParameters.Scale;

/**
 * The Lloyd-Max quantiser of the tokens that count (HAI, section III-D1), from a histogram of fixed
 * size, so that training takes no memory for each token.
 */
final class SpamminessQuantiser {
  private static final int BINS = 1 << 13;

  /** Odds of a token of a hundred million mails are about e^23; what is beyond is as good. */
  private static final double MOST_ODDS = 16;

  private final LloydMaxQuantiser quantiser;
  private final Scale scale;

  private SpamminessQuantiser(LloydMaxQuantiser quantiser, Scale scale) {
    this.quantiser = quantiser;
    this.scale = scale;
  }

  static SpamminessQuantiser of(
      TokenCounts counts, Combination combination, int levels, Scale scale) {
    double[] sums = new double[BINS];
    double[] weights = new double[BINS];
    ExactLookup.forEachThatCounts(
        counts,
        combination,
        (token, spamminess, mails) -> {
          double number = number(spamminess, scale);
          int bin = bin(number, scale);
          double weight = scale.weight(mails);
          sums[bin] += weight * number;
          weights[bin] += weight;
        });
    int taken = 0;
    for (int bin = 0; bin < BINS; bin++) {
      if (weights[bin] > 0) {
        sums[taken] = sums[bin] / weights[bin];
        weights[taken] = weights[bin];
        taken++;
      }
    }
    if (taken == 0) {
      sums[0] = scale.of(.5);
      weights[0] = 1;
      taken = 1;
    }
    double[] numbers = Arrays.copyOf(sums, taken);
    double[] masses = Arrays.copyOf(weights, taken);
    return new SpamminessQuantiser(
        scale == Scale.SPAMMINESS
            ? LloydMaxQuantiser.ofWeighted(numbers, masses, levels)
            : LloydMaxQuantiser.optimal(numbers, masses, levels),
        scale);
  }

  private static double number(double spamminess, Scale scale) {
    return Math.max(-MOST_ODDS, Math.min(MOST_ODDS, scale.of(spamminess)));
  }

  private static int bin(double number, Scale scale) {
    double share = scale == Scale.SPAMMINESS ? number : (number + MOST_ODDS) / (2 * MOST_ODDS);
    return (int) Math.min(BINS - 1, share * BINS);
  }

  int level(double spamminess) {
    return quantiser.level(number(spamminess, scale));
  }

  /** The spamminess of each level. */
  double[] spamminess() {
    double[] values = new double[quantiser.levels()];
    for (int level = 0; level < values.length; level++) {
      values[level] = scale.spamminess(quantiser.value(level));
    }
    return values;
  }
}
