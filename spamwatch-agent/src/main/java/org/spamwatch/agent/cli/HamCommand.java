package org.spamwatch.agent.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code spamwatch ham}: names the commands of the own-ham filter. */
@Command(
    name = "ham",
    description = "Teaches a peer what the site's own ham looks like; it never leaves the peer.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND")
final class HamCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  static CommandLine line(Console console) {
    return new CommandLine(new HamCommand())
        .addSubcommand(new HamLearnCommand(console))
        .addSubcommand(new HamInfoCommand(console))
        .addSubcommand(new HamForgetCommand(console));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is needed: learn, info or forget");
  }
}
