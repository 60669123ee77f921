package org.spamwatch.simulator.sketches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spamwatch.simulator.sketches.LookupExperiment.Measured;
import org.spamwatch.simulator.sketches.LookupExperiment.Spread;
import org.spamwatch.sketch.ValueBloomFilter.Layout;

/** HAI's errors of a look-up: its equations' numbers, and what filters do. */
class LookupExperimentTest {
  private static LookupExperiment of(int kilobytes, int hashes, int levels) {
    return new LookupExperiment(220_000, kilobytes, hashes, levels, Spread.EVEN, 1);
  }

  /** 3.8 % of n = 320,976 tokens at 512 KB, h = 4 and q = 8; less than .1 % at 1 MB (Fig. 7). */
  @Test
  void equationsGiveThePapersFigures() {
    assertThat(new LookupExperiment(320_976, 512, 4, 8, Spread.EVEN, 1).expected().any())
        .isCloseTo(.038, within(.0005));
    assertThat(of(1024, 4, 8).expected().any()).isBetween(.0007, .001);
    assertThat(of(1024, 4, 4).expected().any()).isBetween(.0003, .0005);
  }

  @ParameterizedTest
  @CsvSource({"4, 6", "2, 4"})
  void theBestLevelsByEquation12DependOnTheHashesThatFig8DoesNotState(int hashes, int best) {
    int found =
        IntStream.rangeClosed(2, 16)
            .boxed()
            .min(Comparator.comparingDouble(q -> of(256, hashes, q).expected().variance()))
            .orElseThrow();
    assertThat(found).isEqualTo(best);
  }

  @ParameterizedTest
  @CsvSource({"EVEN, PUBLISHED", "EVEN, ROTATED", "GAUSSIAN, ROTATED"})
  void filtersErrAsTheEquationsSay(Spread spread, Layout layout) {
    LookupExperiment experiment = new LookupExperiment(30_000, 32, 4, 8, spread, 1);
    Measured measured = experiment.measured(layout);
    double any = experiment.expected().any();
    assertThat(measured.any()).isCloseTo(any, within(.08 * any));
    assertThat(measured.several())
        .isCloseTo(experiment.expected().several(), within(.35 * experiment.expected().several()));
    assertThat(measured.quantised())
        .isCloseTo(spread == Spread.EVEN ? 1 / 64.0 : .03454, within(.001));
    assertThat(measured.variance()).isGreaterThan(measured.quantised());
    assertThat(measured.wrong()).isBetween(0.0, any);
  }

  /** The middle levels of a Gaussian have more tokens than the outer ones. */
  @Test
  void unevenValuesAreFoundFalselyMoreOftenInThePublishedLayout() {
    LookupExperiment experiment = new LookupExperiment(30_000, 32, 4, 8, Spread.GAUSSIAN, 1);
    assertThat(experiment.measured(Layout.PUBLISHED).any())
        .isGreaterThan(1.3 * experiment.measured(Layout.ROTATED).any());
  }
}
