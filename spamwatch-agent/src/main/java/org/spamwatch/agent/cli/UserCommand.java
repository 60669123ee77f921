package org.spamwatch.agent.cli;

import picocli.CommandLine.Command;

/** {@code spamwatch user}: names the commands of those who may vote at a peer. */
@Command(
    name = "user",
    description = "Says who may vote at a peer, whether it runs or not.",
    subcommands = {UserAddCommand.class, UserListCommand.class, UserRemoveCommand.class})
final class UserCommand extends CommandGroup {}
