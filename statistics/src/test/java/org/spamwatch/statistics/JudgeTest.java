package org.spamwatch.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The approximate filter beside its exact twin, over all stages. */
class JudgeTest {
  static List<Combination> combinations() {
    return List.of(Combination.BOGOFILTER, Combination.QSF);
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
    List<MarkedMail> asked = generator.mails(400);
    for (MarkedMail mail : asked) {
      GeneratedMails.indicator(twin, mail);
      GeneratedMails.indicator(judge, mail);
      agree += judge.classification() == twin.classification() ? 1 : 0;
      right +=
          judge.classification() == (mail.isSpam() ? Classification.SPAM : Classification.HAM)
              ? 1
              : 0;
    }
    assertThat(agree).as("agree").isGreaterThan(390);
    assertThat(right).as("right").isGreaterThan(390);
  }
}
