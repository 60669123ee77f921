package org.spamwatch.agent.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.spamwatch.agent.api.ProblemKind;

class BodyBudgetTest {
  /** 16 MiB for bodies. */
  private final BodyBudget budget = new BodyBudget(256L << 20);

  @Test
  void longMailsAtOnceAreToldToComeLater() throws RequestProblem {
    int first = budget.reserve(10 << 20);
    assertThatExceptionOfType(RequestProblem.class)
        .isThrownBy(() -> budget.reserve(10 << 20))
        .matches(problem -> problem.kind() == ProblemKind.NOT_NOW);
    budget.release(budget.reserve(5 << 20));
    budget.release(first);
    assertThat(budget.reserve(10 << 20)).isEqualTo(first);
  }

  @Test
  void aMailLongerThanTheBudgetIsWorkedOnAlone() throws RequestProblem {
    int all = budget.reserve(30 << 20);
    assertThatExceptionOfType(RequestProblem.class).isThrownBy(() -> budget.reserve(1));
    budget.release(all);
    for (int i = 0; i < 16_000; i++) {
      budget.reserve(100);
    }
  }
}
