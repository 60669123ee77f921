package org.spamwatch.agent.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code spamwatch authority}: names the commands of who says which peers belong to a realm. */
@Command(
    name = "authority",
    description = "Begins a closed realm, admits peers to it, and revokes peers and voters.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND")
final class AuthorityCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  static CommandLine line(Console console) {
    return new CommandLine(new AuthorityCommand())
        .addSubcommand(new AuthorityInitCommand(console))
        .addSubcommand(new AuthorityAdmitCommand(console))
        .addSubcommand(new AuthorityRevokeCommand(console))
        .addSubcommand(new AuthorityListCommand(console));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is needed: init, admit, revoke or list");
  }
}
