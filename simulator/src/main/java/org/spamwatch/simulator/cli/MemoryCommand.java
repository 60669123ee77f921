package org.spamwatch.simulator.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.spamwatch.simulator.live.MemoryExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim memory}: how much memory an idle simulated peer takes. */
@Command(
    name = "memory",
    description =
        "Measures the heap that an idle simulated peer takes, two and seventeen minutes after the"
            + " last has joined. The exit code is 0 if the latter is within what is to be reached.",
    mixinStandardHelpOptions = true)
final class MemoryCommand implements Callable<Integer> {
  private static final double REACH = 8 * 1024;

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
    List<MemoryExperiment.Result> results = new MemoryExperiment(nodes, seed).run(err::println);
    PrintWriter out = spec.commandLine().getOut();
    out.println("nodes | minutes idle | neighbours/peer | reach, bytes/peer |  ours | within?");
    boolean within = false;
    for (MemoryExperiment.Result result : results) {
      within = result.bytesPerPeer() <= REACH;
      out.printf(
          Locale.ROOT,
          "%5d | %12d | %15.1f | %17.0f | %5.0f | %s%n",
          nodes,
          result.minutes(),
          result.neighboursPerPeer(),
          REACH,
          result.bytesPerPeer(),
          within ? "yes" : "NO");
    }
    return within ? 0 : 1;
  }
}
