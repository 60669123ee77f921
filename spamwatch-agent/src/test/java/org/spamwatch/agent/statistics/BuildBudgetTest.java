package org.spamwatch.agent.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class BuildBudgetTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @Test
  void whatIsShortIsBuiltAtOnce() {
    BuildBudget budget = new BuildBudget(0);
    assertThat(budget.pause(0)).isZero();
    budget.spend(0, SECOND);
    assertThat(budget.pause(SECOND)).isZero();
  }

  @Test
  void whatWasSpentAheadIsEarntFirst() {
    BuildBudget budget = new BuildBudget(0);
    budget.spend(0, 7 * SECOND);
    long pause = budget.pause(7 * SECOND);
    assertThat(pause).isBetween(30 * SECOND, 41 * SECOND);
    assertThat(budget.pause(7 * SECOND + pause)).isZero();
    assertThat(budget.pause(7 * SECOND + pause - SECOND)).isPositive();
  }

  /** Whoever builds whenever he may takes a twentieth, what was saved, and one building. */
  @Property(tries = 200)
  void nobodyTakesMoreThanHisShare(
      @ForAll @Size(max = 200) List<@IntRange(min = 1, max = 4_000) Integer> millis) {
    BuildBudget budget = new BuildBudget(0);
    long now = 0;
    long spent = 0;
    long longest = 0;
    for (int each : millis) {
      now += budget.pause(now);
      assertThat(budget.pause(now)).isZero();
      long took = TimeUnit.MILLISECONDS.toNanos(each);
      budget.spend(now, now + took);
      now += took;
      spent += took;
      longest = Math.max(longest, took);
      assertThat(spent).isLessThanOrEqualTo(now / BuildBudget.SHARE + BuildBudget.MOST + longest);
    }
  }
}
