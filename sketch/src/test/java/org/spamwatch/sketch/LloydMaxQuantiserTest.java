package org.spamwatch.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lloyd-Max: both conditions of a minimum hold, and it is that of the tables for a Gaussian. */
class LloydMaxQuantiserTest {
  @Property
  void eachNumberHasTheNearestValueAndEachValueIsTheMeanOfItsNumbers(
      @ForAll @Size(min = 1, max = 300) List<@DoubleRange(min = -1e3, max = 1e3) Double> numbers,
      @ForAll @IntRange(min = 2, max = 16) int levels) {
    double[] sample = numbers.stream().mapToDouble(Double::doubleValue).toArray();
    double[] before = sample.clone();
    LloydMaxQuantiser quantiser = LloydMaxQuantiser.of(sample, levels);
    assertThat(sample).isEqualTo(before);
    double[] sums = new double[levels];
    int[] counts = new int[levels];
    for (double number : sample) {
      int level = quantiser.level(number);
      double error = Math.abs(number - quantiser.value(level));
      for (int other = 0; other < levels; other++) {
        assertThat(error).isLessThanOrEqualTo(Math.abs(number - quantiser.value(other)) + 1e-9);
      }
      sums[level] += number;
      counts[level]++;
    }
    for (int level = 0; level < levels; level++) {
      if (level > 0) {
        assertThat(quantiser.value(level)).isGreaterThanOrEqualTo(quantiser.value(level - 1));
      }
      if (counts[level] > 0) {
        assertThat(quantiser.value(level)).isCloseTo(sums[level] / counts[level], within(1e-6));
      }
    }
  }

  /** Mean squared errors of the optimum for a Gaussian of variance 1: Max 1960, Table I. */
  @ParameterizedTest
  @CsvSource({"2, .3634", "4, .1175", "6, .05798", "8, .03454", "16, .009497"})
  void aGaussianIsQuantisedAsInMaxsTable(int levels, double known) {
    SplittableRandom random = new SplittableRandom(3);
    double[] sample = new double[200_000];
    Arrays.setAll(sample, i -> random.nextGaussian());
    LloydMaxQuantiser quantiser = LloydMaxQuantiser.of(sample, levels);
    double error =
        Arrays.stream(sample)
            .map(number -> number - quantiser.value(quantiser.level(number)))
            .map(difference -> difference * difference)
            .average()
            .orElseThrow();
    assertThat(error).isCloseTo(known, within(.02 * known));
  }

  @Test
  void whatCannotBeTrainedIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> LloydMaxQuantiser.of(new double[0], 4));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LloydMaxQuantiser.of(new double[] {1, Double.NaN}, 4))
        .withMessageContaining("1.0 to NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LloydMaxQuantiser.of(new double[] {1}, 17))
        .withMessageContaining("2 to 16 levels, not 17");
  }
}
