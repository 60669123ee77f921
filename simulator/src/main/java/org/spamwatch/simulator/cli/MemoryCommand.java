package org.spamwatch.simulator.cli;

import java.util.List;
import org.spamwatch.simulator.virtual.NodeMemoryExperiment;
import org.spamwatch.simulator.virtual.NodeMemoryExperiment.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim memory}: how much memory an idle simulated node and peer take. */
@Command(
    name = "memory",
    header = "The heap that a simulated node and a whole peer take.",
    description =
        "Measures the heap that an idle simulated node (the overlay and its pointers) and a whole"
            + " peer take, two and seventeen minutes after the last has joined. The exit code is 0"
            + " if a node's latter figure is within what is to be reached.",
    footer = "  spamwatch-sim memory --nodes 300 --out memory.csv")
final class MemoryCommand extends SeededCommand {
  private static final int REACH = 32 * 1024;

  @Option(names = "--nodes", description = "Peers (default: ${DEFAULT-VALUE}).")
  @Range(least = 2, most = 20_000)
  private int nodes = 1000;

  @Override
  void run(Report report) {
    Table<Result> table =
        new Table<Result>()
            .column("nodes", "%5d", result -> nodes)
            .column("of  ", "%-4s", result -> ofNode(result) ? "node" : "peer")
            .column("minutes idle", "%12d", Result::minutes)
            .column("neighbours", "%10.1f", Result::neighbours)
            .column("reach, bytes", "%12s", result -> ofNode(result) ? REACH : "-")
            .column("bytes each", "%10.0f", Result::bytes)
            .column("within?", "%s", MemoryCommand::within);
    List<Result> results = new NodeMemoryExperiment(nodes, seed()).run(report.progress());
    report.heading(table);
    results.forEach(result -> report.row(table, result));
    results.stream()
        .filter(MemoryCommand::ofNode)
        .reduce((earlier, later) -> later)
        .ifPresent(last -> report.expect(last.bytes() <= REACH));
  }

  private static boolean ofNode(Result result) {
    return result.kind() == NodeMemoryExperiment.Kind.NODE;
  }

  private static String within(Result result) {
    return ofNode(result) ? result.bytes() <= REACH ? "yes" : "NO" : "-";
  }
}
