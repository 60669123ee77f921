package org.spamwatch.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.spamwatch.agent.http.PeerClientException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch campaign show}: one message that people voted on, in full. */
@Command(
    name = "show",
    description = "Shows a message's votes by day, who voted through which site, and the rule.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class CampaignShowCommand implements Callable<Integer> {
  private static final int BAR = 40;
  private static final long LAST_MILLIS = Instant.parse("9999-12-31T23:59:59Z").toEpochMilli();

  private final Console console;

  @Mixin private PeerOption peer = new PeerOption();

  @Option(names = "--json", description = "the peer's JSON instead")
  private boolean json;

  @Parameters(arity = "1", paramLabel = "GUID", description = "the message, as explain shows it")
  private String message = "";

  CampaignShowCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws CommandFailure {
    try {
      ObjectNode campaign = peer.client(console).campaign(CampaignCommand.guid(message));
      if (json) {
        console.say(campaign.toString());
      } else {
        print(campaign);
      }
      return ExitCode.OK;
    } catch (PeerClientException e) {
      throw PeerOption.failure(e);
    }
  }

  private void print(JsonNode campaign) {
    console.say(CampaignListCommand.line(campaign));
    JsonNode rule = campaign.path("rule");
    if (!rule.isMissingNode()) {
      console.say(ruleLine(rule));
    }
    int most = 1;
    for (JsonNode day : campaign.path("days")) {
      most = Math.max(most, day.path("spam").asInt() + day.path("ham").asInt());
    }
    for (JsonNode day : campaign.path("days")) {
      console.say(dayLine(day, most));
    }
    for (JsonNode vote : campaign.path("voters")) {
      console.say(
          String.format(
              Locale.ROOT,
              "vote %-8s %s by %s through %s",
              vote.path("verdict").asText(),
              moment(vote.path("time").asLong()),
              vote.path("voter").asText(),
              vote.path("site").asText()));
    }
  }

  /** Such as {@code rule allow since ..., 2 vectors: a customer's newsletter}. */
  static String ruleLine(JsonNode rule) {
    int vectors = rule.path("vectors").asInt();
    String note = rule.path("note").asText();
    return "rule "
        + rule.path("action").asText()
        + " since "
        + moment(rule.path("since").asLong())
        + ", "
        + (vectors == 0 ? "this GUID alone: nothing else of it is known" : vectors + " vectors")
        + (note.isEmpty() ? "" : ": " + Console.masked(note));
  }

  private static String dayLine(JsonNode day, int most) {
    int spam = day.path("spam").asInt();
    int ham = day.path("ham").asInt();
    return String.format(
        Locale.ROOT,
        "%s spam=%-5d ham=%-5d %s%s",
        day.path("day").asText(),
        spam,
        ham,
        "#".repeat(length(spam, most)),
        "-".repeat(length(ham, most)));
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
