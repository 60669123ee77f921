package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.ArrayList;
import java.util.List;
import org.spamwatch.simulator.sketches.CountingExperiment;
import org.spamwatch.simulator.sketches.CountingExperiment.Outcome;
import org.spamwatch.simulator.sketches.CountingExperiment.Result;
import org.spamwatch.simulator.sketches.FilterExamples;
import org.spamwatch.simulator.sketches.FilterExamples.Line;
import org.spamwatch.simulator.sketches.FilterExamples.Saving;
import org.spamwatch.simulator.sketches.GrowthExperiment;
import org.spamwatch.simulator.sketches.PrintedTables;
import org.spamwatch.simulator.sketches.PrintedTables.Cell;
import org.spamwatch.simulator.sketches.ThresholdExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim counting}: Tables I to X and Figs. 3 to 10 of Yan and Cho. */
@Command(
    name = "counting",
    header = "How often counting Bloom filters err: all experiments of Yan and Cho.",
    description = {
      "Inserts 10,000 elements as often and in the order of each experiment into an intuitive and a",
      "refined counting filter, and prints the share of errors beside the paper's. A mean is within",
      "if it is not farther from the paper's than 5 %% or three standard errors of the difference,",
      "whichever is wider; a standard deviation likewise, its standard error by bootstrap, of 1,000",
      "rounds or more. Exit code 1: of these fewer than 98 %% are within, or a worked example, Eq. 4",
      "or the intuitive filter's indifference to order fails."
    },
    footer = "  spamwatch-sim counting --experiments 1,2,3 --rounds 100 --plot counting.svg")
final class CountingCommand extends PlottedCommand {
  private static final double NEAR = .05;
  private static final double ERRORS = 3;
  private static final double DEVIATIONS = 5;
  private static final int BULK_SIZE = 80_000;
  private static final int BULK_FILTERS = 10;
  private static final double WANTED = 98;

  /** Of the rounds are watched as they grow. */
  private static final int GROWTH_PART = 10;

  private static final int MOST_GROWTH_SIZE = 320_000;

  /**
   * A cell of the tables.
   *
   * @param printed what the paper has
   * @param ours what came out
   * @param reduction the intuitive filter's mean over the refined one's; 0 if there is none
   * @param meanTolerance by how much our mean may differ
   * @param deviationTolerance by how much our standard deviation may differ; 0 if it is not judged
   */
  record Row(
      Cell printed,
      Outcome ours,
      double reduction,
      double meanTolerance,
      double deviationTolerance) {}

  /** How many means and standard deviations of some tables are within. */
  private record Summary(String tables, int judged, int inside, double percent) {}

  /** A filter of DCC: whether what was never reported is bulk. */
  private record Bulk(
      int elements, int repeats, int bulkSize, int bulkHashes, ThresholdExperiment.Result ours) {}

  /** How errors grow. */
  private record Growth(
      int size, int hashes, List<Double> byRound, List<Double> byTwentieth, int differing) {}

  @Option(
      names = "--experiments",
      split = ",",
      description = "Of the paper (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = CountingExperiment.EXPERIMENTS)
  private List<Integer> experiments = List.of(1, 2, 3, 4, 5, 6, 7, 8);

  @Option(
      names = "--rounds",
      description = "With new hash functions, of each cell (default: ${DEFAULT-VALUE}).")
  @Range(least = 2, most = 1_000_000)
  private int rounds = PrintedTables.ROUNDS;

  @Option(
      names = "--fresh-counts",
      description = {
        "Draws how often each element is inserted anew in each round; else once for all, with as",
        "many zeros as Tables VI, VII and X show."
      })
  private boolean isFresh;

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Override
  void run(Report report) throws ExperimentException, InterruptedException {
    examples(report);
    List<Cell> cells =
        PrintedTables.ALL.stream().filter(cell -> experiments.contains(cell.experiment())).toList();
    List<Cell> refined = cells.stream().filter(Cell::isRefined).toList();
    int growthRounds = Math.max(1, rounds / GROWTH_PART);
    List<Cell> grown =
        refined.stream()
            .filter(cell -> cell.experiment() == 1 && cell.size() <= MOST_GROWTH_SIZE)
            .toList();
    double work = refined.stream().mapToDouble(cell -> experiment(cell).work()).sum();
    double growthWork = 8 * 200_000.0 * growthRounds;
    Units units = report.units(work + growthWork * grown.size());
    bulk(report);
    Table<Row> table = table();
    report.heading(table);
    List<Row> rows = new ArrayList<>();
    for (Cell cell : refined) {
      CountingExperiment experiment = experiment(cell);
      Result result =
          units.run(
              "experiment %d, %d cells, k = %d"
                  .formatted(cell.experiment(), cell.size(), cell.hashes()),
              experiment.work(),
              new TypeReference<>() {},
              experiment::run);
      for (Cell printed : cells) {
        if (printed.experiment() == cell.experiment()
            && printed.size() == cell.size()
            && printed.hashes() == cell.hashes()) {
          Row row = row(printed, result);
          report.row(table, row);
          rows.add(row);
        }
      }
    }
    summarise(report, rows);
    grow(report, units, grown, growthRounds, growthWork);
    report.plot(CountingPlot.of(rows));
  }

  private CountingExperiment experiment(Cell cell) {
    return new CountingExperiment(
        cell.experiment(), cell.size(), cell.hashes(), rounds, isFresh, threads.number(), seed());
  }

  private static void examples(Report report) {
    FilterExamples examples = new FilterExamples(1);
    Table<Saving> savings =
        new Table<Saving>()
            .column("Table I: m/n", "%12d", Saving::bitsPerElement)
            .column(" k", "%2d", Saving::hashes)
            .column("  CR", "%4.0f", Saving::compression)
            .column("false positives: paper", "%22s", Saving::printed)
            .column("Eq. 1    ", "%9.3E", Saving::formula)
            .column("in a filter of 100,000", "%22.3E", Saving::filled);
    report.heading(savings);
    examples.savings().forEach(saving -> report.row(savings, saving));
    Table<Line> lines =
        new Table<>(Line::isSame)
            .column("example    ", "%-11s", Line::example)
            .column("c[h1(x)], c[h2(x)], c[h3(x)]              ", "%-42s", Line::what)
            .column("paper      ", "%-11s", Line::printed)
            .column("ours       ", "%-11s", Line::ours)
            .within("within?", "%s");
    report.heading(lines);
    examples.lines().forEach(line -> report.row(lines, line));
  }

  private void bulk(Report report) throws InterruptedException {
    Table<Bulk> table =
        new Table<>(CountingCommand::isNear)
            .column("20 or more: messages", "%20d", Bulk::elements)
            .column("each    ", "%-8s", bulk -> bulk.repeats() + " times")
            .column(" cells", "%6d", Bulk::bulkSize)
            .column("k", "%d", Bulk::bulkHashes)
            .column("Eq. 4    ", "%9.2E", bulk -> bulk.ours().formula())
            .column("of repeats", "%10.2E", bulk -> bulk.ours().ofRepeats())
            .column("measured ", "%9.2E", bulk -> bulk.ours().measured())
            .within("within?", "%s");
    report.heading(table);
    bulk(report, table, 10_000, 1, 4);
    bulk(report, table, 200_000, 1, 8);
    bulk(report, table, 10_000, 20, 4);
    bulk(report, table, 10_000, 20, 8);
  }

  private void bulk(Report report, Table<Bulk> table, int elements, int repeats, int hashes)
      throws InterruptedException {
    ThresholdExperiment experiment =
        new ThresholdExperiment(
            elements, repeats, BULK_SIZE, hashes, BULK_FILTERS, threads.number(), seed());
    report.row(table, new Bulk(elements, repeats, BULK_SIZE, hashes, experiment.run()));
  }

  private static boolean isNear(Bulk bulk) {
    double expected = bulk.ours().ofRepeats();
    double deviation = Math.sqrt(expected / bulk.ours().measuredOf());
    return Math.abs(bulk.ours().measured() - expected)
        <= Math.max(NEAR * expected, DEVIATIONS * deviation);
  }

  private Table<Row> table() {
    return new Table<Row>()
        .column("table     ", "%-10s", row -> row.printed().table())
        .column("filter   ", "%-9s", row -> row.printed().filter())
        .column(" cells", "%6d", row -> row.printed().size())
        .column("k", "%d", row -> row.printed().hashes())
        .column("mean: paper", "%11s", row -> row.printed().mean())
        .column("ours     ", "%9.3E", row -> row.ours().mean())
        .column("within?", "%-7s", row -> isMeanWithin(row) ? "yes" : "NO")
        .column("sd: paper", "%9s", row -> row.printed().deviation())
        .column("ours     ", "%9.3E", row -> row.ours().deviation())
        .column("within?", "%-7s", this::saidOfDeviation)
        .column("reduction: paper", "%16s", row -> row.printed().reduction())
        .column("ours  ", "%6s", CountingCommand::saidOfReduction)
        .column("of elements", "%11.3E", row -> row.ours().ofElements())
        .column("cells > 20", "%10.1f", row -> row.ours().high())
        .column("at 63  ", "%7.2f", row -> row.ours().full());
  }

  private Row row(Cell cell, Result result) {
    Outcome ours = cell.isRefined() ? result.refined() : result.intuitive();
    double refined = result.refined().mean();
    boolean isReduced = cell.isRefined() && refined > 0;
    double printedDeviation = Double.parseDouble(cell.deviation());
    // Few rounds may see no error at all where errors are rare.
    double deviation =
        rounds < PrintedTables.ROUNDS
            ? Math.max(ours.deviation(), printedDeviation)
            : ours.deviation();
    double meanError =
        Math.hypot(
            printedDeviation / Math.sqrt(PrintedTables.ROUNDS), deviation / Math.sqrt(rounds));
    double ofPrinted = ours.deviationError() * Math.sqrt((double) rounds / PrintedTables.ROUNDS);
    double deviationError = Math.hypot(ofPrinted, ours.deviationError());
    return new Row(
        cell,
        ours,
        isReduced ? result.intuitive().mean() / refined : 0,
        Math.max(NEAR * Double.parseDouble(cell.mean()), ERRORS * meanError),
        isDeviationJudged() ? Math.max(NEAR * printedDeviation, ERRORS * deviationError) : 0);
  }

  private boolean isDeviationJudged() {
    return rounds >= PrintedTables.ROUNDS;
  }

  private void summarise(Report report, List<Row> rows) {
    rows.stream()
        .map(row -> row.printed().table())
        .distinct()
        .forEach(
            table -> {
              List<Row> some =
                  rows.stream().filter(row -> row.printed().table().equals(table)).toList();
              report.keep(summary(table, some));
            });
    Summary all = summary("Tables III-X", rows);
    report.line(
        "within: %d of %d means and standard deviations (%.2f %%; 98 %% are expected)",
        all.inside(), all.judged(), all.percent());
    report.keep(all);
    report.expect(rows.isEmpty() || all.percent() >= WANTED);
  }

  private Summary summary(String tables, List<Row> rows) {
    int inside = 0;
    for (Row row : rows) {
      inside += isMeanWithin(row) ? 1 : 0;
      inside += isDeviationJudged() && isDeviationWithin(row) ? 1 : 0;
    }
    int judged = (isDeviationJudged() ? 2 : 1) * rows.size();
    return new Summary(tables, judged, inside, Table.percent(inside, judged));
  }

  private static boolean isMeanWithin(Row row) {
    double known = Double.parseDouble(row.printed().mean());
    return Math.abs(row.ours().mean() - known) <= row.meanTolerance();
  }

  private static boolean isDeviationWithin(Row row) {
    double known = Double.parseDouble(row.printed().deviation());
    return Math.abs(row.ours().deviation() - known) <= row.deviationTolerance();
  }

  private String saidOfDeviation(Row row) {
    return isDeviationJudged() ? isDeviationWithin(row) ? "yes" : "NO" : "-";
  }

  private static String saidOfReduction(Row row) {
    return row.reduction() == 0 ? "-" : "%.3f".formatted(row.reduction());
  }

  private void grow(
      Report report, Units units, List<Cell> cells, int growthRounds, double growthWork)
      throws ExperimentException, InterruptedException {
    Table<Growth> table =
        new Table<Growth>(growth -> growth.differing() == 0)
            .column("growth: cells", "%13d", Growth::size)
            .column("k", "%d", Growth::hashes)
            .column("wrong after round 1", "%19.2f", growth -> growth.byRound().get(0))
            .column("2      ", "%7.2f", growth -> growth.byRound().get(1))
            .column("20     ", "%7.2f", growth -> last(growth.byRound()))
            .column("after 1/20 of experiment 3", "%26.2f", growth -> growth.byTwentieth().get(0))
            .column("5/20   ", "%7.2f", growth -> growth.byTwentieth().get(4))
            .column("10/20  ", "%7.2f", growth -> growth.byTwentieth().get(9))
            .column("20/20  ", "%7.2f", growth -> last(growth.byTwentieth()))
            .within("intuitive the same in any order?", "%s");
    if (!cells.isEmpty()) {
      report.heading(table);
    }
    for (Cell cell : cells) {
      GrowthExperiment experiment =
          new GrowthExperiment(cell.size(), cell.hashes(), growthRounds, threads.number(), seed());
      GrowthExperiment.Result result =
          units.run(
              "growth, %d cells, k = %d".formatted(cell.size(), cell.hashes()),
              growthWork,
              new TypeReference<>() {},
              experiment::run);
      report.row(
          table,
          new Growth(
              cell.size(),
              cell.hashes(),
              result.byRound(),
              result.byTwentieth(),
              result.differing()));
    }
  }

  private static double last(List<Double> values) {
    return values.get(values.size() - 1);
  }
}
