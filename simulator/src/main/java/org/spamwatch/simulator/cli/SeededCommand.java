package org.spamwatch.simulator.cli;

import picocli.CommandLine.Option;

/** The command of an experiment that draws what it does from a seed. */
abstract class SeededCommand extends ExperimentCommand {
  @Option(
      names = "--seed",
      description = "Gives all that the experiment draws (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  final long seed() {
    return seed;
  }
}
