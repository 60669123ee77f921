package org.spamwatch.agent.cli;

import org.spamwatch.agent.AgentException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch user add}: registers a person. */
@Command(
    name = "add",
    description = "Registers a person, who votes as nobody else.",
    footer = {
      "Prints his token, which nobody can look up later. It is shown to the peer from any host:",
      "$SPAMWATCH_TOKEN, or 'Authorization: Bearer TOKEN'. An account of the peer's host by the",
      "same name is the same person, and votes over loopback TCP without a token."
    })
final class UserAddCommand extends ConsoleCommand {
  @Mixin private UsersOption users = new UsersOption();

  @Option(names = "--account", description = "an account of the peer's host: without a token")
  private boolean account;

  @Parameters(arity = "1", paramLabel = "NAME", description = "the user, or the account")
  private String name = "";

  @Override
  public Integer call() throws AgentException {
    String user = UsersOption.name(name);
    say(
        account
            ? "account " + users.with(console(), file -> file.addAccount(user)).name()
            : users.with(console(), file -> file.addWithToken(user)));
    return ExitCode.OK;
  }
}
