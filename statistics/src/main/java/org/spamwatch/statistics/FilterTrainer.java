package org.spamwatch.statistics;

import java.util.List;
import org.spamwatch.sketch.SplitMix64;
import org.spamwatch.sketch.ValueBloomFilter;

/**
 * Builds filters of what was learnt (HAI, Fig. 4, stage 1), and chooses their thresholds on it
 * alone. Passes twice over the counts and keeps nothing of them but the filter and a histogram of
 * fixed size. Neutral tokens are left out: in the score they are worth as much as those nobody has
 * seen. Immutable.
 */
public final class FilterTrainer {
  private static final int MOST_MAILS = 32; // that tokens to be left out are told apart by

  private final FilterParameters parameters;

  /**
   * What came out.
   *
   * @param calibration the sample's indicators, each as without the tenth that its mail is of
   */
  public record Trained(StatisticalFilter filter, Calibration calibration) {}

  /** One of such filters. */
  public FilterTrainer(FilterParameters parameters) {
    this.parameters = parameters;
  }

  /**
   * Builds a filter.
   *
   * @param sample of the mails that were learnt, of both kinds as they came, by which thresholds
   *     are chosen; if it has too few, those of the combination are taken
   * @param built the date, in seconds since 1970
   * @param key fingerprint of the key by which tokens are hashed
   */
  public Trained train(TokenCounts counts, List<MarkedMail> sample, long built, long key) {
    Combination combination = parameters.combination().fitted(counts);
    int least = leastMails(counts, combination);
    TokenCounts kept = least <= 1 ? counts : new FrequentTokens(counts, least);
    SpamminessQuantiser quantiser =
        SpamminessQuantiser.of(kept, combination, parameters.levels(), parameters.scale());
    ValueBloomFilter values =
        new ValueBloomFilter(
            parameters.entries(),
            parameters.levels(),
            parameters.hashes(),
            SplitMix64.mixed(key),
            parameters.layout());
    long[] tokens = {0};
    ExactLookup.forEachThatCounts(
        kept,
        combination,
        (token, spamminess) -> {
          values.put(token, quantiser.level(spamminess));
          tokens[0]++;
        });
    Calibration calibration =
        new CrossValidation(counts, combination, sample)
            .run(values, quantiser, parameters.choice(), Math.max(1, least));
    StatisticalFilter filter =
        new StatisticalFilter(
            values,
            quantiser.spamminess(),
            parameters.choice(),
            combination,
            calibration.thresholds(combination.thresholds()),
            new TrainingRecord(counts.spamMails(), counts.hamMails(), tokens[0], built, key));
    return new Trained(filter, calibration);
  }

  /** The least number of mails a token must be in for the filter not to become too full. */
  private int leastMails(TokenCounts counts, Combination combination) {
    if (parameters.mostFill() == 1) {
      return 1;
    }
    long[] tokens = new long[MOST_MAILS + 1];
    int spamMails = counts.spamMails();
    int hamMails = counts.hamMails();
    counts.forEach(
        (token, spam, ham) -> {
          long mails = (long) spam + ham;
          double spamminess = combination.spamminess(spam, ham, spamMails, hamMails);
          if (combination.counts(spamminess, mails)) {
            tokens[(int) Math.min(MOST_MAILS, mails)]++;
          }
        });
    double room =
        -Math.log1p(-parameters.mostFill()) * 8.0 * parameters.bytes() / parameters.hashes();
    long taken = 0;
    for (int least = MOST_MAILS; least > 0; least--) {
      taken += tokens[least];
      if (taken > room) {
        return least + 1;
      }
    }
    return 1;
  }

  /** Those tokens that are in so many mails. */
  private record FrequentTokens(TokenCounts all, int least) implements TokenCounts {
    @Override
    public int spamMails() {
      return all.spamMails();
    }

    @Override
    public int hamMails() {
      return all.hamMails();
    }

    @Override
    public void forEach(Visitor visitor) {
      all.forEach(
          (token, spam, ham) -> {
            if ((long) spam + ham >= least) {
              visitor.token(token, spam, ham);
            }
          });
    }
  }
}
