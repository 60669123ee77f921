package org.spamwatch.agent.cli;

import java.util.Locale;
import org.spamwatch.overlay.Id;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code spamwatch campaign}: names the commands by which a postmaster overrules votes. */
@Command(
    name = "campaign",
    description = "Shows what people voted on, and overrules the votes at this peer.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND")
final class CampaignCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  static CommandLine line(Console console) {
    return new CommandLine(new CampaignCommand())
        .addSubcommand(new CampaignListCommand(console))
        .addSubcommand(new CampaignShowCommand(console))
        .addSubcommand(new CampaignRuleCommand.Allow(console))
        .addSubcommand(new CampaignRuleCommand.Block(console))
        .addSubcommand(new CampaignRuleCommand.Reset(console));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is needed: list, show, allow, block or reset");
  }

  /** The message that an argument names. */
  static Id guid(String digits) throws CommandFailure {
    if (!digits.matches("[0-9a-fA-F]{40}")) {
      throw new CommandFailure(
          ExitCode.USAGE,
          String.format(
              Locale.ROOT,
              "%.60s: a message's GUID of 40 hexadecimal digits is needed",
              Console.masked(digits)));
    }
    return Id.ofHex(digits);
  }
}
