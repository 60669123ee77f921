package org.spamwatch.simulator.sketches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.simulator.sketches.CountingExperiment.Outcome;
import org.spamwatch.simulator.sketches.CountingExperiment.Result;
import org.spamwatch.simulator.sketches.PrintedTables.Cell;

/** Yan and Cho's experiments: what is inserted, what is counted, and what they print. */
class CountingExperimentTest {
  private static Result run(int experiment, int size, int hashes, boolean isFresh)
      throws InterruptedException {
    return new CountingExperiment(experiment, size, hashes, 3, isFresh, 2, 1).run();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void eachElementIsInsertedAsOftenAsItIsAndInItsOrder(int experiment) {
    SplittableRandom random = new SplittableRandom(experiment);
    Insertions insertions = Insertions.of(experiment);
    int[] counts = insertions.counts().asPrinted(random);
    int[] sequence = new int[IntStream.of(counts).sum()];
    insertions.order(counts, sequence, random);
    int[] inserted = new int[counts.length];
    Arrays.stream(sequence).forEach(element -> inserted[element]++);
    assertThat(inserted).isEqualTo(counts);
    int[] sorted = sequence.clone();
    Arrays.sort(sorted);
    boolean isSorted = insertions.order() == Insertions.Order.REPEATED;
    assertThat(Arrays.equals(sorted, sequence)).isEqualTo(isSorted);
    if (experiment == 1) {
      int n = counts.length;
      assertThat(sequence).startsWith(0, 1, 2).endsWith(n - 1);
      assertThat(sequence[n]).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "TWENTY, 20, 0, 0",
    "TO_TWENTY, 10, 36.7, 537",
    "POISSON_TEN, 10, 10, 0",
    "POISSON_TWENTY, 20, 20, 0",
    "TO_FORTY, 20, 140, 255"
  })
  void countsHaveTheirMeanVarianceAndZeros(
      Insertions.Counts counts, double mean, double variance, int zeros) {
    int[] drawn = counts.drawn(200_000, new SplittableRandom(5));
    double ours = Arrays.stream(drawn).average().orElseThrow();
    double squares = Arrays.stream(drawn).mapToDouble(c -> (c - ours) * (c - ours)).sum();
    assertThat(ours).isCloseTo(mean, within(.1));
    assertThat(squares / drawn.length).isCloseTo(variance, within(.03 * variance));
    int[] printed = counts.asPrinted(new SplittableRandom(5));
    assertThat(printed).hasSize(10_000);
    if (zeros > 0) {
      assertThat(Arrays.stream(printed).filter(count -> count == 0)).hasSize(zeros);
    }
  }

  @Test
  void filtersOfManyCellsErrNever() throws InterruptedException {
    Result result = run(4, 20_000_000, 3, false);
    assertThat(result.refined().mean()).isZero();
    assertThat(result.refined().ofElements()).isZero();
    assertThat(result.intuitive().mean()).isZero();
    assertThat(result.intuitive().full()).isZero();
  }

  /** (1 - e^(-kn/m))^k for the intuitive filter; the refined one errs for fewer elements. */
  @ParameterizedTest
  @CsvSource({"1, 4", "3, 8", "4, 6", "8, 4"})
  void theIntuitiveFilterErrsAsItsFillSays(int experiment, int hashes) throws InterruptedException {
    Result result = run(experiment, 80_000, hashes, false);
    int elements = experiment == 4 ? 9_463 : experiment == 8 ? 9_745 : 10_000;
    double expected = Math.pow(-Math.expm1(-hashes * elements / 80_000.0), hashes);
    assertThat(result.intuitive().mean()).isCloseTo(expected, within(.2 * expected));
    assertThat(result.refined().mean()).isLessThan(result.intuitive().mean());
    assertThat(result.intuitive().high()).isGreaterThan(result.refined().high());
    assertThat(result.intuitive().full()).isPositive();
    assertThat(result.refined().full()).isZero();
  }

  @Test
  void drawsOfEachRoundAreOtherDraws() throws InterruptedException {
    assertThat(run(4, 80_000, 4, true)).isNotEqualTo(run(4, 80_000, 4, false));
  }

  @Test
  void theThreadsMakeNoDifference() throws InterruptedException {
    Outcome one = new CountingExperiment(7, 80_000, 4, 3, false, 1, 1).run().refined();
    assertThat(run(7, 80_000, 4, false).refined()).isEqualTo(one);
  }

  @Test
  void allCellsAreThere() {
    Map<String, Integer> ofTables = new HashMap<>();
    for (Cell cell : PrintedTables.ALL) {
      ofTables.merge(cell.table(), 1, Integer::sum);
      assertThat(Double.parseDouble(cell.mean())).isBetween(0.0, .03);
      assertThat(cell.reduction().equals("-"))
          .as("%s", cell)
          .isEqualTo(!cell.isRefined() || (cell.size() == 640_000 && cell.hashes() == 8));
    }
    assertThat(ofTables)
        .hasSize(8)
        .containsEntry("Table III", 18)
        .containsEntry("Table IV", 9)
        .containsEntry("Table VII", 9)
        .containsEntry("Table X", 30);
    assertThat(PrintedTables.ALL).hasSize(129);
  }

  /** Section V.B: a few errors more in round 2, none later; more and more where it is shuffled. */
  @Test
  void errorsGrowAsThePaperSays() throws InterruptedException {
    GrowthExperiment.Result growth = new GrowthExperiment(80_000, 4, 4, 2, 1).run();
    assertThat(growth.byRound()).hasSize(20);
    assertThat(growth.byRound().get(1)).isGreaterThan(growth.byRound().get(0));
    assertThat(growth.byRound().subList(1, 20)).containsOnly(growth.byRound().get(1));
    assertThat(growth.byTwentieth()).isSorted();
    assertThat(growth.byTwentieth().get(19)).isGreaterThan(2 * growth.byRound().get(19));
    assertThat(growth.orders()).isEqualTo(8);
    assertThat(growth.differing()).isZero();
  }

  @Test
  void theExamplesAreThoseOfThePaper() {
    for (long seed = 0; seed < 20; seed++) {
      assertThat(new FilterExamples(seed).lines())
          .hasSize(17)
          .allMatch(FilterExamples.Line::isSame);
    }
    assertThat(new FilterExamples(1).savings())
        .allSatisfy(
            saving -> {
              double printed = Double.parseDouble(saving.printed());
              assertThat(saving.formula()).isCloseTo(printed, within(3e-4 * printed));
              assertThat(saving.filled()).isCloseTo(printed, within(.02 * printed));
            });
  }
}
