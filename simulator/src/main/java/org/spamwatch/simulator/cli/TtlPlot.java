package org.spamwatch.simulator.cli;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.spamwatch.simulator.analytic.Reading;
import org.spamwatch.simulator.analytic.TtlTable.Mean;
import org.spamwatch.simulator.plot.Plot;
import org.spamwatch.simulator.plot.Plot.Axis;
import org.spamwatch.simulator.plot.Plot.Curve;
import org.spamwatch.simulator.plot.Plot.Panel;
import org.spamwatch.simulator.plot.Plot.Point;
import org.spamwatch.simulator.plot.Plot.Style;

/** Fig. 10: a curve of success and one of the distance for each mark rate, against the TTL. */
final class TtlPlot {
  private TtlPlot() {}

  static Plot of(Reading reading, int nodes, List<Mean> means) {
    List<Double> rates = means.stream().map(Mean::rate).distinct().toList();
    List<Curve> curves = new ArrayList<>();
    for (int i = 0; i < rates.size(); i++) {
      double rate = rates.get(i);
      List<Mean> cells = means.stream().filter(mean -> mean.rate() == rate).toList();
      curves.add(
          new Curve(
              percent(rate) + " % mark",
              Style.MARKED,
              i,
              cells.stream()
                  .map(mean -> new Point(mean.ttl(), mean.success(), mean.deviation()))
                  .toList()));
      curves.add(
          new Curve(
              "",
              Style.BROKEN,
              i,
              true,
              cells.stream()
                  .filter(mean -> mean.success() > 0)
                  .map(mean -> new Point(mean.ttl(), mean.millis()))
                  .toList()));
    }
    String trips = reading.trips() == 1 ? "one way" : "there and back";
    double farthest = means.stream().mapToDouble(Mean::millis).max().orElse(0);
    int maxTtl = means.stream().mapToInt(Mean::ttl).max().orElse(0);
    return new Plot(
        String.format(
            Locale.ROOT, "Success and distance against TTL: %s, %,d nodes", reading.name(), nodes),
        new Panel(
            "",
            new Axis("TTL", false, 0, Math.max(1, maxTtl)),
            new Axis("queries that succeed (lines; bars: sd)", false, 0, 1),
            Optional.of(
                new Axis(
                    "mean distance, ms " + trips + " (broken lines)",
                    false,
                    0,
                    Math.max(100, 100 * Math.ceil(farthest / 100)))),
            curves));
  }

  /** A share of a hundred, with all its digits. */
  static String percent(double share) {
    return new BigDecimal(String.valueOf(share))
        .movePointRight(2)
        .stripTrailingZeros()
        .toPlainString();
  }
}
