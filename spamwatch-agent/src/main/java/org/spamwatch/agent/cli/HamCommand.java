package org.spamwatch.agent.cli;

import picocli.CommandLine.Command;

/** {@code spamwatch ham}: names the commands of the own-ham filter. */
@Command(
    name = "ham",
    description = "Teaches a peer what the site's own ham looks like; it never leaves the peer.",
    subcommands = {HamLearnCommand.class, HamInfoCommand.class, HamForgetCommand.class})
final class HamCommand extends CommandGroup {}
