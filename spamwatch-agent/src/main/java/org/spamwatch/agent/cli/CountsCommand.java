package org.spamwatch.agent.cli;

import picocli.CommandLine.Command;

/** {@code spamwatch counts}: names the commands of the count server. */
@Command(
    name = "counts",
    description = "A count server like DCC's: how many people got the same mail.",
    subcommands = {
      CountsServeCommand.class,
      CountsAskCommand.Check.class,
      CountsAskCommand.Report.class,
      CountsStatusCommand.class,
      CountsMergeCommand.class
    })
final class CountsCommand extends CommandGroup {}
