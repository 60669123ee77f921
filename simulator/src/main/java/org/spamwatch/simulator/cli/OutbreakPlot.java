package org.spamwatch.simulator.cli;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.spamwatch.simulator.cli.OutbreakCommand.Row;
import org.spamwatch.simulator.plot.Plot;
import org.spamwatch.simulator.plot.Plot.Axis;
import org.spamwatch.simulator.plot.Plot.Curve;
import org.spamwatch.simulator.plot.Plot.Panel;
import org.spamwatch.simulator.plot.Plot.Point;
import org.spamwatch.simulator.plot.Plot.Style;

/** Who sees a new spam against the TTL of questions: a curve for each size and mark rate. */
final class OutbreakPlot {
  private OutbreakPlot() {}

  /**
   * What came out.
   *
   * @param all of each size and mark rate the rows of all ways
   */
  static Plot of(List<List<Row>> all) {
    List<Row> rows = all.stream().flatMap(List::stream).toList();
    Axis ttls = ttls(rows);
    List<Curve> curves = new ArrayList<>();
    boolean isNamed = false; // what is known, which may not be known of the first
    for (int i = 0; i < all.size(); i++) {
      curves.addAll(curves(all.get(i), i, ttls));
      List<Point> known = known(all.get(i));
      if (!known.isEmpty()) {
        String name = isNamed ? "" : "what another program found";
        curves.add(new Curve(name, Style.TRIANGLES, i, known));
        isNamed = true;
      }
    }
    return new Plot(
        "Users who see a new spam before it is known: " + rows.get(0).reading(),
        new Panel(
            "",
            ttls,
            Axis.decades(
                "users who see it, % (bars: sd)", rows.stream().map(OutbreakPlot::seen).toList()),
            Optional.empty(),
            curves));
  }

  private static Axis ttls(List<Row> rows) {
    IntSummaryStatistics range =
        rows.stream()
            .filter(row -> row.ttl() != null)
            .mapToInt(OutbreakPlot::ttl)
            .summaryStatistics();
    int least = Math.min(range.getMin(), Math.max(0, range.getMax() - 1));
    return new Axis("TTL of questions", false, least, Math.max(least + 1, range.getMax()));
  }

  /** The curves of a size and mark rate; with the first, what each kind of them is. */
  private static List<Curve> curves(List<Row> rows, int number, Axis ttls) {
    List<Row> asked =
        rows.stream()
            .filter(row -> row.ttl() != null)
            .sorted(Comparator.comparingInt(OutbreakPlot::ttl))
            .toList();
    List<Curve> curves = new ArrayList<>();
    curves.add(
        new Curve(
            String.format(
                Locale.ROOT,
                "%,d users, %s %% mark",
                rows.get(0).users(),
                TtlPlot.percent(rows.get(0).rate())),
            Style.MARKED,
            number,
            asked.stream()
                .map(row -> new Point(ttl(row), seen(row), 100 * row.deviation()))
                .toList()));
    for (Row row : rows) {
      if (row.way().equals(OutbreakCommand.FULL_ROUTE)) {
        List<Point> ends =
            List.of(new Point(ttls.least(), seen(row)), new Point(ttls.most(), seen(row)));
        curves.add(new Curve(said(number, "by the full route"), Style.BROKEN, number, ends));
      } else if (row.ttl() == null) {
        List<Point> each = asked.stream().map(at -> new Point(ttl(at), seen(row))).toList();
        curves.add(new Curve(said(number, "by announcements"), Style.CROSSES, number, each));
      }
    }
    return curves;
  }

  private static List<Point> known(List<Row> rows) {
    List<Point> known = new ArrayList<>();
    for (Row row : rows) {
      Double share = row.known();
      if (share != null) {
        known.add(new Point(ttl(row), 100 * share));
      }
    }
    return known;
  }

  private static int ttl(Row row) {
    return requireNonNull(row.ttl());
  }

  private static double seen(Row row) {
    return 100 * row.seen();
  }

  private static String said(int number, String what) {
    return number == 0 ? "the same " + what : "";
  }
}
