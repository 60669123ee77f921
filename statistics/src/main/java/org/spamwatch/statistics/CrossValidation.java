package org.spamwatch.statistics;

import java.util.List;
import org.spamwatch.sketch.SplitMix64;
import org.spamwatch.sketch.ValueBloomFilter;
import org.spamwatch.sketch.ValueBloomFilter.Choice;
import org.spamwatch.statistics.FilterTrainer.KeptTokens;
import org.spamwatch.statistics.FilterTrainer.MarkedMail;

/**
 * Judges mails that were learnt as if they had not been: in ten folds, each as the filter would
 * have judged it without the mails of its fold. Only counts of the mails' own tokens are kept. A
 * fold is mails that came one after the other, so that most copies of a mail are of its own fold.
 */
final class CrossValidation {
  private static final int FOLDS = 10;
  private static final int TOGETHER = 16;

  /** Makes of a token one that no mail has, for which the filter errs as for any other. */
  private static final long OTHER = 0x6A09E667F3BCC908L;

  private final KeptTokens counts;
  private final Combination combination;
  private final List<MarkedMail> mails;
  private final TokenMap numbers = new TokenMap(); // of the mails' tokens, from 1
  private final int[] spam;
  private final int[] ham;
  private final boolean isCorrected;
  private final Pruning distinct = Pruning.exact();

  /**
   * Of some mails.
   *
   * @param isCorrected whether the filter says nothing wrong of tokens of many mails that were
   *     learnt, so that those alone err of which nothing is left
   */
  CrossValidation(
      KeptTokens counts, Combination combination, List<MarkedMail> mails, boolean isCorrected) {
    this.counts = counts;
    this.isCorrected = isCorrected;
    this.combination = combination;
    this.mails = mails;
    int tokens = 0;
    for (MarkedMail mail : mails) {
      for (long token : mail.tokens()) {
        if (numbers.get(token) == 0) {
          numbers.put(token, ++tokens);
        }
      }
    }
    spam = new int[tokens + 1];
    ham = new int[tokens + 1];
    counts
        .all()
        .forEach(
            (token, inSpam, inHam) -> {
              int number = numbers.get(token);
              if (number > 0) {
                spam[number] = inSpam;
                ham[number] = inHam;
              }
            });
  }

  /** The indicators. */
  Calibration run(ValueBloomFilter values, SpamminessQuantiser quantiser, Choice choice) {
    Calibration calibration = new Calibration();
    int[] fold = folds();
    for (int number = 0; number < FOLDS; number++) {
      int spamMails = counts.spamMails() - learnFold(fold, number, -1, true);
      int hamMails = counts.hamMails() - learnFold(fold, number, -1, false);
      SpamminessLookup lookup =
          new Without(values, quantiser, choice, Math.max(0, spamMails), Math.max(0, hamMails));
      Judge judge =
          new Judge(
              combination.countsOnce() ? Pruning.exact() : Pruning.none(),
              lookup,
              Scoring.byTable(combination, lookup.spamminess()),
              combination.thresholds());
      for (int i = 0; i < fold.length; i++) {
        if (fold[i] == number) {
          MarkedMail mail = mails.get(i);
          judge.begin();
          for (long token : mail.tokens()) {
            judge.token(token);
          }
          calibration.add(judge.indicator(), mail.isSpam());
        }
      }
      learnFold(fold, number, 1, true);
      learnFold(fold, number, 1, false);
    }
    return calibration;
  }

  private int[] folds() {
    int[] of = new int[mails.size()];
    int spam = 0;
    int ham = 0;
    for (int i = 0; i < of.length; i++) {
      int rank = mails.get(i).isSpam() ? spam++ : ham++;
      of[i] = rank / TOGETHER % FOLDS;
    }
    return of;
  }

  /** Adds or takes away what the mails of one kind of a fold count; returns how many they are. */
  private int learnFold(int[] fold, int number, int times, boolean isSpam) {
    int learnt = 0;
    int[] of = isSpam ? spam : ham;
    for (int i = 0; i < fold.length; i++) {
      MarkedMail mail = mails.get(i);
      if (fold[i] == number && mail.isSpam() == isSpam) {
        learnt++;
        distinct.clear();
        for (long token : mail.tokens()) {
          if (distinct.isNew(token)) {
            of[numbers.get(token)] += times;
          }
        }
      }
    }
    return learnt;
  }

  /**
   * The filter without a fold: a token has the bit of what is left of it, and whose the errors are.
   */
  private final class Without implements SpamminessLookup {
    private final ValueBloomFilter values;
    private final SpamminessQuantiser quantiser;
    private final Choice choice;
    private final int spamMails;
    private final int hamMails;

    Without(
        ValueBloomFilter values,
        SpamminessQuantiser quantiser,
        Choice choice,
        int spamMails,
        int hamMails) {
      this.values = values;
      this.quantiser = quantiser;
      this.choice = choice;
      this.spamMails = spamMails;
      this.hamMails = hamMails;
    }

    @Override
    public int level(long token) {
      int number = numbers.get(token);
      int inSpam = Math.max(0, spam[number]); // a sample may have what counts do not
      int inHam = Math.max(0, ham[number]);
      boolean isRight = isCorrected && inSpam + inHam > 0;
      int found = isRight ? 0 : values.values(SplitMix64.mixed(token ^ OTHER));
      if (counts.keeps(token, inSpam, inHam)) {
        double left = combination.spamminess(inSpam, inHam, spamMails, hamMails);
        if (combination.counts(left)) {
          found |= 1 << quantiser.level(left);
        }
      }
      return values.chosen(found, token, choice);
    }

    @Override
    public double[] spamminess() {
      return quantiser.spamminess();
    }
  }
}
