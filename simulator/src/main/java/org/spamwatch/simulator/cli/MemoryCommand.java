package org.spamwatch.simulator.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.spamwatch.simulator.virtual.NodeMemoryExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim memory}: how much memory an idle simulated node and peer take. */
@Command(
    name = "memory",
    description =
        "Measures the heap that an idle simulated node (the overlay and its pointers) and a whole"
            + " peer take, two and seventeen minutes after the last has joined. The exit code is 0"
            + " if a node's latter figure is within what is to be reached.",
    mixinStandardHelpOptions = true)
final class MemoryCommand implements Callable<Integer> {
  private static final double REACH = 32 * 1024;

  @Spec private CommandSpec spec;

  @Option(
      names = "--nodes",
      defaultValue = "1000",
      description = "Peers (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(names = "--seed", defaultValue = "1", description = "Gives the whole run (default: 1).")
  private long seed;

  @Override
  public Integer call() throws ExperimentException {
    if (nodes < 2 || nodes > 20_000) {
      throw new ExperimentException(64, "--nodes " + nodes + " is not in 2 to 20000");
    }
    PrintWriter err = spec.commandLine().getErr();
    List<NodeMemoryExperiment.Result> results =
        new NodeMemoryExperiment(nodes, seed).run(err::println);
    PrintWriter out = spec.commandLine().getOut();
    out.println("nodes | of   | minutes idle | neighbours | reach, bytes | bytes each | within?");
    boolean within = false;
    for (NodeMemoryExperiment.Result result : results) {
      boolean isNode = result.kind() == NodeMemoryExperiment.Kind.NODE;
      within = isNode ? result.bytes() <= REACH : within;
      out.printf(
          Locale.ROOT,
          "%5d | %-4s | %12d | %10.1f | %12s | %10.0f | %s%n",
          nodes,
          isNode ? "node" : "peer",
          result.minutes(),
          result.neighbours(),
          isNode ? String.format(Locale.ROOT, "%.0f", REACH) : "-",
          result.bytes(),
          isNode ? within ? "yes" : "NO" : "-");
    }
    return within ? 0 : 1;
  }
}
