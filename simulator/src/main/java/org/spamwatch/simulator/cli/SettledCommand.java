package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import org.spamwatch.ata.adolr.Resolution;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.SettledExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code spamwatch-sim settled}: what settled networks of the real node code keep of their
 * promises.
 */
@Command(
    name = "settled",
    aliases = "live",
    header = "What settled networks of some sizes keep of their promises.",
    description = {
      "Runs the real node code on the seeded network and counts what settled networks of some",
      "sizes keep of their promises: routes end at the right root, a changed copy of what somebody",
      "marked is found from everywhere, and nothing is held longer than its lease. Peers stand one",
      "on each stub router or measured site of --topology, or anywhere on a plane of 200 ms."
    },
    footer = "  spamwatch-sim settled --nodes 17,100 --out settled.csv")
final class SettledCommand extends SeededCommand {
  /** Names a square of 200 ms, on random points of which peers stand, instead of a topology. */
  private static final String PLANE = "plane";

  /** Routes that must be right: all without loss, this share with it. */
  private static final double RIGHT_UNDER_LOSS = .999;

  /** What a network of a size has kept. */
  private record Row(int nodes, int routes, @JsonUnwrapped SettledExperiment.Result result) {
    double rightPercent() {
      return 100.0 * result.rightRoutes() / Math.max(1, routes);
    }
  }

  @Option(
      names = "--nodes",
      split = ",",
      description = "Sizes of the networks (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 20_000)
  private List<Integer> nodes = List.of(1, 2, 3, 17, 100, 1000);

  @Option(
      names = "--loss",
      description =
          "Share of messages lost; half as many are repeated (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 1, belowMost = true)
  private double loss = 0;

  @Option(
      names = "--routes",
      description = "Messages routed in each network (default: ${DEFAULT-VALUE}).")
  @Range(least = 0)
  private int routes = 20000;

  @Option(
      names = "--marks",
      description = "Spams marked in each network (default: ${DEFAULT-VALUE}).")
  @Range(least = 0)
  private int marks = 100;

  @Option(
      names = "--checks",
      description = "Peers that check a changed copy of each (default: ${DEFAULT-VALUE}).")
  @Range(least = 0)
  private int checks = 3;

  @Option(
      names = "--resolution",
      description =
          "Where checks are resolved: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Resolution resolution = Resolution.FULL;

  @Mixin private TopologyOption topology = new TopologyOption(PLANE);

  @Override
  void run(Report report) throws ExperimentException {
    List<Latency> latencies = latencies();
    Table<Row> table =
        new Table<>(this::isWithin)
            .column("nodes", "%5d", Row::nodes)
            .column(
                "right root         ",
                "%6d/%-6d %6.2f%%",
                row -> row.result().rightRoutes(),
                Row::routes,
                Row::rightPercent)
            .column("hops", "%4.2f", row -> row.result().meanHops())
            .column(
                "changed copy found",
                "%18s",
                row -> row.result().found() + "/" + row.result().checked())
            .column("unrelated found", "%15d", row -> row.result().falselyFound())
            .column("outlived lease", "%14d", row -> row.result().outlived())
            .column("over rate", "%9d", row -> row.result().overRate())
            .column("messages/(node s)", "%17.2f", row -> row.result().maintenancePerPeerSecond())
            .within("within?", "%s");
    report.line("seed %d, loss %s, resolution %s", seed(), loss, resolution);
    report.heading(table);
    for (int i = 0; i < nodes.size(); i++) {
      int size = nodes.get(i);
      SettledExperiment experiment =
          new SettledExperiment(
              size, loss, routes, marks, checks, resolution, seed(), latencies.get(i));
      report.row(table, new Row(size, routes, experiment.run(report.progress(size + " nodes"))));
    }
  }

  /** For each network its own placement. */
  private List<Latency> latencies() throws ExperimentException {
    List<Latency> latencies = new ArrayList<>();
    for (int size : nodes) {
      latencies.add(
          topology.name().equals(PLANE)
              ? Latency.plane(seed(), 200_000)
              : topology.latency(seed(), size, seed()));
    }
    return latencies;
  }

  private boolean isWithin(Row row) {
    SettledExperiment.Result result = row.result();
    double rightNeeded = loss == 0 ? routes : RIGHT_UNDER_LOSS * routes;
    boolean foundAll = loss > 0 || result.found() == result.checked();
    return result.rightRoutes() >= rightNeeded
        && foundAll
        && result.falselyFound() == 0
        && result.outlived() == 0
        && result.overRate() == 0;
  }
}
