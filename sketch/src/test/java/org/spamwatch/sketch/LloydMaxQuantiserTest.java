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

  /** No other way to split few numbers errs less, and no level is left out. */
  @Property(tries = 300)
  void theOptimalOneErrsLeastOfAll(
      @ForAll @Size(min = 1, max = 9) List<@DoubleRange(min = -50, max = 50) Double> numbers,
      @ForAll @IntRange(min = 2, max = 4) int levels,
      @ForAll long seed) {
    double[] sorted = numbers.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    SplittableRandom random = new SplittableRandom(seed);
    double[] weights = random.doubles(sorted.length, .5, 9).toArray();
    LloydMaxQuantiser optimal = LloydMaxQuantiser.optimal(sorted, weights, levels);
    double least = leastError(sorted, weights, 0, levels);
    assertThat(error(optimal, sorted, weights)).isCloseTo(least, within(1e-6));
    assertThat(least)
        .isLessThanOrEqualTo(
            error(LloydMaxQuantiser.ofWeighted(sorted, weights, levels), sorted, weights) + 1e-6);
    long distinct = Arrays.stream(sorted).distinct().count();
    if (distinct >= levels && least > 1e-3) {
      assertThat(Arrays.stream(sorted).mapToInt(optimal::level).distinct()).hasSize(levels);
    }
  }

  private static double error(LloydMaxQuantiser quantiser, double[] sorted, double[] weights) {
    double error = 0;
    for (int i = 0; i < sorted.length; i++) {
      double off = sorted[i] - quantiser.value(quantiser.level(sorted[i]));
      error += weights[i] * off * off;
    }
    return error;
  }

  /** By trying all. */
  private static double leastError(double[] sorted, double[] weights, int from, int parts) {
    if (from == sorted.length) {
      return 0;
    }
    if (parts == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double least = Double.POSITIVE_INFINITY;
    double mass = 0;
    double sum = 0;
    double squares = 0;
    for (int i = from; i < sorted.length; i++) {
      mass += weights[i];
      sum += weights[i] * sorted[i];
      squares += weights[i] * sorted[i] * sorted[i];
      double error = squares - sum * sum / mass;
      least = Math.min(least, error + leastError(sorted, weights, i + 1, parts - 1));
    }
    return least;
  }

  /** From equal intervals two of the four levels stay in the gap. */
  @Test
  void noLevelStaysInAGap() {
    double[] sorted = {-9, -8, 8, 9};
    double[] weights = {1, 1, 1, 1};
    LloydMaxQuantiser even = LloydMaxQuantiser.ofWeighted(sorted, weights, 4);
    LloydMaxQuantiser optimal = LloydMaxQuantiser.optimal(sorted, weights, 4);
    assertThat(error(even, sorted, weights)).isEqualTo(1);
    assertThat(error(optimal, sorted, weights)).isZero();
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
