package org.spamwatch.simulator.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim topology}: the networks that experiments run on. */
@Command(
    name = "topology",
    description = {
      "Draws, describes and converts topologies of routers.",
      "A topology is a file of a graph (.alt as of GT-ITM, GraphML or JSON), a spec file as of",
      "GT-ITM (drawn as GT-ITM does it, or by its scales and all domains alike if its first line",
      "is 'ts COUNT SEED scaled'), or a name: ts, the SpamWatch paper's 5,000 routers (section",
      "6.3) by scales; gt-itm, as many as GT-ITM draws them, of which gt-itm-1 to gt-itm-8 are",
      "stored; gt-itm-5050, 5,050 routers (10 x 5 x (1 + 10 x 10)), drawn so, too."
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
