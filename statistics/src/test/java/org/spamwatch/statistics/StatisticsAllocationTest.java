package org.spamwatch.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.spamwatch.statistics.FilterTrainer.MarkedMail;
import org.spamwatch.statistics.StatisticalFilter.Classification;

/** Judging a mail allocates nothing, in any of the stages. */
class StatisticsAllocationTest {
  private static final int MAILS = 2_000;

  static List<Judge> judges() {
    CountTable counts = GeneratedMails.learnt(new GeneratedMails(1).mails(450));
    StatisticalFilter filter =
        new FilterTrainer(FilterParameters.DEFAULT).train(counts, List.of(), 1, 2).filter();
    Combination combination = filter.combination();
    SpamminessLookup exact = SpamminessLookup.exact(counts, combination);
    return List.of(
        Judge.of(filter),
        new Judge(
            Pruning.approximate(),
            exact,
            Scoring.exact(combination, exact.spamminess()),
            filter.thresholds()),
        new Judge(
            Pruning.none(),
            exact,
            Scoring.byTable(Combination.QSF, exact.spamminess()),
            filter.thresholds()));
  }

  @ParameterizedTest
  @MethodSource("judges")
  void aMailAllocatesNothing(Judge judge) {
    List<MarkedMail> mails = new GeneratedMails(2).mails(20);
    double sum = 0;
    for (MarkedMail mail : mails) {
      sum += GeneratedMails.indicator(judge, mail); // loads classes, and grows to the largest
      sum += judge.classification() == Classification.UNSURE ? 1 : 2;
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < MAILS; i++) {
      sum += GeneratedMails.indicator(judge, mails.get(i % mails.size()));
      sum += judge.classification() == Classification.UNSURE ? 1 : 2;
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated).isLessThan(MAILS); // not a byte each
    assertThat(sum).isPositive();
  }
}
