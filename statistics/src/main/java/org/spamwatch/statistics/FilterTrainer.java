package org.spamwatch.statistics;

import java.util.List;
import org.spamwatch.sketch.SplitMix64;
import org.spamwatch.sketch.ValueBloomFilter;
import org.spamwatch.statistics.StatisticalFilter.TrainingRecord;

/**
 * Builds filters of what was learnt (HAI, Fig. 4, stage 1), and chooses their thresholds on it
 * alone. Passes a few times over the counts and keeps nothing of them but the filter and a
 * histogram of fixed size. Neutral tokens are left out: in the score they are worth as much as
 * those nobody has seen. Immutable.
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
    KeptTokens kept =
        parameters.isCorrected() ? kept(counts, combination) : new KeptTokens(counts, 0, 1, 0);
    SpamminessQuantiser quantiser =
        SpamminessQuantiser.of(kept, combination, parameters.levels(), parameters.scale());
    ValueBloomFilter values =
        new ValueBloomFilter(
            parameters.entries(),
            parameters.levels(),
            parameters.isCorrected() ? parameters.hashesFor(kept.count()) : parameters.hashes(),
            SplitMix64.mixed(key),
            parameters.layout());
    long[] tokens = {0};
    ExactLookup.forEachThatCounts(
        kept,
        combination,
        (token, spamminess, mails) -> {
          values.put(token, quantiser.level(spamminess));
          tokens[0]++;
        });
    Corrections corrections =
        parameters.isCorrected()
            ? Corrections.of(values, parameters.choice(), counts, combination, quantiser)
            : Corrections.none();
    Calibration calibration =
        new CrossValidation(kept, combination, sample, parameters.isCorrected())
            .run(values, quantiser, parameters.choice());
    StatisticalFilter filter =
        new StatisticalFilter(
            values,
            quantiser.spamminess(),
            parameters.choice(),
            corrections,
            combination,
            calibration.thresholds(combination.thresholds()),
            new TrainingRecord(counts.spamMails(), counts.hamMails(), tokens[0], built, key));
    return new Trained(filter, calibration);
  }

  /** The tokens that find room: those of the most mails. */
  private KeptTokens kept(TokenCounts counts, Combination combination) {
    long[] tokens = new long[MOST_MAILS + 1];
    int spamMails = counts.spamMails();
    int hamMails = counts.hamMails();
    counts.forEach(
        (token, spam, ham) -> {
          long mails = (long) spam + ham;
          double spamminess = combination.spamminess(spam, ham, spamMails, hamMails);
          if (combination.counts(spamminess)) {
            tokens[(int) Math.min(MOST_MAILS, mails)]++;
          }
        });
    long room = parameters.room();
    long taken = 0;
    for (int mails = MOST_MAILS; mails > 0; mails--) {
      if (taken + tokens[mails] > room) {
        double share = (room - taken) / (double) tokens[mails];
        return new KeptTokens(counts, mails, share, room);
      }
      taken += tokens[mails];
    }
    return new KeptTokens(counts, 0, 1, taken);
  }

  /**
   * Those tokens that are in more than so many mails, and a share of those in so many, by lot.
   *
   * @param count of those that count, about
   */
  record KeptTokens(TokenCounts all, int mails, double share, long count) implements TokenCounts {
    boolean keeps(long token, int spam, int ham) {
      long in = Math.min(MOST_MAILS, (long) spam + ham);
      return in > mails || (in == mails && (SplitMix64.mixed(~token) >>> 11) * 0x1p-53 < share);
    }

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
            if (keeps(token, spam, ham)) {
              visitor.token(token, spam, ham);
            }
          });
    }
  }

  /**
   * A mail that was learnt, by which a filter is calibrated.
   *
   * @param tokens their hashes, each as often as it comes; nobody changes them
   * @param isSpam whether it was marked as spam, and not as ham
   */
  @SuppressWarnings("ArrayRecordComponent") // thousands of them; nobody compares two
  public record MarkedMail(long[] tokens, boolean isSpam) {}
}
