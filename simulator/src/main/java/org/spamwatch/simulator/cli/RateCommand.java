package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.spamwatch.simulator.plot.Plot;
import org.spamwatch.simulator.plot.Plot.Axis;
import org.spamwatch.simulator.plot.Plot.Curve;
import org.spamwatch.simulator.plot.Plot.Panel;
import org.spamwatch.simulator.plot.Plot.Point;
import org.spamwatch.simulator.plot.Plot.Style;
import org.spamwatch.simulator.sketches.RateExperiment;
import org.spamwatch.simulator.sketches.RateExperiment.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim rate}: Finch's table of false positives, and his worked numbers. */
@Command(
    name = "rate",
    header = "How well a rate of distinct events is counted (Finch's table).",
    description = {
      "A sender does what he has not done before, at a multiple of the limit. Prints the share of",
      "it that looks like a repeat at the end of a period, by Finch, by his formula and measured",
      "with the counter of votes' quotas; the rate that is measured over twenty periods, over the",
      "true one; and after how many periods the sender may go on when he stops. Exit code 1: a",
      "measured share is not within 10 %% or five standard deviations of the formula's, the formula",
      "not what Finch prints, or a sender at 1.1 e times the limit or more waits less than a period."
    },
    footer = "  spamwatch-sim rate --limit 100 --out rate.csv")
final class RateCommand extends PlottedCommand {
  private static final double NEAR = .1;
  private static final double DEVIATIONS = 5;
  private static final int ERRORS = 400;
  private static final int LEAST_PROBES = 100_000;

  /** Finch's table. */
  private enum Printed {
    HALF(.5, "0.0006 %, 1 in 170000", 170_000),
    ONE(1, "0.06 %, 1 in 1700", 1_700),
    TWO(2, "2.5 %, 1 in 40", 40),
    E(Math.E, "9.3 %, 1 in 10.7", 10.7),
    FOUR(4, "31 %, 1 in 3.2", 3.2);

    private final double multiple;
    private final String said;
    private final double oneIn;

    Printed(double multiple, String said, double oneIn) {
      this.multiple = multiple;
      this.said = said;
      this.oneIn = oneIn;
    }
  }

  /** A row of the table. */
  private record Row(double multiple, String printed, double oneIn, Result ours) {}

  @Option(
      names = "--limit",
      description = "Distinct events permitted in a period (default: ${DEFAULT-VALUE}).")
  @Range(least = 100, most = 10_000_000)
  private int limit = 10_000;

  @Option(
      names = "--probes",
      description = "New events at most of which a share is measured (default: ${DEFAULT-VALUE}).")
  @Range(least = 100_000, most = 1_000_000_000)
  private int probes = 10_000_000;

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Override
  void run(Report report) throws ExperimentException, InterruptedException {
    report.line(
        "a limit of %d a period: a filter of %d bytes, 16 bits a permitted event, 8 hashes",
        limit, 2 * limit);
    Table<Row> table =
        new Table<>(RateCommand::isWithin)
            .column("rate/limit", "%10.2f", Row::multiple)
            .column("Finch                ", "%-21s", Row::printed)
            .column("formula   ", "%8.5f %%", row -> 100 * row.ours().formula())
            .column("measured  ", "%8.5f %%", row -> 100 * row.ours().measured())
            .column("1 in    ", "%8.1f", row -> 1 / row.ours().measured())
            .column("measured rate/true: mean", "%24.4f", row -> row.ours().mean())
            .column("least ", "%6.4f", row -> row.ours().least())
            .column("wait, periods", "%13.3f", row -> row.ours().waitPeriods())
            .within("within?", "%s");
    report.heading(table);
    Units units = report.units(Printed.values().length);
    List<Row> rows = new ArrayList<>();
    for (Printed printed : Printed.values()) {
      double multiple = printed.multiple;
      double enough = ERRORS / RateExperiment.formula(multiple);
      long tried = (long) Math.min(probes, Math.max(LEAST_PROBES, enough));
      Result result =
          units.run(
              String.format(Locale.ROOT, "%.2f times the limit", multiple),
              1,
              new TypeReference<>() {},
              () -> new RateExperiment(limit, multiple, tried, threads.number(), seed()).run());
      Row row = new Row(multiple, printed.said, printed.oneIn, result);
      rows.add(row);
      report.row(table, row);
    }
    report.plot(plot(rows));
  }

  private static boolean isWithin(Row row) {
    Result ours = row.ours();
    double formula = ours.formula();
    double deviation = Math.sqrt(formula * (1 - formula) / ours.measuredOf());
    return Math.abs(1 / formula - row.oneIn()) < NEAR / 2 * row.oneIn()
        && Math.abs(ours.measured() - formula) < Math.max(NEAR * formula, DEVIATIONS * deviation)
        && (row.multiple() < Math.E * (1 + NEAR) || ours.waitPeriods() > 1);
  }

  private static Plot plot(List<Row> rows) {
    List<Curve> curves =
        List.of(
            new Curve("by the formula", Style.LINE, 0, points(rows, row -> row.ours().formula())),
            new Curve("measured", Style.CIRCLES, 0, points(rows, row -> row.ours().measured())),
            new Curve("Finch", Style.TRIANGLES, 1, points(rows, row -> 1 / row.oneIn())));
    return new Plot(
        "New events that look like repeats, at the end of a period",
        new Panel(
            "",
            new Axis("rate / limit", false, 0, 4.5),
            Axis.decades("share", rows.stream().map(row -> row.ours().formula()).toList()),
            Optional.empty(),
            curves));
  }

  private static List<Point> points(List<Row> rows, ToDoubleFunction<Row> value) {
    return rows.stream().map(row -> new Point(row.multiple(), value.applyAsDouble(row))).toList();
  }
}
