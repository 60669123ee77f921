package org.spamwatch.agent.cli;

import picocli.CommandLine.Command;

/** {@code spamwatch authority}: names the commands of who says which peers belong to a realm. */
@Command(
    name = "authority",
    description = "Begins a closed realm, admits peers to it, and revokes peers and voters.",
    subcommands = {
      AuthorityInitCommand.class,
      AuthorityAdmitCommand.class,
      AuthorityRevokeCommand.class,
      AuthorityListCommand.class
    })
final class AuthorityCommand extends CommandGroup {}
