package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.spamwatch.simulator.fingerprint.ChanceExperiment;
import org.spamwatch.simulator.fingerprint.ChanceExperiment.Row;
import org.spamwatch.simulator.plot.Plot;
import org.spamwatch.simulator.plot.Plot.Axis;
import org.spamwatch.simulator.plot.Plot.Curve;
import org.spamwatch.simulator.plot.Plot.Panel;
import org.spamwatch.simulator.plot.Plot.Point;
import org.spamwatch.simulator.plot.Plot.Style;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim false-positive}: Fig. 8 of the SpamWatch paper. */
@Command(
    name = "false-positive",
    header = "How often random texts share fingerprints by chance (the paper's Fig. 8).",
    description = {
      "Counts the pairs of random texts that share one or two of ten fingerprints of few bits,",
      "beside the closed form. Exit code 1: pairs that share one are not within 3 %% of it (for"
          + " few",
      "pairs: five standard deviations)."
    },
    footer = "  spamwatch-sim false-positive --characters 4096 --texts 20000")
final class FalsePositiveCommand extends PlottedCommand {
  private static final double MOST = .03;
  private static final int MOST_PAIRS = 5_000_000;

  @Option(
      names = "--characters",
      split = ",",
      description = "Characters of a text (default: ${DEFAULT-VALUE}).")
  @Range(least = 200, most = 1_000_000)
  private List<Integer> characters = List.of(1024, 2048, 4096, 8192, 16_384, 32_768, 65_536);

  @Option(names = "--texts", description = "Texts of each size (default: ${DEFAULT-VALUE}).")
  @Range(least = 2, most = 1_000_000)
  private int texts = 100_000;

  @Option(
      names = "--bits",
      split = ",",
      description = "Of a fingerprint (default: ${DEFAULT-VALUE}).")
  @Range(least = 24, most = 64)
  private List<Integer> bits = List.of(32, 33);

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Override
  void run(Report report) throws ExperimentException, InterruptedException {
    for (int size : characters) {
      requireRoom(size);
    }
    Table<Row> table =
        new Table<Row>(FalsePositiveCommand::isWithin)
            .column("characters", "%10d", Row::characters)
            .column("bits", "%4d", Row::bits)
            .column("pairs sharing 1", "%15d", Row::sharing)
            .column("closed form", "%11.1f", Row::expected)
            .column("sharing 2", "%9d", Row::sharingTwo)
            .column("of all pairs", "%12.3g", row -> row.sharing() / (texts * (texts - 1.0) / 2))
            .within("within?", "%s");
    report.heading(table);
    Units units = report.units(characters.stream().mapToDouble(size -> size).sum());
    List<Row> rows = new ArrayList<>();
    for (int size : characters) {
      List<Row> found =
          units.run(
              size + " characters",
              size,
              new TypeReference<>() {},
              () -> new ChanceExperiment(size, texts, bits, threads.number(), seed()).run());
      for (Row row : found) {
        report.row(table, row);
        rows.add(row);
      }
    }
    report.plot(plot(rows));
  }

  private Plot plot(List<Row> rows) {
    double pairs = texts * (texts - 1.0) / 2;
    List<Curve> curves = new ArrayList<>();
    for (int i = 0; i < bits.size(); i++) {
      int width = bits.get(i);
      List<Row> of = rows.stream().filter(row -> row.bits() == width).toList();
      curves.add(
          new Curve(
              width + " bits: closed form",
              Style.BROKEN,
              i,
              of.stream()
                  .map(row -> new Point(row.characters(), row.expected() / pairs))
                  .toList()));
      curves.add(new Curve(width + " bits: share one", Style.CIRCLES, i, points(of, Row::sharing)));
      curves.add(
          new Curve(width + " bits: share two", Style.CROSSES, i, points(of, Row::sharingTwo)));
    }
    List<Double> seen =
        curves.stream().flatMap(curve -> curve.points().stream()).map(Point::y).toList();
    return new Plot(
        "Random texts that share fingerprints by chance",
        new Panel(
            "",
            Axis.decades("characters of a text", characters),
            Axis.decades("share of pairs (bars: sd)", seen),
            Optional.empty(),
            curves));
  }

  /** Shares of all pairs; how many there are is drawn, as it were, from a Poisson distribution. */
  private List<Point> points(List<Row> rows, ToLongFunction<Row> count) {
    double pairs = texts * (texts - 1.0) / 2;
    return rows.stream()
        .map(
            row -> {
              double found = (double) count.applyAsLong(row);
              return new Point(row.characters(), found / pairs, Math.sqrt(found) / pairs);
            })
        .toList();
  }

  private void requireRoom(int size) throws ExperimentException {
    for (int width : bits) {
      double pairs = new ChanceExperiment(size, texts, bits, 1, 0).expectedPairs(width);
      if (pairs > MOST_PAIRS) {
        throw new ExperimentException(
            64,
            String.format(
                Locale.ROOT,
                "--bits %d would have %.0f pairs of %d texts of %d characters share, over %d: take"
                    + " fewer",
                width,
                pairs,
                texts,
                size,
                MOST_PAIRS));
      }
    }
  }

  private static boolean isWithin(Row row) {
    double most = Math.max(MOST * row.expected(), 5 * Math.sqrt(Math.max(1, row.expected())));
    return Math.abs(row.sharing() - row.expected()) <= most;
  }
}
