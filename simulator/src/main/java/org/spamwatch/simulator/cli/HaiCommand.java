package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.spamwatch.simulator.Workers;
import org.spamwatch.simulator.plot.Plot;
import org.spamwatch.simulator.plot.Plot.Axis;
import org.spamwatch.simulator.plot.Plot.Curve;
import org.spamwatch.simulator.plot.Plot.Panel;
import org.spamwatch.simulator.plot.Plot.Point;
import org.spamwatch.simulator.plot.Plot.Style;
import org.spamwatch.simulator.sketches.LookupExperiment;
import org.spamwatch.simulator.sketches.LookupExperiment.Expected;
import org.spamwatch.simulator.sketches.LookupExperiment.Measured;
import org.spamwatch.simulator.sketches.LookupExperiment.Spread;
import org.spamwatch.sketch.LloydMaxQuantiser;
import org.spamwatch.sketch.ValueBloomFilter.Layout;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim hai}: Figs. 7 to 9 of Zhong and Li. */
@Command(
    name = "hai",
    header = "How far off a value-retrieving Bloom filter is (Figs. 7 to 9 of HAI).",
    description = {
      "Puts tokens with values into value-retrieving filters and looks up as many others: by the",
      "paper's equations, and measured in its layout and in the one whose planes are rotated. Fig.",
      "7 has the share of the others that are found, against the size; Figs. 8 and 9 have the",
      "variance of the error against quantisation levels and hashes. Fig. 8 states no number of",
      "hashes: here are 4 and 2. Exit code 1: a share is not within 5 %% or five standard deviations",
      "of Eq. 9 (of the published layout in Fig. 7, where values are spread evenly)."
    },
    footer = "  spamwatch-sim hai --tokens 320976 --plot hai.svg")
final class HaiCommand extends PlottedCommand {
  private static final double NEAR = .05;
  private static final double DEVIATIONS = 5;
  private static final List<Integer> SIZES = List.of(256, 512, 1024);
  private static final int MOST_HASHES = 16;

  /** A point of a figure. */
  private record Row(
      String figure,
      int kilobytes,
      int hashes,
      int levels,
      Expected expected,
      Measured published,
      Measured rotated) {}

  /** Where the variance is least: the number of levels, or of hashes. */
  private record Best(
      String ofFigure, int kilobytes, int fixed, int byEquation, int published, int rotated) {}

  @Option(
      names = "--tokens",
      description = "n, that are put, and as many that are not (default: ${DEFAULT-VALUE}).")
  @Range(least = 1_000, most = 10_000_000)
  private int tokens = 220_000;

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Override
  void run(Report report) throws ExperimentException, InterruptedException {
    Table<Row> table =
        new Table<>(this::isWithin)
            .column("figure", "%-6s", Row::figure)
            .column("  KB", "%4d", Row::kilobytes)
            .column(" h", "%2d", Row::hashes)
            .column(" q", "%2d", Row::levels)
            .column("found: Eq. 9", "%10.5f %%", row -> 100 * row.expected().any())
            .column("published ", "%8.5f %%", row -> 100 * row.published().any())
            .column("rotated   ", "%8.5f %%", row -> 100 * row.rotated().any())
            .column("several: Eq. 10", "%13.5f %%", row -> 100 * row.expected().several())
            .column("published ", "%8.5f %%", row -> 100 * row.published().several())
            .column("rotated   ", "%8.5f %%", row -> 100 * row.rotated().several())
            .column("variance: Eq. 12", "%16.4f", row -> row.expected().variance())
            .column("published", "%9.4f", row -> row.published().variance())
            .column("rotated", "%7.4f", row -> row.rotated().variance())
            .column("Lloyd-Max alone", "%15.4f", row -> row.published().quantised())
            .within("within?", "%s");
    report.heading(table);
    List<List<LookupExperiment>> all = experiments();
    Units units = report.units(all.stream().mapToInt(List::size).sum());
    List<Row> rows = new ArrayList<>();
    for (List<LookupExperiment> some : all) {
      LookupExperiment first = some.get(0);
      String figure = figure(first, some);
      List<Row> found =
          units.run(
              "%s, %d KB, h = %d, q = %d"
                  .formatted(figure, first.kilobytes(), first.hashes(), first.levels()),
              some.size(),
              new TypeReference<>() {},
              () -> rows(figure, some));
      found.forEach(row -> report.row(table, row));
      rows.addAll(found);
      if (first.spread() == Spread.GAUSSIAN) {
        Best best = best(figure, found);
        report.line(
            "%s, %d KB, %s: least variance at %s = %d by Eq. 12, %d published, %d rotated",
            figure,
            best.kilobytes(),
            (isOfLevels(found) ? "h = " : "q = ") + best.fixed(),
            isOfLevels(found) ? "q" : "h",
            best.byEquation(),
            best.published(),
            best.rotated());
        report.keep(best);
      }
    }
    report.plot(plot(rows));
  }

  /** Those of a curve together. */
  private List<List<LookupExperiment>> experiments() {
    List<List<LookupExperiment>> all = new ArrayList<>();
    for (int hashes : new int[] {4, 8}) {
      for (int levels : new int[] {4, 8}) {
        all.add(
            IntStream.of(64, 128, 192, 256, 384, 512, 768, 1024)
                .mapToObj(size -> experiment(size, hashes, levels, Spread.EVEN))
                .toList());
      }
    }
    for (int hashes : new int[] {4, 2}) {
      for (int size : SIZES) {
        all.add(
            IntStream.rangeClosed(LloydMaxQuantiser.MIN_LEVELS, LloydMaxQuantiser.MAX_LEVELS)
                .mapToObj(levels -> experiment(size, hashes, levels, Spread.GAUSSIAN))
                .toList());
      }
    }
    for (int size : SIZES) {
      all.add(
          IntStream.rangeClosed(1, MOST_HASHES)
              .mapToObj(hashes -> experiment(size, hashes, 4, Spread.GAUSSIAN))
              .toList());
    }
    return all;
  }

  private LookupExperiment experiment(int kilobytes, int hashes, int levels, Spread spread) {
    return new LookupExperiment(tokens, kilobytes, hashes, levels, spread, seed());
  }

  private static String figure(LookupExperiment first, List<LookupExperiment> some) {
    if (first.spread() == Spread.EVEN) {
      return "Fig. 7";
    }
    return first.levels() == some.get(1).levels() ? "Fig. 9" : "Fig. 8";
  }

  private List<Row> rows(String figure, List<LookupExperiment> some) throws InterruptedException {
    Row[] rows = new Row[some.size()];
    Workers.share(
        threads.number(),
        rows.length,
        () ->
            i -> {
              LookupExperiment each = some.get(i);
              rows[i] =
                  new Row(
                      figure,
                      each.kilobytes(),
                      each.hashes(),
                      each.levels(),
                      each.expected(),
                      each.measured(Layout.PUBLISHED),
                      each.measured(Layout.ROTATED));
            });
    return Arrays.asList(rows);
  }

  private static boolean isOfLevels(List<Row> rows) {
    return rows.get(0).hashes() == rows.get(1).hashes();
  }

  private static Best best(String figure, List<Row> rows) {
    boolean isOfLevels = isOfLevels(rows);
    ToIntFunction<Row> varied = isOfLevels ? Row::levels : Row::hashes;
    Row first = rows.get(0);
    return new Best(
        figure,
        first.kilobytes(),
        isOfLevels ? first.hashes() : first.levels(),
        least(rows, varied, row -> row.expected().variance()),
        least(rows, varied, row -> row.published().variance()),
        least(rows, varied, row -> row.rotated().variance()));
  }

  private static int least(
      List<Row> rows, ToIntFunction<Row> varied, ToDoubleFunction<Row> variance) {
    return rows.stream()
        .min(Comparator.comparingDouble(variance))
        .map(varied::applyAsInt)
        .orElseThrow();
  }

  private boolean isWithin(Row row) {
    return isNear(row.rotated().any(), row.expected().any())
        && (!row.figure().equals("Fig. 7") || isNear(row.published().any(), row.expected().any()));
  }

  private boolean isNear(double measured, double expected) {
    double deviation = Math.sqrt(Math.max(expected, 1.0 / tokens) / tokens);
    return Math.abs(measured - expected) <= Math.max(NEAR * expected, DEVIATIONS * deviation);
  }

  private static Plot plot(List<Row> rows) {
    return new Plot(
        "Look-up errors of a value-retrieving Bloom filter (HAI, Figs. 7 to 9)",
        2,
        List.of(
            panel(
                "Fig. 7",
                rows.stream().filter(row -> row.figure().equals("Fig. 7")).toList(),
                Row::kilobytes,
                row -> "h = " + row.hashes() + ", q = " + row.levels()),
            panel("Fig. 8, h = 4", of(rows, "Fig. 8", 4), Row::levels, HaiCommand::size),
            panel("Fig. 8, h = 2", of(rows, "Fig. 8", 2), Row::levels, HaiCommand::size),
            panel(
                "Fig. 9, q = 4",
                rows.stream().filter(row -> row.figure().equals("Fig. 9")).toList(),
                Row::hashes,
                HaiCommand::size)));
  }

  private static List<Row> of(List<Row> rows, String figure, int hashes) {
    return rows.stream()
        .filter(row -> row.figure().equals(figure) && row.hashes() == hashes)
        .toList();
  }

  private static String size(Row row) {
    return row.kilobytes() + " KB";
  }

  private static Panel panel(
      String title, List<Row> rows, ToIntFunction<Row> x, Function<Row, String> name) {
    boolean isShare = title.equals("Fig. 7");
    ToDoubleFunction<Row> expected =
        isShare ? row -> row.expected().any() : row -> row.expected().variance();
    ToDoubleFunction<Row> published =
        isShare ? row -> row.published().any() : row -> row.published().variance();
    ToDoubleFunction<Row> rotated =
        isShare ? row -> row.rotated().any() : row -> row.rotated().variance();
    List<Curve> curves = new ArrayList<>();
    int colour = 0;
    for (String each : rows.stream().map(name).distinct().toList()) {
      List<Row> curve = rows.stream().filter(row -> name.apply(row).equals(each)).toList();
      boolean isFirst = colour == 0;
      curves.add(new Curve(each + ", equations", Style.LINE, colour, points(curve, x, expected)));
      curves.add(
          new Curve(
              isFirst ? "measured, published layout" : "",
              Style.CROSSES,
              colour,
              points(curve, x, published)));
      curves.add(
          new Curve(
              isFirst ? "measured, rotated" : "",
              Style.CIRCLES,
              colour,
              points(curve, x, rotated)));
      colour++;
    }
    int most = rows.stream().mapToInt(x).max().orElse(1);
    Axis y =
        isShare
            ? Axis.decades(
                "share of unknown tokens found",
                rows.stream().map(row -> row.expected().any()).toList())
            : new Axis("variance of the error", true, 1e-4, 10);
    String varied = isShare ? "KB" : title.startsWith("Fig. 8") ? "q, levels" : "h, hashes";
    return new Panel(title, new Axis(varied, false, 0, most), y, Optional.empty(), curves);
  }

  private static List<Point> points(List<Row> rows, ToIntFunction<Row> x, ToDoubleFunction<Row> y) {
    return rows.stream().map(row -> new Point(x.applyAsInt(row), y.applyAsDouble(row))).toList();
  }
}
