package org.spamwatch.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
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

/** The scoring stage (HAI, Eqs. 2 to 4): exact against a naive series, tables against exact. */
class ScoringTest {
  private static final double MOST_ERROR = .01;

  /** e^-y sum over i below n of y^i / i!, term by term with 60 digits. */
  private static double naive(int n, double y) {
    MathContext digits = new MathContext(60);
    BigDecimal of = new BigDecimal(y);
    BigDecimal term = BigDecimal.ONE;
    BigDecimal below = BigDecimal.ZERO;
    BigDecimal all = BigDecimal.ZERO; // e^y
    for (int i = 0; i < n || term.doubleValue() > 1e-40 * all.doubleValue(); i++) {
      below = i < n ? below.add(term, digits) : below;
      all = all.add(term, digits);
      term = term.multiply(of, digits).divide(BigDecimal.valueOf(i + 1), digits);
    }
    return below.divide(all, digits).doubleValue();
  }

  @Property(tries = 300)
  void chiSquareIsThatOfTheSeries(
      @ForAll @IntRange(min = 1, max = 150) int n,
      @ForAll @DoubleRange(min = 0, max = 4) double by) {
    double y = by * n;
    double expected = naive(n, y);
    assertThat(ChiSquare.upper(n, y)).isCloseTo(expected, within(1e-12 + 1e-9 * expected));
  }

  /** Percentage points of the tables of chi-square: 5 % and 1 %. */
  @ParameterizedTest
  @CsvSource({
    "1, 5.991, .05",
    "1, 9.210, .01",
    "2, 9.488, .05",
    "5, 18.307, .05",
    "5, 23.209, .01",
    "15, 43.773, .05",
    "50, 124.342, .05",
    "50, 135.807, .01"
  })
  void percentagePointsAreThoseOfTheTables(int n, double chiSquare, double probability) {
    assertThat(ChiSquare.upper(n, chiSquare / 2)).isCloseTo(probability, within(2e-5));
  }

  @Property(tries = 5_000)
  void theTableIsWithinAHundredthOfChiSquare(
      @ForAll @IntRange(min = 1, max = 300_000) int n,
      @ForAll @DoubleRange(min = -12, max = 14) double z) {
    double y = Math.max(0, n + z * Math.sqrt(n));
    assertThat(ChiSquareTable.get().upper(n, y))
        .isCloseTo(ChiSquare.upper(n, y), within(MOST_ERROR));
  }

  /** All n of which the table has no row of their own, at the places between its columns. */
  @Test
  void theTablesLargestErrorIsSmall() {
    double largest = 0;
    for (int n = 1; n <= 3_000; n++) {
      for (double z = -6.5; z < 10.5; z += .0625) {
        double y = Math.max(0, n + z * Math.sqrt(n));
        largest =
            Math.max(largest, Math.abs(ChiSquareTable.get().upper(n, y) - ChiSquare.upper(n, y)));
      }
    }
    assertThat(largest).isLessThan(MOST_ERROR);
  }

  @Property(tries = 1_000)
  void scoresByTableAreWithinAHundredthOfTheExactOnes(
      @ForAll @Size(min = 2, max = 16) List<@IntRange(min = 1, max = 9_999) Integer> values,
      @ForAll @IntRange(max = 600) int tokens,
      @ForAll long seed) {
    double[] spamminess = values.stream().mapToDouble(v -> v / 10_000.0).toArray();
    for (Combination combination :
        List.of(Combination.BOGOFILTER, Combination.QSF, Combination.DEFAULT)) {
      Scoring exact = Scoring.exact(combination, spamminess);
      Scoring table = Scoring.byTable(combination, spamminess);
      for (int mail = 0; mail < 2; mail++) {
        exact.clear();
        table.clear();
        SplittableRandom random = new SplittableRandom(seed + mail);
        for (int i = 0; i < tokens; i++) {
          int level = random.nextInt(spamminess.length);
          exact.add(level);
          table.add(level);
        }
        assertThat(exact.indicator()).isBetween(0.0, 1.0);
        assertThat(table.indicator()).isCloseTo(exact.indicator(), within(MOST_ERROR));
      }
    }
  }

  @Property
  void tokensTogetherScoreAsOneByOne(
      @ForAll @Size(max = 300) List<@IntRange(min = 0, max = 3) Integer> levels) {
    double[] spamminess = {.01, .3, .7, .999};
    int[] row = levels.stream().mapToInt(level -> level).toArray();
    for (Combination combination : List.of(Combination.BOGOFILTER, Combination.QSF)) {
      for (Scoring scoring :
          List.of(
              Scoring.exact(combination, spamminess), Scoring.byTable(combination, spamminess))) {
        levels.forEach(scoring::add);
        double expected = scoring.indicator();
        scoring.clear();
        int half = row.length / 2;
        scoring.add(row, half);
        scoring.add(Arrays.copyOfRange(row, half, row.length + 1), row.length - half);
        assertThat(scoring.indicator()).isEqualTo(expected);
      }
    }
  }

  /** Eqs. 2 to 4 by hand for two tokens, and Robinson's geometric means. */
  @Test
  void twoTokensAreCombinedAsTheEquationsSay() {
    double[] spamminess = {.9, .6};
    double ofSpam = -Math.log(.9 * .6);
    double ofHam = -Math.log(.1 * .4);
    double spam = (1 + ofSpam) * Math.exp(-ofSpam);
    double ham = (1 + ofHam) * Math.exp(-ofHam);
    assertThat(both(Scoring.exact(Combination.BOGOFILTER, spamminess)))
        .isCloseTo((1 + spam - ham) / 2, within(1e-12));
    double p = 1 - Math.sqrt(.1 * .4);
    double q = 1 - Math.sqrt(.9 * .6);
    assertThat(both(Scoring.exact(Combination.QSF, spamminess)))
        .isCloseTo(Math.min(1, (1 + (p - q) / (p + q)) / 2 / .6), within(1e-12));
  }

  /** A token of ham takes away twice its logarithm, the other way round too; else nobody knows. */
  @Test
  void whatSpeaksAgainstCountsTwice() {
    double[] spamminess = {.9, .6};
    double sum = -Math.log(.1 * .4) + 2 * Math.log(.9 * .6);
    double deviation = Math.PI / Math.sqrt(3) * Math.sqrt(2);
    assertThat(both(Scoring.exact(Combination.DEFAULT, spamminess)))
        .isCloseTo(1 / (1 + Math.exp(-sum / deviation)), within(1e-12));
    assertThat(both(Scoring.exact(Combination.DEFAULT, new double[] {.1, .4})))
        .isCloseTo(1 / (1 + Math.exp(sum / deviation)), within(1e-12));
    assertThat(both(Scoring.exact(Combination.DEFAULT, new double[] {.9, .2}))).isEqualTo(.5);
  }

  private static double both(Scoring scoring) {
    scoring.clear();
    scoring.add(0);
    scoring.add(1);
    return scoring.indicator();
  }

  @Test
  void withoutTokensNothingButTheAssumptionIsKnown() {
    for (Combination combination :
        List.of(Combination.BOGOFILTER, Combination.QSF, Combination.DEFAULT)) {
      double[] spamminess = {.1, .9};
      assertThat(Scoring.exact(combination, spamminess).indicator())
          .isEqualTo(combination.assumed());
      assertThat(Scoring.byTable(combination, spamminess).indicator())
          .isEqualTo(combination.assumed());
    }
  }
}
