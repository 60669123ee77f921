package org.spamwatch.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.spamwatch.sketch.ValueBloomFilter;
import org.spamwatch.sketch.ValueBloomFilter.Choice;
import org.spamwatch.sketch.ValueBloomFilter.Layout;
import org.spamwatch.statistics.Calibration.Bin;
import org.spamwatch.statistics.FilterParameters.Scale;
import org.spamwatch.statistics.FilterTrainer.KeptTokens;
import org.spamwatch.statistics.FilterTrainer.MarkedMail;

/** Thresholds from mails whose kind is known, and the cross-validation that gives their scores. */
class CalibrationTest {
  private static final Thresholds USUAL = new Thresholds(.95, .45, .03);

  private static Calibration of(List<Integer> spam, List<Integer> ham) {
    Calibration calibration = new Calibration();
    spam.forEach(percent -> calibration.add(percent / 100.0, true));
    ham.forEach(percent -> calibration.add(percent / 100.0, false));
    return calibration;
  }

  @Property(tries = 300)
  void noHamButOneInAThousandIsSpamAndHardlyAnySpamHam(
      @ForAll @Size(min = 50, max = 200) List<@IntRange(max = 100) Integer> spam,
      @ForAll @Size(min = 50, max = 200) List<@IntRange(max = 99) Integer> some) {
    List<Integer> ham = new ArrayList<>();
    for (int copy = 0; copy < 20; copy++) {
      ham.addAll(some);
    }
    Calibration calibration = of(spam, ham);
    Thresholds chosen = calibration.thresholds(USUAL);
    assertThat(chosen.spam()).isBetween(USUAL.spam(), 1.0);
    assertThat(chosen.ham()).isBetween(0.0, USUAL.ham());
    assertThat(chosen.leastKnown()).isEqualTo(USUAL.leastKnown());
    assertThat(calibration.falsePositives(chosen.spam())).isZero();
    long missed = spam.stream().filter(p -> p / 100.0 <= chosen.ham()).count();
    assertThat(chosen.ham() > 0 ? missed : 0).isLessThanOrEqualTo(spam.size() / 100);
    assertThat(calibration.caught(.5))
        .isEqualTo(spam.stream().filter(p -> p >= 50).count() / (double) spam.size());
  }

  @Test
  void oneHamInAThousandMayBearTheWrongMark() {
    List<Integer> spam = new ArrayList<>();
    List<Integer> ham = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      spam.add(99);
      ham.add(i == 0 ? 100 : 1);
    }
    assertThat(of(spam, ham).thresholds(USUAL).spam()).isEqualTo(.95);
    ham.set(1, 98);
    assertThat(of(spam, ham).thresholds(USUAL).spam()).isCloseTo(.99, within(1e-9));
  }

  @Test
  void ofFewMailsNothingIsConcluded() {
    Calibration calibration = new Calibration();
    for (int i = 0; i < Calibration.LEAST_HAM; i++) {
      assertThat(calibration.thresholds(USUAL)).isEqualTo(USUAL);
      calibration.add(.1, true);
      calibration.add(.98, false);
    }
    assertThat(calibration.thresholds(USUAL)).isNotEqualTo(USUAL);
  }

  @Property(tries = 100)
  void aReliabilityDiagramHasEachMailOnce(
      @ForAll @Size(max = 50) List<@IntRange(max = 100) Integer> spam,
      @ForAll @Size(max = 50) List<@IntRange(max = 100) Integer> ham,
      @ForAll @IntRange(min = 1, max = 20) int bins) {
    List<Bin> diagram = of(spam, ham).reliability(bins);
    assertThat(diagram).hasSize(bins);
    assertThat(diagram.stream().mapToInt(Bin::mails).sum()).isEqualTo(spam.size() + ham.size());
    assertThat(diagram.stream().mapToInt(Bin::spam).sum()).isEqualTo(spam.size());
    for (Bin bin : diagram) {
      assertThat(bin.meanIndicator()).isBetween(bin.from() - 1e-9, bin.to() + 1e-9);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> new Calibration().reliability(0));
  }

  /** A naive twin: counts learnt anew without each fold; sixteen mails of a kind are together. */
  @Test
  void eachMailIsJudgedAsIfItsTenthHadNotBeenLearnt() {
    List<MarkedMail> mails = new GeneratedMails(6).mails(700);
    CountTable counts = GeneratedMails.learnt(mails);
    Combination combination = Combination.DEFAULT;
    KeptTokens kept = new KeptTokens(counts, 0, 1, 0);
    SpamminessQuantiser quantiser = SpamminessQuantiser.of(counts, combination, 8, Scale.LOG_ODDS);
    ValueBloomFilter empty = new ValueBloomFilter(1_024, 8, 4, 1, Layout.ROTATED);
    Calibration ours =
        new CrossValidation(kept, combination, mails, true)
            .run(empty, quantiser, Choice.CONSERVATIVE);
    Calibration naive = new Calibration();
    int[] of = new int[2];
    int[] fold = new int[mails.size()];
    for (int i = 0; i < fold.length; i++) {
      fold[i] = of[mails.get(i).isSpam() ? 0 : 1]++ / 16 % 10;
    }
    for (int left = 0; left < 10; left++) {
      CountTable others = new CountTable();
      for (int i = 0; i < fold.length; i++) {
        if (fold[i] != left) {
          others.learn(mails.get(i).tokens(), mails.get(i).tokens().length, mails.get(i).isSpam());
        }
      }
      SpamminessLookup lookup = lookup(others, combination, quantiser);
      Judge judge =
          new Judge(
              Pruning.exact(),
              lookup,
              Scoring.byTable(combination, lookup.spamminess()),
              combination.thresholds());
      for (int i = 0; i < fold.length; i++) {
        if (fold[i] == left) {
          naive.add(GeneratedMails.indicator(judge, mails.get(i)), mails.get(i).isSpam());
        }
      }
    }
    assertThat(ours.reliability(1_000)).isEqualTo(naive.reliability(1_000));
    assertThat(ours.spamMails() + ours.hamMails()).isEqualTo(700);
  }

  private static SpamminessLookup lookup(
      CountTable counts, Combination combination, SpamminessQuantiser quantiser) {
    return new SpamminessLookup() {
      @Override
      public int level(long token) {
        int spam = counts.spam(token);
        int ham = counts.ham(token);
        double f = combination.spamminess(spam, ham, counts.spamMails(), counts.hamMails());
        return combination.counts(f) ? quantiser.level(f) : ABSENT;
      }

      @Override
      public double[] spamminess() {
        return quantiser.spamminess();
      }
    };
  }
}
