package org.spamwatch.sketch.counting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.spamwatch.sketch.HashFunctions;

/** Equation 4: its figures, its sum term by term, and where it holds. */
class ThresholdErrorTest {
  @Test
  void theKnownFigures() {
    assertThat(ThresholdError.of(10_000, 80_000, 4, 20)).isBetween(2.5e-99, 3.5e-99); // 3e-99
    assertThat(ThresholdError.of(200_000, 80_000, 8, 20))
        .isCloseTo(6.2e-3, Percentage.withPercentage(1));
    assertThat(ThresholdError.of(200_000, 80_000, 4, 20))
        .isCloseTo(1.42e-10, Percentage.withPercentage(1));
    // 20 times each of 10,000: the rate of a plain filter, YC's equation 1.
    assertThat(ThresholdError.ofRepeats(10_000, 20, 80_000, 4, 20))
        .isCloseTo(Math.pow(1 - Math.exp(-.5), 4), Percentage.withPercentage(.1));
  }

  @Property(tries = 200)
  void itIsTheSum(
      @ForAll @IntRange(max = 30) int insertions,
      @ForAll @IntRange(min = 1, max = 20) int cells,
      @ForAll @IntRange(min = 1, max = 4) int hashes,
      @ForAll @IntRange(min = -1, max = 130) int threshold) {
    int trials = insertions * hashes;
    BigInteger sum = BigInteger.ZERO;
    BigInteger choose = BigInteger.ONE;
    for (int j = 0; j <= trials; j++) {
      if (j >= threshold) {
        sum = sum.add(choose.multiply(BigInteger.valueOf(cells - 1L).pow(trials - j)));
      }
      choose = choose.multiply(BigInteger.valueOf(trials - j)).divide(BigInteger.valueOf(j + 1L));
    }
    double tail =
        new BigDecimal(sum)
            .divide(new BigDecimal(BigInteger.valueOf(cells).pow(trials)), MathContext.DECIMAL64)
            .doubleValue();
    double expected = Math.pow(tail, hashes);
    assertThat(ThresholdError.of(insertions, cells, hashes, threshold))
        .isCloseTo(expected, within(1e-9 * expected));
  }

  /** Distinct elements, where the equation holds, and repeats of few, where it does not. */
  @Test
  void repeatsBreakTheIndependence() {
    SplittableRandom random = new SplittableRandom(3);
    double distinct = measured(random, 40_000, 1, 5);
    assertThat(ThresholdError.of(40_000, 20_000, 2, 5))
        .isCloseTo(distinct, Percentage.withPercentage(4));
    double repeated = measured(random, 8_000, 5, 5);
    assertThat(ThresholdError.ofRepeats(8_000, 5, 20_000, 2, 5))
        .isCloseTo(repeated, Percentage.withPercentage(4));
    assertThat(repeated).isGreaterThan(2 * distinct); // of as many insertions
    double many = measured(random, 2_000, 20, 20);
    assertThat(ThresholdError.ofRepeats(2_000, 20, 20_000, 2, 20))
        .isCloseTo(many, Percentage.withPercentage(10));
    assertThat(ThresholdError.of(40_000, 20_000, 2, 20)).isLessThan(many / 1e10);
  }

  private static double measured(SplittableRandom random, int elements, int repeats, int t) {
    CountingFilter filter =
        CountingFilter.intuitive(HashFunctions.doubleHashing(20_000, 2, random.nextLong()), 8);
    for (int i = 0; i < elements; i++) {
      filter.insert(random.nextLong(), repeats);
    }
    int asked = 1_000_000;
    int found = 0;
    for (int i = 0; i < asked; i++) {
      found += filter.count(random.nextLong()) >= t ? 1 : 0;
    }
    double rate = (double) found / asked;
    assertThat(filter.falsePositiveRate(t)).isCloseTo(rate, Percentage.withPercentage(4));
    return rate;
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    assertThat(ThresholdError.of(0, 1, 1, 1)).isZero();
    assertThat(ThresholdError.of(5, 1, 3, 15)).isEqualTo(1);
    assertThat(ThresholdError.of(5, 7, 3, 0)).isEqualTo(1);
    assertThatThrownBy(() -> ThresholdError.of(-1, 1, 1, 1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> ThresholdError.of(1, 0, 1, 1)).hasMessageContaining("0 cells");
    assertThatThrownBy(() -> ThresholdError.of(Long.MAX_VALUE, 2, 2, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ThresholdError.ofRepeats(1, 0, 1, 1, 1)).hasMessageContaining("not 0");
  }
}
