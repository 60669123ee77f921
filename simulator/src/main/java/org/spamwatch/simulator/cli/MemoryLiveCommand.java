package org.spamwatch.simulator.cli;

import java.util.List;
import org.spamwatch.simulator.memory.PeerMemoryExperiment;
import org.spamwatch.simulator.memory.PeerMemoryExperiment.Taken;
import org.spamwatch.simulator.processes.ProcessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim memory-live}: what an idle peer takes beyond its Java. */
@Command(
    name = "memory-live",
    header = "The memory that an idle live peer takes.",
    description = {
      "Runs few and then many idle peers, each time in one Java, and divides the difference: heap",
      "after collections and everything committed beside it, such as buffers and threads' stacks."
    },
    footer = "  spamwatch-sim memory-live --idle 20 --out memory-live.json")
final class MemoryLiveCommand extends ExperimentCommand {
  private static final double MOST_MEBIBYTES = 16;

  private static final Table<Taken> TABLE =
      new Table<Taken>()
          .column("peers", "%5d", Taken::peers)
          .column("heap KiB", "%8d", Taken::heapKibibytes)
          .column("native KiB", "%10d", Taken::nativeKibibytes)
          .column("of it stacks", "%12d", Taken::stackKibibytes)
          .column("of it buffers", "%13d", Taken::bufferKibibytes)
          .column("threads", "%7d", Taken::threads);

  @Option(
      names = "--peers",
      split = ",",
      arity = "1",
      description = "Few and many (default: ${DEFAULT-VALUE}).")
  @Range(least = 1)
  private List<Integer> peers = List.of(2, 34);

  @Option(
      names = "--idle",
      paramLabel = "SECONDS",
      description = "How long they idle before they are measured (default: ${DEFAULT-VALUE}).")
  @Range(least = 0)
  private int idle = 30;

  @Override
  void run(Report report) throws ExperimentException, ProcessException {
    if (peers.size() != 2 || peers.get(0) < 1 || peers.get(1) <= peers.get(0)) {
      throw new ExperimentException(64, "--peers is FEW,MANY, such as 2,34");
    }
    report.heading(TABLE);
    Taken few = taken(peers.get(0), report);
    Taken many = taken(peers.get(1), report);
    int more = many.peers() - few.peers();
    double each = (many.kibibytes() - few.kibibytes()) / 1024.0 / more;
    boolean within = each <= MOST_MEBIBYTES;
    report.line(
        "a peer: %.2f MiB (heap %.2f), %.1f threads; at most %.0f MiB: %s",
        each,
        (many.heapKibibytes() - few.heapKibibytes()) / 1024.0 / more,
        1.0 * (many.threads() - few.threads()) / more,
        MOST_MEBIBYTES,
        within ? "yes" : "NO");
    report.expect(within);
  }

  private Taken taken(int count, Report report) throws ProcessException {
    report.progress().accept(count + " peers, idle for " + idle + " s");
    Taken taken = PeerMemoryExperiment.measure(count, idle);
    report.row(TABLE, taken);
    return taken;
  }
}
