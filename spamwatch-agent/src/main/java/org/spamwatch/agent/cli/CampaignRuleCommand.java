package org.spamwatch.agent.cli;

import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.CampaignRuled;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.overlay.Id;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch campaign allow}, {@code block} and {@code reset}: the postmaster's word. */
abstract class CampaignRuleCommand extends ConsoleCommand {
  @Mixin private OperatorOption operator = new OperatorOption();

  @Parameters(arity = "1", paramLabel = "GUID", description = "the message, as explain shows it")
  private String message = "";

  /** Why. */
  String note() throws CommandFailure {
    return "";
  }

  @Override
  public Integer call() throws AgentException {
    Id guid = CampaignCommand.guid(message);
    CampaignRuled answer = operator.client(console()).rule(guid, name(), note());
    if (answer.rule().isPresent()) {
      say(guid + " " + CampaignShowCommand.ruleLine(answer.rule().get()));
    } else if (answer.removed().orElse(false)) {
      say(guid + " rule removed");
    } else {
      throw new CommandFailure(ExitCode.DATA, guid + ": there is no rule on it");
    }
    return ExitCode.OK;
  }

  /** A rule that has a reason. */
  abstract static class Noted extends CampaignRuleCommand {
    @Option(
        names = "--note",
        paramLabel = "TEXT",
        description = "why, at most " + CampaignRule.MAX_NOTE + " characters; shown to users")
    private String note = "";

    @Override
    String note() throws CommandFailure {
      if (note.length() > CampaignRule.MAX_NOTE || note.chars().anyMatch(Character::isISOControl)) {
        throw new CommandFailure(
            ExitCode.USAGE,
            "--note: allowed are "
                + CampaignRule.MAX_NOTE
                + " characters, none of them a control character");
      }
      return note;
    }
  }

  /** Mail like the message is never called spam here. */
  @Command(
      name = "allow",
      description = "Never calls mail like this message spam, whatever others vote.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class)
  static final class Allow extends Noted {}

  /** Mail like the message is spam here. */
  @Command(
      name = "block",
      description = "Calls mail like this message spam, though nobody votes.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class)
  static final class Block extends Noted {}

  /** The votes decide again. */
  @Command(
      name = "reset",
      description = "Removes the rule on a message: the votes decide again.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class)
  static final class Reset extends CampaignRuleCommand {}
}
