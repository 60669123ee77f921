package org.spamwatch.simulator.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The command of an experiment that has something to be seen: it gives its report a plot. */
abstract class PlottedCommand extends SeededCommand {
  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = {
        "Also draws FILE.svg or FILE.png, with the commit, the seed and all parameters below."
      })
  private Optional<Path> plot = Optional.empty();

  @Override
  final Optional<Path> plotPath() {
    return plot;
  }
}
