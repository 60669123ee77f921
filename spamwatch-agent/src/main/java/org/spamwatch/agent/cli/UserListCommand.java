package org.spamwatch.agent.cli;

import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.access.User;
import org.spamwatch.agent.access.UserFile;
import org.spamwatch.agent.config.Printable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spamwatch user list}: shows who is registered. */
@Command(
    name = "list",
    description = "Shows who is registered: token or account, tab, since when, tab, name.")
final class UserListCommand extends ConsoleCommand {
  @Mixin private UsersOption users = new UsersOption();

  @Override
  public Integer call() throws AgentException {
    for (User user : users.with(console(), UserFile::list)) {
      String kind = user.tokenHash().isPresent() ? "token" : "account";
      say(kind + "\t" + user.since() + "\t" + Printable.line(user.name()));
    }
    return ExitCode.OK;
  }
}
