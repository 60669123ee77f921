package org.spamwatch.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.statistics.FilterTrainer.MarkedMail;
import org.spamwatch.statistics.StatisticalFilter.Classification;

/** The approximate filter beside its exact twin, over all stages. */
class JudgeTest {
  static List<Combination> combinations() {
    return List.of(Combination.DEFAULT, Combination.BOGOFILTER, Combination.QSF);
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void judgesNewMailAsItsExactTwinDoes(Combination combination) {
    GeneratedMails generator = new GeneratedMails(1);
    CountTable counts = GeneratedMails.learnt(generator.mails(1_000));
    StatisticalFilter filter =
        new FilterTrainer(FilterParameters.DEFAULT.with(combination))
            .train(counts, List.of(), 1, 2)
            .filter();
    Combination fitted = filter.combination();
    SpamminessLookup exact = SpamminessLookup.exact(counts, fitted);
    Judge twin =
        new Judge(
            combination.countsOnce() ? Pruning.exact() : Pruning.none(),
            exact,
            Scoring.exact(fitted, exact.spamminess()),
            fitted.thresholds());
    Judge judge = Judge.of(filter);
    int agree = 0;
    int right = 0;
    int rightOfTwin = 0;
    List<MarkedMail> asked = generator.mails(400);
    for (MarkedMail mail : asked) {
      Classification mark = mail.isSpam() ? Classification.SPAM : Classification.HAM;
      GeneratedMails.indicator(twin, mail);
      GeneratedMails.indicator(judge, mail);
      agree += judge.classification() == twin.classification() ? 1 : 0;
      right += judge.classification() == mark ? 1 : 0;
      rightOfTwin += twin.classification() == mark ? 1 : 0;
    }
    assertThat(agree).as("agree").isGreaterThan(390);
    assertThat(rightOfTwin).as("right, by the twin").isGreaterThan(380);
    assertThat(right).as("right").isGreaterThanOrEqualTo(rightOfTwin - 2);
  }

  /** One spam in a language that nobody else writes in says nothing of a ham in it. */
  @Test
  void whatOneSpamBringsAlongIsNoEvidence() {
    CountTable counts = new CountTable();
    for (int mail = 0; mail < 100; mail++) {
      counts.learn(new long[] {1, 1_000 + mail}, 2, true);
      counts.learn(new long[] {2, 2_000 + mail}, 2, false);
    }
    long[] language = LongStream.range(3_000, 3_030).toArray();
    counts.learn(language, language.length, true);
    assertThat(indicator(counts, Combination.BOGOFILTER, language)).isGreaterThan(.99);
    assertThat(indicator(counts, Combination.DEFAULT, language)).isEqualTo(Thresholds.UNSURE);
    counts.learn(language, language.length, true);
    assertThat(indicator(counts, Combination.DEFAULT, language)).isGreaterThan(.99);
  }

  @Test
  void aMailOfWhoseTokensHardlyAnyCountsIsUnsure() {
    CountTable counts = new CountTable();
    for (int mail = 0; mail < 100; mail++) {
      counts.learn(new long[] {1, 2, 3, 4, 5, 6}, 6, true);
      counts.learn(new long[] {7}, 1, false);
    }
    LongStream spammy = LongStream.rangeClosed(1, 6);
    long[] known = LongStream.concat(spammy, LongStream.range(100, 294)).toArray();
    assertThat(indicator(counts, Combination.DEFAULT, known)).isGreaterThan(.99);
    long[] unknown = LongStream.concat(LongStream.of(known), LongStream.of(99)).toArray();
    assertThat(indicator(counts, Combination.DEFAULT, unknown)).isEqualTo(Thresholds.UNSURE);
  }

  /** However often a token comes, it is one of those of which .03 have to count. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 100})
  void whatComesOftenCountsOnce(int times) {
    CountTable counts = new CountTable();
    for (int mail = 0; mail < 100; mail++) {
      counts.learn(new long[] {1, 2, 3, 4, 5, 6}, 6, true);
      counts.learn(new long[] {7}, 1, false);
    }
    LongStream once = LongStream.concat(LongStream.rangeClosed(1, 6), LongStream.range(100, 294));
    long[] mail = once.flatMap(token -> LongStream.generate(() -> token).limit(times)).toArray();
    assertThat(indicator(counts, Combination.DEFAULT, mail)).isGreaterThan(.99);
    long[] oneMore = LongStream.concat(LongStream.of(mail), LongStream.of(99)).toArray();
    assertThat(indicator(counts, Combination.DEFAULT, oneMore)).isEqualTo(Thresholds.UNSURE);
    long[] sameAgain = LongStream.concat(LongStream.of(mail), LongStream.of(100, 1)).toArray();
    assertThat(indicator(counts, Combination.DEFAULT, sameAgain))
        .isEqualTo(indicator(counts, Combination.DEFAULT, mail));
  }

  /** However many tokens wait to be looked up when somebody asks. */
  @ParameterizedTest
  @ValueSource(ints = {1, 255, 256, 257, 512, 1_000})
  void eachTokenOfAMailIsLookedUpOnce(int tokens) {
    CountTable counts = new CountTable();
    long[] learnt = LongStream.range(0, 700).toArray();
    counts.learn(learnt, learnt.length, true);
    counts.learn(new long[] {-1}, 1, false);
    SpamminessLookup lookup = SpamminessLookup.exact(counts, Combination.BOGOFILTER);
    Scoring expected = Scoring.byTable(Combination.BOGOFILTER, lookup.spamminess());
    Scoring scoring = Scoring.byTable(Combination.BOGOFILTER, lookup.spamminess());
    Judge judge = new Judge(Pruning.exact(), lookup, scoring, new Thresholds(.9, .1));
    judge.begin();
    judge.token(5);
    judge.begin();
    for (long token = 0; token < tokens; token++) {
      judge.token(token);
      if (token % 100 == 7) {
        assertThat(judge.known()).isEqualTo((int) Math.min(700, token + 1));
      }
      if (token < 700) {
        expected.add(lookup.level(token));
      }
    }
    assertThat(judge.indicator()).isEqualTo(expected.indicator());
    assertThat(judge.known()).isEqualTo(Math.min(700, tokens));
    assertThat(judge.tokens()).isEqualTo(tokens);
  }

  private static double indicator(CountTable counts, Combination combination, long[] tokens) {
    SpamminessLookup lookup = SpamminessLookup.exact(counts, combination);
    Judge judge =
        new Judge(
            Pruning.exact(),
            lookup,
            Scoring.exact(combination, lookup.spamminess()),
            combination.thresholds());
    judge.begin();
    for (long token : tokens) {
      judge.token(token);
    }
    return judge.indicator();
  }
}
