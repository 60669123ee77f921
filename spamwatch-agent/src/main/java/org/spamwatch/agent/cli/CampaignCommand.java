package org.spamwatch.agent.cli;

import java.util.Locale;
import org.spamwatch.overlay.Id;
import picocli.CommandLine.Command;

/** {@code spamwatch campaign}: names the commands by which a postmaster overrules votes. */
@Command(
    name = "campaign",
    description = "Shows what people voted on, and overrules the votes at this peer.",
    subcommands = {
      CampaignListCommand.class,
      CampaignShowCommand.class,
      CampaignRuleCommand.Allow.class,
      CampaignRuleCommand.Block.class,
      CampaignRuleCommand.Reset.class
    })
final class CampaignCommand extends CommandGroup {
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
