package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Locale;
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
final class BandwidthCommand extends SeededCommand {
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
  void run(Report report) {
    Table<Row> table =
        new Table<Row>(this::isWithin)
            .column("features", "%8d", row -> row.of().features())
            .column(
                "way       ",
                "%-10s",
                row -> row.of().way().name().toLowerCase(Locale.ROOT).replace('_', ' '))
            .column("hops", "%4.2f", row -> row.of().hops())
            .column("asked others, %", "%15.1f", row -> 100.0 * row.of().asked() / row.of().mails())
            .column(
                "packets/100 mails", "%17.0f", row -> 100.0 * row.of().packets() / row.of().mails())
            .column("KB/100 mails", "%12.1f", row -> row.counted() / 1e3)
            .column("formula, KB", "%11.1f", row -> row.formula() / 1e3)
            .within("within?", "%s");
    report.line("%d peers, %d mails in each way, %s of them marked", nodes, mails, marked);
    report.heading(table);
    List<Row> rows =
        new BandwidthExperiment(nodes, mails, marked, features, seed())
            .run(report.progress()).stream().map(Row::of).toList();
    rows.forEach(row -> report.row(table, row));
    int ways = Way.values().length;
    for (int i = 0; i < rows.size(); i += ways) {
      double full = rows.get(i).counted();
      report.expect(rows.subList(i + 1, i + ways).stream().allMatch(row -> row.counted() <= full));
    }
  }

  private boolean isWithin(Row row) {
    return row.of().way() != Way.SUMMARY
        || row.of().asked() <= row.of().mails() * (marked + MOST_AMISS);
  }
}
