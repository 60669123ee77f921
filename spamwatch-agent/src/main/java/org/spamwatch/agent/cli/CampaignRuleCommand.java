package org.spamwatch.agent.cli;

import java.util.concurrent.Callable;
import org.spamwatch.agent.api.CampaignRuled;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.overlay.Id;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch campaign allow}, {@code block} and {@code reset}: the postmaster's word. */
abstract class CampaignRuleCommand implements Callable<Integer> {
  private final Console console;
  private final String action;

  @Mixin private OperatorOption operator = new OperatorOption();

  @Parameters(arity = "1", paramLabel = "GUID", description = "the message, as explain shows it")
  private String message = "";

  CampaignRuleCommand(Console console, String action) {
    this.console = console;
    this.action = action;
  }

  String note() throws CommandFailure {
    return "";
  }

  @Override
  public Integer call() throws CommandFailure {
    Id guid = CampaignCommand.guid(message);
    try {
      CampaignRuled answer = operator.client(console).rule(guid, action, note());
      if (answer.rule().isPresent()) {
        console.say(guid + " " + CampaignShowCommand.ruleLine(answer.rule().get()));
        return ExitCode.OK;
      }
      if (!answer.removed().orElse(false)) {
        throw new CommandFailure(ExitCode.DATA, guid + ": there is no rule on it");
      }
      console.say(guid + " rule removed");
      return ExitCode.OK;
    } catch (PeerClientException e) {
      throw PeerOption.failure(e);
    }
  }

  /** A rule that has a reason. */
  abstract static class Noted extends CampaignRuleCommand {
    @Option(
        names = "--note",
        paramLabel = "TEXT",
        description = "why, at most " + CampaignRule.MAX_NOTE + " characters; shown to users")
    private String note = "";

    Noted(Console console, String action) {
      super(console, action);
    }

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
  static final class Allow extends Noted {
    Allow(Console console) {
      super(console, "allow");
    }
  }

  /** Mail like the message is spam here. */
  @Command(
      name = "block",
      description = "Calls mail like this message spam, though nobody votes.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class)
  static final class Block extends Noted {
    Block(Console console) {
      super(console, "block");
    }
  }

  /** The votes decide again. */
  @Command(
      name = "reset",
      description = "Removes the rule on a message: the votes decide again.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class)
  static final class Reset extends CampaignRuleCommand {
    Reset(Console console) {
      super(console, "reset");
    }
  }
}
