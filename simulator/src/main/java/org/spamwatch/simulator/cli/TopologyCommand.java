package org.spamwatch.simulator.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim topology}: the networks that experiments run on. */
@Command(
    name = "topology",
    description = {
      "Draws, describes and converts transit-stub topologies. A topology is an .alt file or a spec",
      "file, both as of GT-ITM, or ts: the SpamWatch paper's 5,000 routers (section 6.3)."
    },
    subcommands = {
      TopologyGenerateCommand.class,
      TopologyInfoCommand.class,
      TopologyConvertCommand.class
    },
    mixinStandardHelpOptions = true)
final class TopologyCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
