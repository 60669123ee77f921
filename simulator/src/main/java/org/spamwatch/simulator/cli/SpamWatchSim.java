package org.spamwatch.simulator.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The simulator's entry point. */
@Command(
    name = "spamwatch-sim",
    description =
        "Runs SpamWatch's experiments: the node code under virtual time, on real mail, and under faults.",
    mixinStandardHelpOptions = true,
    version = "spamwatch-sim 0.1.0",
    subcommands = {
      SettledCommand.class,
      LiarsCommand.class,
      CollusionCommand.class,
      ProximityCommand.class,
      ChurnCommand.class,
      FaultsCommand.class,
      MemoryCommand.class,
      FuzzCommand.class,
      CorpusCommand.class,
      ModifiedCommand.class,
      PaddedCommand.class,
      SplitCommand.class,
      DatedCommand.class,
      ReplayCommand.class,
      OutageCommand.class,
      AttacksCommand.class,
      MemoryLiveCommand.class,
      TopologyCommand.class
    },
    footer = {
      "",
      "Exit codes: 0 within what is expected, 1 a miss, 64 usage, 65 unusable input, 70 internal,",
      "73 output that cannot be written."
    })
public final class SpamWatchSim implements Runnable {
  @Spec private CommandSpec spec;

  /** Runs a command and exits with its code. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The whole command line, for {@link #main} and for tests. */
  static CommandLine commandLine() {
    CommandLine line =
        new CommandLine(new SpamWatchSim()).setCaseInsensitiveEnumValuesAllowed(true);
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
          if (problem instanceof ExperimentException expected) {
            where.getErr().println(name + ": " + expected.getMessage());
            return expected.exitCode();
          }
          where.getErr().println(name + ": internal error: " + problem);
          return 70;
        });
    return line;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
