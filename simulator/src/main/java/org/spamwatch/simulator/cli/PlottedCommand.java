package org.spamwatch.simulator.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * The command of an experiment that has something to be seen, and that is run in units: it gives
 * its report a plot, and has {@link Report#units} run them.
 */
abstract class PlottedCommand extends SeededCommand {
  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = {
        "Also draws FILE.svg or FILE.png, with the commit, the seed and all parameters below."
      })
  private Optional<Path> plot = Optional.empty();

  @Option(
      names = "--resume",
      description = {
        "Goes on with a run of the same parameters that broke off; what it finished is beside the",
        "file of --out, in FILE.units."
      })
  private boolean resume;

  @Override
  final boolean resumes() {
    return resume;
  }

  @Override
  final Optional<Path> plotPath() {
    return plot;
  }
}
