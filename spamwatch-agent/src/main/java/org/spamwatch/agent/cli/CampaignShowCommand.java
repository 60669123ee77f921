package org.spamwatch.agent.cli;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.CampaignAnswer.Rule;
import org.spamwatch.agent.api.CampaignInFull;
import org.spamwatch.agent.api.CampaignInFull.Day;
import org.spamwatch.agent.api.CampaignInFull.Voter;
import org.spamwatch.agent.api.Words;
import org.spamwatch.agent.http.PeerClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code spamwatch campaign show}: one message that people voted on, in full. */
@Command(
    name = "show",
    description = "Shows a message's votes by day, who voted through which site, and the rule.")
final class CampaignShowCommand extends PeerQuery<CampaignInFull> {
  private static final int BAR = 40;
  private static final long LAST_MILLIS = Instant.parse("9999-12-31T23:59:59Z").toEpochMilli();

  @Parameters(arity = "1", paramLabel = "GUID", description = "the message, as explain shows it")
  private String message = "";

  @Override
  CampaignInFull ask(PeerClient client) throws AgentException {
    return client.campaign(CampaignCommand.guid(message));
  }

  @Override
  void print(CampaignInFull shown) {
    say(CampaignListCommand.line(shown.campaign()));
    shown.campaign().rule().ifPresent(rule -> say(ruleLine(rule)));
    int most = 1;
    for (Day day : shown.days()) {
      most = Math.max(most, day.spam() + day.ham());
    }
    for (Day day : shown.days()) {
      say(dayLine(day, most));
    }
    for (Voter vote : shown.voters()) {
      say(
          "vote %-8s %s by %s through %s",
          Words.of(vote.verdict()), moment(vote.time()), vote.voter(), vote.site());
    }
  }

  /** Such as {@code rule allow since ..., 2 vectors: a customer's newsletter}. */
  static String ruleLine(Rule rule) {
    int vectors = rule.vectors();
    return "rule "
        + Words.of(rule.action())
        + " since "
        + moment(rule.since())
        + ", "
        + (vectors == 0 ? "this GUID alone: nothing else of it is known" : vectors + " vectors")
        + (rule.note().isEmpty() ? "" : ": " + Console.masked(rule.note()));
  }

  private static String dayLine(Day day, int most) {
    return String.format(
        Locale.ROOT,
        "%s spam=%-5d ham=%-5d %s%s",
        day.day(),
        day.spam(),
        day.ham(),
        "#".repeat(length(day.spam(), most)),
        "-".repeat(length(day.ham(), most)));
  }

  private static int length(int votes, int most) {
    return (int) Math.ceil((double) votes * BAR / most);
  }

  /** A moment to the second; none is a dash. */
  static String moment(long millis) {
    return millis == 0
        ? "-"
        : Instant.ofEpochMilli(Math.max(0, Math.min(millis, LAST_MILLIS)))
            .truncatedTo(ChronoUnit.SECONDS)
            .toString();
  }
}
