package org.spamwatch.agent.cli;

import picocli.CommandLine.Command;

/** {@code spamwatch signatures}: names the commands of the signature server. */
@Command(
    name = "signatures",
    description = "A signature server like Razor's: digests of mails that people call spam.",
    subcommands = {
      SignaturesServeCommand.class,
      SignaturesAskCommand.Check.class,
      SignaturesAskCommand.Report.class,
      SignaturesAskCommand.Revoke.class,
      SignaturesStatusCommand.class,
      SignaturesMergeCommand.class
    })
final class SignaturesCommand extends CommandGroup {}
