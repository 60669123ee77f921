package org.spamwatch.simulator.cli;

import java.util.List;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.alternatives.AlternativesExperiment;
import org.spamwatch.simulator.alternatives.AlternativesExperiment.Row;
import org.spamwatch.simulator.alternatives.PublishOnMiss;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim alternatives}: what the SpamWatch paper says and does not measure. */
@Command(
    name = "alternatives",
    header = "What other ways to publish and ask by features cost and lose (sections 3.2 to 3.4).",
    description = {
      "Publishes near-copies of spams by five ways, one after the other and at once, and asks for",
      "them by all that fit: the product's own, the paper's naive prototype, its leased lock, its",
      "cancel-and-merge, and a hash table's get and put; then once more after some peers have",
      "crashed. Each way runs on the real overlay. Exit code 1: the product has lost something",
      "without loss of messages, or unknown mail was found."
    },
    footer = "  spamwatch-sim alternatives --nodes 100 --spams 20 --out alternatives.csv")
final class AlternativesCommand extends SeededCommand {
  @Option(
      names = "--nodes",
      split = ",",
      description = "Sizes of the networks (default: ${DEFAULT-VALUE}).")
  @Range(least = 3, most = 20_000)
  private List<Integer> nodes = List.of(100, 1000);

  @Option(names = "--loss", description = "Share of messages lost (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 1, belowMost = true)
  private double loss = 0;

  @Option(
      names = "--spams",
      description =
          "Each published by three peers, asked for by three (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 1000)
  private int spams = 60;

  @Option(
      names = "--crash",
      description = "Share of the peers that crash at once (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 1, belowMost = true)
  private double crash = .2;

  @Override
  void run(Report report) {
    Table<Row> table =
        new Table<>(this::isWithin)
            .column("nodes", "%5d", Row::peers)
            .column("publishing           ", "%-21s", Row::publishing)
            .column("messages", "%8.1f", row -> row.publish().messages())
            .column("KB  ", "%4.1f", row -> row.publish().bytes() / 1000)
            .column("trips", "%5.2f", row -> row.publish().roundTrips())
            .column("asking               ", "%-21s", Row::asking)
            .column("messages", "%8.1f", row -> row.answers().known().messages())
            .column("KB  ", "%4.1f", row -> row.answers().known().bytes() / 1000)
            .column("trips", "%5.2f", row -> row.answers().known().roundTrips())
            .column(
                "ms to object, all",
                "%7.0f %9.0f",
                row -> row.answers().millisToObject(),
                row -> row.answers().millis())
            .column("unknown: messages", "%17.1f", row -> row.answers().unknown().messages())
            .column("KB  ", "%4.1f", row -> row.answers().unknown().bytes() / 1000)
            .column("lost", "%6.2f%%", row -> row.answers().apart().percent())
            .column("at once", "%6.2f%%", row -> row.answers().atOnce().percent())
            .column("crashed", "%6.2f%%", row -> row.afterCrash().percent())
            .within("within?", "%s");
    report.line("seed %d, loss %s, %.0f %% crash in the end", seed(), loss, 100 * crash);
    report.heading(table);
    for (int size : nodes) {
      experiment(size).run(report.progress(size + " nodes"), row -> report.row(table, row));
    }
    Table<PublishOnMiss.Row> onMiss =
        new Table<PublishOnMiss.Row>()
            .column("nodes", "%5d", PublishOnMiss.Row::peers)
            .column("TTL", "%3d", PublishOnMiss.Row::ttl)
            .column("publishes on a miss", "%-19s", row -> row.publishes() ? "yes" : "no")
            .column("found  ", "%6.2f%%", row -> Table.percent(row.found(), row.asked()))
            .column("messages", "%8.1f", row -> row.known().messages())
            .column("KB  ", "%4.1f", row -> row.known().bytes() / 1000)
            .column("unknown: messages", "%17.1f", row -> row.unknown().messages())
            .column("KB  ", "%4.1f", row -> row.unknown().bytes() / 1000)
            .column("records a text", "%14.1f", PublishOnMiss.Row::records);
    report.line("");
    report.heading(onMiss);
    for (int size : nodes) {
      for (PublishOnMiss.Row row :
          experiment(size).publishOnMiss(report.progress(size + " nodes"))) {
        report.row(onMiss, row);
      }
    }
  }

  private AlternativesExperiment experiment(int size) {
    return new AlternativesExperiment(
        size, loss, spams, crash, seed(), Latency.plane(seed(), 200_000));
  }

  private boolean isWithin(Row row) {
    boolean nothingLost =
        row.answers().apart().lost() == 0
            && row.answers().atOnce().lost() == 0
            && row.afterCrash().lost() == 0;
    return row.answers().falselyFound() == 0 && (loss > 0 || !row.isProduct() || nothingLost);
  }
}
