package org.spamwatch.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.campaign.Campaigns;
import org.spamwatch.agent.http.PeerClientException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch campaign list}: a page of the messages that people voted on. */
@Command(
    name = "list",
    description = "Lists messages that people voted on, as far as the peer knows them.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "One line a message, in the order of GUIDs: GUID, spam and ham votes, sites, first and",
      "last vote, schemes, fingerprints, whence it is known (kept: its votes are kept here; met:",
      "by a check; ruled: by its rule alone), and the postmaster's rule.",
      "If there are more, the last line says how to go on."
    })
final class CampaignListCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private PeerOption peer = new PeerOption();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "how many, 1 to " + Campaigns.MAX_PAGE + "; ${DEFAULT-VALUE}")
  private int limit;

  @Option(names = "--from", paramLabel = "GUID", description = "where to begin")
  private @Nullable String from;

  @Option(
      names = "--votes",
      paramLabel = "N",
      defaultValue = "0",
      description = "only those with at least as many votes")
  private int votes;

  @Option(names = "--ruled", description = "only those with a rule")
  private boolean ruled;

  @Option(names = "--json", description = "the peer's JSON instead")
  private boolean json;

  CampaignListCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws CommandFailure {
    if (limit < 1 || limit > Campaigns.MAX_PAGE) {
      throw new CommandFailure(
          ExitCode.USAGE, "--limit " + limit + ": allowed is 1 to " + Campaigns.MAX_PAGE);
    }
    if (votes < 0) {
      throw new CommandFailure(ExitCode.USAGE, "--votes " + votes + ": not below 0");
    }
    List<String> query = new ArrayList<>(List.of("limit=" + limit, "votes=" + votes));
    query.add("ruled=" + (ruled ? 1 : 0));
    if (from != null) {
      query.add("from=" + CampaignCommand.guid(from));
    }
    try {
      ObjectNode page = peer.client(console).campaigns(String.join("&", query));
      if (json) {
        console.say(page.toString());
      } else {
        print(page);
      }
      return ExitCode.OK;
    } catch (PeerClientException e) {
      throw PeerOption.failure(e);
    }
  }

  private void print(JsonNode page) {
    for (JsonNode campaign : page.path("campaigns")) {
      console.say(line(campaign));
    }
    if (page.has("next")) {
      console.say("more with --from " + page.path("next").asText());
    } else if (page.path("campaigns").isEmpty()) {
      console.say("no campaign is known");
    }
  }

  /** One line about a campaign. */
  static String line(JsonNode campaign) {
    List<String> schemes = new ArrayList<>();
    campaign.path("schemes").forEach(scheme -> schemes.add(scheme.asText()));
    String rule = campaign.path("rule").path("action").asText("-");
    return String.format(
        Locale.ROOT,
        "%s spam=%d ham=%d sites=%d first=%s last=%s schemes=%s fingerprints=%d %s rule=%s",
        campaign.path("message").asText(),
        campaign.path("spam").asInt(),
        campaign.path("ham").asInt(),
        campaign.path("sites").asInt(),
        CampaignShowCommand.moment(campaign.path("first").asLong()),
        CampaignShowCommand.moment(campaign.path("last").asLong()),
        schemes.isEmpty() ? "-" : String.join(",", schemes),
        campaign.path("features").asInt(),
        campaign.path("known").asText("-"),
        rule);
  }
}
