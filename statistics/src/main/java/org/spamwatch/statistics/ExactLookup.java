package org.spamwatch.statistics;

import java.util.Arrays;
import org.spamwatch.statistics.FilterParameters.Scale;

/** {@link SpamminessLookup#exact} and {@link SpamminessLookup#quantised}. */
final class ExactLookup implements SpamminessLookup {
  private final TokenMap levels = new TokenMap(); // level + 1
  private final double[] spamminess;

  private ExactLookup(double[] spamminess) {
    this.spamminess = spamminess;
  }

  static ExactLookup of(TokenCounts counts, Combination combination) {
    double[][] all = {new double[1_024]};
    int[] count = {0};
    forEachThatCounts(
        counts,
        combination,
        (token, value, mails) -> {
          if (count[0] == all[0].length) {
            all[0] = Arrays.copyOf(all[0], 2 * count[0]);
          }
          all[0][count[0]++] = value;
        });
    double[] distinct = Arrays.stream(all[0], 0, count[0]).sorted().distinct().toArray();
    ExactLookup lookup = new ExactLookup(distinct);
    forEachThatCounts(
        counts,
        combination,
        (token, value, mails) ->
            lookup.levels.put(token, Arrays.binarySearch(distinct, value) + 1));
    return lookup;
  }

  static ExactLookup quantised(
      TokenCounts counts, Combination combination, int levels, Scale scale) {
    SpamminessQuantiser quantiser = SpamminessQuantiser.of(counts, combination, levels, scale);
    ExactLookup lookup = new ExactLookup(quantiser.spamminess());
    forEachThatCounts(
        counts,
        combination,
        (token, value, mails) -> lookup.levels.put(token, quantiser.level(value) + 1));
    return lookup;
  }

  /** Is told the tokens that count. */
  interface Visitor {
    void token(long token, double spamminess, long mails);
  }

  static void forEachThatCounts(TokenCounts counts, Combination combination, Visitor visitor) {
    int spamMails = counts.spamMails();
    int hamMails = counts.hamMails();
    counts.forEach(
        (token, spam, ham) -> {
          double value = combination.spamminess(spam, ham, spamMails, hamMails);
          long mails = (long) spam + ham;
          if (combination.counts(value)) {
            visitor.token(token, value, mails);
          }
        });
  }

  @Override
  public int level(long token) {
    return levels.get(token) - 1;
  }

  @Override
  public double[] spamminess() {
    return spamminess.clone();
  }
}
