package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.type.TypeReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
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
import org.spamwatch.simulator.virtual.BandwidthExperiment;
import org.spamwatch.simulator.virtual.BandwidthExperiment.Way;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim bandwidth}: bytes that a user's checks cost in a day. */
@Command(
    name = "bandwidth",
    header = "Bytes that a user's checks cost in a day, beside the formula hops x 168 + 128.",
    description = {
      "Peers of the real code check mails in virtual time, and all that is sent for it is counted,",
      "with acknowledgements, without frames, encryption and TCP. The formula has a message of 168",
      "bytes a hop and an answer of 128 a feature. Exit code 1: the full route does not cost most,",
      "or with summaries others are told of more than what was marked and one mail in 200."
    },
    footer = "  spamwatch-sim bandwidth --nodes 1000 --out bandwidth.csv")
final class BandwidthCommand extends PlottedCommand {
  private static final int A_DAY = 100;
  private static final int HOP_BYTES = 168;
  private static final int ANSWER_BYTES = 128;
  private static final double MOST_AMISS = .005;

  /**
   * What a way costs.
   *
   * @param counted bytes of a hundred mails
   * @param formula the same by the formula, of those mails that others were asked about
   */
  private record Row(@JsonUnwrapped BandwidthExperiment.Row of, double counted, double formula) {
    static Row of(BandwidthExperiment.Row row) {
      double asked = (double) A_DAY * row.asked() / row.mails();
      return new Row(
          row,
          (double) A_DAY * row.bytes() / row.mails(),
          asked * row.features() * (row.hops() * HOP_BYTES + ANSWER_BYTES));
    }
  }

  @Option(names = "--nodes", description = "Peers (default: ${DEFAULT-VALUE}).")
  @Range(least = 2, most = 2_000)
  private int nodes = 200;

  @Option(names = "--mails", description = "Asked about in each way (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 100_000)
  private int mails = 200;

  @Option(
      names = "--marked",
      description = "Share of them that somebody has marked (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = .5)
  private double marked = .01;

  @Option(
      names = "--features",
      split = ",",
      description = "Of a mail: 10 as in the paper, some 40 of both schemes (${DEFAULT-VALUE}).")
  @Range(least = 3, most = 64)
  private List<Integer> features = List.of(10, 40);

  @Override
  void run(Report report) throws ExperimentException, InterruptedException {
    Table<Row> table =
        new Table<Row>(this::isWithin)
            .column("features", "%8d", row -> row.of().features())
            .column("way       ", "%-10s", row -> name(row.of().way()))
            .column("hops", "%4.2f", row -> row.of().hops())
            .column("asked others, %", "%15.1f", row -> 100.0 * row.of().asked() / row.of().mails())
            .column(
                "packets/100 mails", "%17.0f", row -> 100.0 * row.of().packets() / row.of().mails())
            .column("KB/100 mails", "%12.1f", row -> row.counted() / 1e3)
            .column("formula, KB", "%11.1f", row -> row.formula() / 1e3)
            .within("within?", "%s");
    report.line("%d peers, %d mails in each way, %s of them marked", nodes, mails, marked);
    report.heading(table);
    Units units = report.units(features.size());
    List<Row> rows = new ArrayList<>();
    for (int count : features) {
      List<Row> found =
          units
              .run(
                  count + " features",
                  1,
                  new TypeReference<List<BandwidthExperiment.Row>>() {},
                  () ->
                      new BandwidthExperiment(nodes, mails, marked, count, seed())
                          .run(report.progress()))
              .stream()
              .map(Row::of)
              .toList();
      found.forEach(row -> report.row(table, row));
      double full = found.get(0).counted();
      report.expect(found.stream().allMatch(row -> row.counted() <= full));
      rows.addAll(found);
    }
    report.plot(plot(rows));
  }

  private Plot plot(List<Row> rows) {
    List<Curve> curves = new ArrayList<>();
    Way[] ways = Way.values();
    for (int i = 0; i < ways.length; i++) {
      Way way = ways[i];
      List<Row> own = rows.stream().filter(row -> row.of().way() == way).toList();
      curves.add(new Curve(name(way), Style.MARKED, i, points(own, Row::counted)));
      curves.add(
          new Curve(
              i == 0 ? "the same by the formula" : "", Style.BROKEN, i, points(own, Row::formula)));
    }
    List<Double> bytes =
        curves.stream().flatMap(curve -> curve.points().stream()).map(Point::y).toList();
    return new Plot(
        String.format(Locale.ROOT, "What checks cost: %,d peers", nodes),
        new Panel(
            "",
            new Axis(
                "features of a mail", false, 0, 10 * Math.ceil(Collections.max(features) / 10.0)),
            Axis.decades("KB for 100 mails", bytes),
            Optional.empty(),
            curves));
  }

  private static List<Point> points(List<Row> rows, ToDoubleFunction<Row> bytes) {
    return rows.stream()
        .map(row -> new Point(row.of().features(), bytes.applyAsDouble(row) / 1e3))
        .sorted(Comparator.comparingDouble(Point::x))
        .toList();
  }

  private static String name(Way way) {
    return switch (way) {
      case FULL_ROUTE -> "full route";
      case TTL_2 -> "TTL 2";
      case SUMMARY -> "summary";
    };
  }

  private boolean isWithin(Row row) {
    return row.of().way() != Way.SUMMARY
        || row.of().asked() <= row.of().mails() * (marked + MOST_AMISS);
  }
}
