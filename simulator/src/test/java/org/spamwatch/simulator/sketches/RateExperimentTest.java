package org.spamwatch.simulator.sketches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spamwatch.simulator.sketches.RateExperiment.Result;

/** Finch's table and worked numbers. */
class RateExperimentTest {
  @ParameterizedTest
  @CsvSource({
    ".5, 170000, .03",
    "1, 1700, .03",
    "2, 40, .03",
    "2.718281828, 10.7, .01",
    "4, 3.2, .01"
  })
  void theFormulaGivesHisTable(double multiple, double oneIn, double near) {
    assertThat(1 / RateExperiment.formula(multiple)).isCloseTo(oneIn, within(near * oneIn));
  }

  @ParameterizedTest
  @CsvSource({"2", "4"})
  void theCounterErrsAsTheFormulaSays(double multiple) throws InterruptedException {
    Result result = new RateExperiment(2_000, multiple, 20_000, 2, 1).run();
    assertThat(result.measured()).isCloseTo(result.formula(), within(.06 * result.formula()));
    assertThat(result.measuredOf()).isEqualTo(20_000);
  }

  /** "The smoothing period is the maximum time for which Exim can be fooled." */
  @Test
  void aFastSenderIsUnderestimatedALittleAndWaitsUntilTheFilterIsNew() throws InterruptedException {
    Result fast = new RateExperiment(1_000, 4, 100, 2, 1).run();
    assertThat(fast.least()).isBetween(.85, .95);
    assertThat(fast.mean()).isBetween(fast.least(), 1.0);
    assertThat(fast.waitPeriods()).isBetween(1.0, Math.log(4));
    Result slow = new RateExperiment(1_000, .5, 100, 2, 1).run();
    assertThat(slow.mean()).isCloseTo(1, within(.01));
    assertThat(slow.waitPeriods()).isZero();
  }
}
