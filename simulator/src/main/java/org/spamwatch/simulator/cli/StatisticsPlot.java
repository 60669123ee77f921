package org.spamwatch.simulator.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.spamwatch.simulator.plot.Plot;
import org.spamwatch.simulator.plot.Plot.Axis;
import org.spamwatch.simulator.plot.Plot.Curve;
import org.spamwatch.simulator.plot.Plot.Panel;
import org.spamwatch.simulator.plot.Plot.Point;
import org.spamwatch.simulator.plot.Plot.Style;
import org.spamwatch.simulator.statistics.AccuracyExperiment.PaperFigure;
import org.spamwatch.simulator.statistics.AccuracyExperiment.Row;

/** Figs. 13 and 15 to 19 of HAI: false positives and false negatives side by side. */
final class StatisticsPlot {
  private static final String THRESHOLD = "threshold";

  private StatisticsPlot() {}

  /**
   * The figures there are rows of, of one corpus.
   *
   * @param others what is drawn below them; there is a figure or one of these
   */
  static Plot of(Map<PaperFigure, List<Row>> figures, List<Panel> others) {
    List<Panel> panels = new ArrayList<>();
    figures.forEach(
        (figure, rows) -> {
          if (figure == PaperFigure.TABLE_I) {
            return;
          }
          String data = rows.get(0).data();
          List<Row> some = rows.stream().filter(row -> row.data().equals(data)).toList();
          String title = figure.name().replace("FIG_", "Fig. ") + ", " + data;
          panels.add(panel(title, figure, "ham called spam, %", some, StatisticsPlot::positives));
          panels.add(panel(title, figure, "spam missed, %", some, StatisticsPlot::negatives));
        });
    panels.addAll(others);
    return new Plot("Accuracy of the statistical filter (HAI, section IV)", 2, panels);
  }

  private static double positives(Row row) {
    return Table.percent(row.falsePositives(), row.ham());
  }

  private static double negatives(Row row) {
    return Table.percent(row.falseNegatives(), row.spam());
  }

  private static Panel panel(
      String title, PaperFigure figure, String label, List<Row> rows, ToDoubleFunction<Row> y) {
    ToDoubleFunction<Row> x =
        switch (figure) {
          case FIG_16 -> Row::hashes;
          case FIG_17 -> Row::levels;
          default -> Row::threshold;
        };
    String varied =
        switch (figure) {
          case FIG_16 -> "h, hashes";
          case FIG_17 -> "q, levels";
          default -> THRESHOLD;
        };
    double mostX = rows.stream().mapToDouble(x).max().orElse(1);
    double mostY = Math.max(1, rows.stream().mapToDouble(y).max().orElse(1));
    List<Curve> curves = new ArrayList<>();
    for (String name : rows.stream().map(StatisticsPlot::name).distinct().toList()) {
      List<Row> of = rows.stream().filter(row -> name(row).equals(name)).toList();
      boolean isOne = of.size() == 1; // what does not depend on what is varied
      List<Point> points = new ArrayList<>();
      for (Row row : of) {
        points.add(new Point(isOne ? 0 : x.applyAsDouble(row), y.applyAsDouble(row)));
      }
      if (isOne) {
        points.add(new Point(mostX, y.applyAsDouble(of.get(0))));
      }
      boolean isExact = of.get(0).kilobytes() == 0;
      curves.add(new Curve(name, isExact ? Style.BROKEN : Style.LINE, curves.size(), points));
    }
    return new Panel(
        title,
        new Axis(varied, false, 0, mostX),
        new Axis(label, false, 0, mostY),
        Optional.empty(),
        curves);
  }

  /** Which curve a row is of: what is neither a threshold nor on the horizontal axis. */
  private static String name(Row row) {
    String size =
        switch (row.figure()) {
          case FIG_13, FIG_18 -> row.kilobytes() == 0 ? "" : " " + row.kilobytes() + " KB";
          default -> "";
        };
    return row.filter() + ", " + row.variant() + size;
  }
}
