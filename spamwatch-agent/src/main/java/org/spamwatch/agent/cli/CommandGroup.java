package org.spamwatch.agent.cli;

import java.util.List;
import org.spamwatch.agent.api.Words;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A word that only begins the names of commands. */
@Command(
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND")
abstract class CommandGroup implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public final void run() {
    List<String> commands = List.copyOf(spec.subcommands().keySet());
    throw new ParameterException(
        spec.commandLine(), "a command is needed: " + Words.listed(commands, "or"));
  }
}
