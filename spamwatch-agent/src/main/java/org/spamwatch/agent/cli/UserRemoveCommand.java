package org.spamwatch.agent.cli;

import org.spamwatch.agent.AgentException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code spamwatch user remove}: takes a person's token, or an account, out again. */
@Command(
    name = "remove",
    description = "Removes a user: the token is worth nothing any more; votes that were cast stay.")
final class UserRemoveCommand extends ConsoleCommand {
  @Mixin private UsersOption users = new UsersOption();

  @Parameters(arity = "1", paramLabel = "NAME", description = "as list shows it")
  private String name = "";

  @Override
  public Integer call() throws AgentException {
    say("removed " + users.with(console(), file -> file.remove(name)).name());
    return ExitCode.OK;
  }
}
