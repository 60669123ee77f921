package org.spamwatch.agent.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code spamwatch peer}: names the commands about a peer. */
@Command(
    name = "peer",
    description = "Runs a peer, or shows the state, the routes or the key of one.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND")
final class PeerCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  static CommandLine line(Console console) {
    return new CommandLine(new PeerCommand())
        .addSubcommand(new PeerStartCommand(console))
        .addSubcommand(new PeerStatusCommand(console))
        .addSubcommand(new PeerRouteCommand(console))
        .addSubcommand(new PeerKeyCommand(console));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is needed: start, status, route or key");
  }
}
