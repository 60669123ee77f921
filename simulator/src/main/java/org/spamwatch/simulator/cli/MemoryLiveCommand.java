package org.spamwatch.simulator.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.spamwatch.simulator.memory.PeerMemoryExperiment;
import org.spamwatch.simulator.memory.PeerMemoryExperiment.Taken;
import org.spamwatch.simulator.processes.ProcessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim memory-live}: what an idle peer takes beyond its Java. */
@Command(
    name = "memory-live",
    description = {
      "Runs few and then many idle peers, each time in one Java, and divides the difference: heap",
      "after collections and everything committed beside it, such as buffers and threads' stacks."
    },
    mixinStandardHelpOptions = true)
final class MemoryLiveCommand implements Callable<Integer> {
  private static final double MOST_MEBIBYTES = 16;

  @Spec private CommandSpec spec;

  @Option(
      names = "--peers",
      split = ",",
      arity = "1",
      defaultValue = "2,34",
      description = "Few and many (default: ${DEFAULT-VALUE}).")
  private List<Integer> peers = List.of();

  @Option(
      names = "--idle",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "How long they idle before they are measured (default: 30).")
  private int idle;

  @Override
  public Integer call() throws ExperimentException {
    if (peers.size() != 2 || peers.get(0) < 1 || peers.get(1) <= peers.get(0) || idle < 0) {
      throw new ExperimentException(64, "--peers is FEW,MANY, such as 2,34; --idle is 0 or more");
    }
    PrintWriter out = spec.commandLine().getOut();
    try {
      out.println("peers | heap KiB | native KiB | of it stacks | of it buffers | threads");
      Taken few = taken(peers.get(0));
      Taken many = taken(peers.get(1));
      int more = many.peers() - few.peers();
      double each = (many.kibibytes() - few.kibibytes()) / 1024.0 / more;
      boolean within = each <= MOST_MEBIBYTES;
      out.printf(
          Locale.ROOT,
          "a peer: %.2f MiB (heap %.2f), %.1f threads; at most %.0f MiB: %s%n",
          each,
          (many.heapKibibytes() - few.heapKibibytes()) / 1024.0 / more,
          1.0 * (many.threads() - few.threads()) / more,
          MOST_MEBIBYTES,
          within ? "yes" : "NO");
      out.flush();
      return within ? 0 : 1;
    } catch (ProcessException e) {
      throw new ExperimentException(70, String.valueOf(e.getMessage()));
    }
  }

  private Taken taken(int count) throws ProcessException {
    spec.commandLine().getErr().printf("%d peers, idle for %d s%n", count, idle);
    Taken taken = PeerMemoryExperiment.measure(count, idle);
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%5d | %8d | %10d | %12d | %13d | %7d%n",
        taken.peers(),
        taken.heapKibibytes(),
        taken.nativeKibibytes(),
        taken.stackKibibytes(),
        taken.bufferKibibytes(),
        taken.threads());
    out.flush();
    return taken;
  }
}
