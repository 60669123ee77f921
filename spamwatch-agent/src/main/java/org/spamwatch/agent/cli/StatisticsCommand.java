package org.spamwatch.agent.cli;

import picocli.CommandLine.Command;

/** {@code spamwatch statistics}: names the commands of the statistical filter. */
@Command(
    name = "statistics",
    description =
        "Teaches a peer which words are those of spam, and judges by them what votes leave open.",
    footer = {
      "To begin: set statistics.mode = \"advise\" and restart the peer, then",
      "  spamwatch statistics train spam ~/Mail/Junk",
      "  spamwatch statistics train ham ~/Mail/INBOX",
      "  spamwatch statistics status",
      "It says nothing before it has some hundred of each."
    },
    subcommands = {
      StatisticsTrainCommand.class,
      StatisticsStatusCommand.class,
      StatisticsCheckCommand.class,
      StatisticsForgetCommand.class,
      StatisticsExportCommand.class
    })
final class StatisticsCommand extends CommandGroup {}
