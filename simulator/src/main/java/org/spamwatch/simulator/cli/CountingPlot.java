package org.spamwatch.simulator.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.spamwatch.simulator.plot.Plot;
import org.spamwatch.simulator.plot.Plot.Axis;
import org.spamwatch.simulator.plot.Plot.Curve;
import org.spamwatch.simulator.plot.Plot.Panel;
import org.spamwatch.simulator.plot.Plot.Point;
import org.spamwatch.simulator.plot.Plot.Style;

/**
 * Figs. 3 to 10 of Yan and Cho: for each experiment the errors of both extensions against the size
 * of the filter, a colour for each number of hashes, and what the tables print.
 */
final class CountingPlot {
  /** The paper's figure of experiment 1 is Fig. 3. */
  private static final int FIRST_FIGURE = 2;

  private static final int MARGIN = 10;

  private static final int THOUSAND = 1_000;

  /** Two decades below the curves have room for the legend. */
  private static final double FOR_LEGEND = .01;

  private CountingPlot() {}

  static Plot of(List<CountingCommand.Row> rows) {
    List<Panel> panels =
        rows.stream()
            .map(row -> row.printed().experiment())
            .distinct()
            .map(experiment -> panel(experiment, of(experiment, rows)))
            .toList();
    return new Plot("Errors of counting Bloom filters (Yan and Cho, Figs. 3 to 10)", 2, panels);
  }

  /** The rows of an experiment; the intuitive filter's are those of another with the same c_i. */
  private static List<CountingCommand.Row> of(int experiment, List<CountingCommand.Row> rows) {
    int intuitive =
        switch (experiment) {
          case 2, 3 -> 1;
          case 5 -> 4;
          default -> experiment;
        };
    return rows.stream()
        .filter(
            row ->
                row.printed().experiment() == (row.printed().isRefined() ? experiment : intuitive))
        .toList();
  }

  private static Panel panel(int experiment, List<CountingCommand.Row> rows) {
    List<Curve> curves = new ArrayList<>();
    List<Double> all = new ArrayList<>();
    int colour = 0;
    for (int hashes : rows.stream().map(row -> row.printed().hashes()).distinct().toList()) {
      for (String filter : rows.stream().map(row -> row.printed().filter()).distinct().toList()) {
        boolean isRefined = filter.equals("refined");
        List<CountingCommand.Row> curve =
            rows.stream()
                .filter(
                    row ->
                        row.printed().hashes() == hashes && row.printed().filter().equals(filter))
                .toList();
        List<Point> points = points(curve, row -> row.ours().mean());
        List<Point> printed = points(curve, row -> Double.parseDouble(row.printed().mean()));
        points.forEach(point -> all.add(point.y()));
        printed.forEach(point -> all.add(point.y()));
        boolean isFirst = colour == 0 && isRefined;
        boolean isNamed = isRefined || colour == 0;
        curves.add(
            new Curve(
                isNamed ? "k = " + hashes + ", " + filter : "",
                isRefined ? Style.LINE : Style.BROKEN,
                colour,
                points));
        curves.add(new Curve(isFirst ? "the paper" : "", Style.TRIANGLES, colour, printed));
      }
      colour++;
    }
    Axis seen = Axis.decades("share of insertions whose count is wrong", all);
    int most = rows.stream().mapToInt(row -> row.printed().size()).max().orElse(0) / THOUSAND;
    return new Panel(
        "Fig. " + (FIRST_FIGURE + experiment) + ", experiment " + experiment,
        new Axis("thousands of cells", false, 0, most + MARGIN),
        new Axis(seen.label(), true, seen.least() * FOR_LEGEND, seen.most()),
        Optional.empty(),
        curves);
  }

  private static List<Point> points(
      List<CountingCommand.Row> rows, ToDoubleFunction<CountingCommand.Row> value) {
    return rows.stream()
        .map(row -> new Point((double) row.printed().size() / THOUSAND, value.applyAsDouble(row)))
        .toList();
  }
}
