package org.spamwatch.simulator.cli;

import java.util.OptionalInt;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.processes.ProcessException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The simulator's entry point. */
@Command(
    name = "spamwatch-sim",
    description =
        "Runs SpamWatch's experiments: the node code under virtual time, on real mail, and under"
            + " faults.",
    mixinStandardHelpOptions = true,
    versionProvider = Build.Version.class,
    subcommands = {
      SettledCommand.class,
      LiarsCommand.class,
      SummariesCommand.class,
      BulkCommand.class,
      CollusionCommand.class,
      ProximityCommand.class,
      TtlCommand.class,
      OutbreakCommand.class,
      BandwidthCommand.class,
      EnginesCommand.class,
      RobustnessCommand.class,
      FalsePositiveCommand.class,
      ConstructionsCommand.class,
      AlternativesCommand.class,
      CountingCommand.class,
      RateCommand.class,
      HaiCommand.class,
      StatisticsCommand.class,
      ChurnCommand.class,
      FaultsCommand.class,
      MemoryCommand.class,
      FuzzCommand.class,
      CorpusCommand.class,
      TablesCommand.class,
      ModifiedCommand.class,
      PaddedCommand.class,
      SplitCommand.class,
      DatedCommand.class,
      ReplayCommand.class,
      OrdinaryCommand.class,
      EvidenceCommand.class,
      BrandsCommand.class,
      OutageCommand.class,
      AttacksCommand.class,
      MemoryLiveCommand.class,
      LoadCommand.class,
      ServersCommand.class,
      MessagesCommand.class,
      RateLimitCommand.class,
      ReproduceCommand.class,
      RunCommand.class,
      TopologyCommand.class
    },
    footer = {
      "",
      "Experiments print a table on standard output, tell on standard error how far they are, and",
      "write all they have found to the file of --out, as CSV or JSON.",
      "Exit codes: 0 within what is expected, 1 a miss, 64 usage, 65 unusable input, 70 internal,"
          + " or",
      "peers or programs that cannot be run, 73 output that cannot be written, 130 stopped by"
          + " Ctrl-C."
    })
public final class SpamWatchSim implements Runnable {
  @Spec private CommandSpec spec;

  /** Runs a command and exits with its code. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  private static int run(String... arguments) {
    try {
      return commandLine().execute(arguments);
    } catch (OutOfMemoryError e) {
      System.err.println(
          "spamwatch-sim: the heap of "
              + (Runtime.getRuntime().maxMemory() >> 20)
              + " MB is not enough for that: ask for less, or give Java more (-Xmx)");
      return 70;
    }
  }

  /** The whole command line, for {@link #main} and for tests. */
  static CommandLine commandLine() {
    CommandLine line =
        new CommandLine(new SpamWatchSim())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setUsageHelpWidth(100)
            .setHelpFactory(Ranges::help);
    line.setParameterExceptionHandler(
        (problem, given) -> {
          CommandLine where = problem.getCommandLine();
          where
              .getErr()
              .println(where.getCommandSpec().qualifiedName() + ": " + problem.getMessage());
          return 64;
        });
    line.setExecutionExceptionHandler(
        (problem, where, parsed) -> {
          String name = where.getCommandSpec().qualifiedName();
          OptionalInt expected = exitCode(problem);
          String what = expected.isPresent() ? problem.getMessage() : "internal error: " + problem;
          where.getErr().println(name + ": " + what);
          return expected.orElse(70);
        });
    return line;
  }

  /** That of an experiment that cannot be run, for a reason of which its user is told a line. */
  private static OptionalInt exitCode(Exception problem) {
    if (problem instanceof ExperimentException expected) {
      return OptionalInt.of(expected.exitCode());
    }
    if (problem instanceof CorpusException) {
      return OptionalInt.of(65);
    }
    return problem instanceof ProcessException || problem instanceof PeerClientException
        ? OptionalInt.of(70)
        : OptionalInt.empty();
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
