package org.spamwatch.agent.cli;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.CampaignAnswer;
import org.spamwatch.agent.api.CampaignList;
import org.spamwatch.agent.api.Words;
import org.spamwatch.agent.campaign.Campaigns;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.overlay.Id;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch campaign list}: a page of the messages that people voted on. */
@Command(
    name = "list",
    description = "Lists messages that people voted on, as far as the peer knows them.",
    footer = {
      "One line a message, in the order of GUIDs: GUID, spam and ham votes, sites, first and",
      "last vote, schemes, fingerprints, whence it is known (kept: its votes are kept here; met:",
      "by a check; ruled: by its rule alone), and the postmaster's rule.",
      "If there are more, the last line says how to go on."
    })
final class CampaignListCommand extends PeerQuery<CampaignList> {

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

  @Override
  CampaignList ask(PeerClient client) throws AgentException {
    if (limit < 1 || limit > Campaigns.MAX_PAGE) {
      throw new CommandFailure(
          ExitCode.USAGE, "--limit " + limit + ": allowed is 1 to " + Campaigns.MAX_PAGE);
    }
    if (votes < 0) {
      throw new CommandFailure(ExitCode.USAGE, "--votes " + votes + ": not below 0");
    }
    Optional<Id> begin = from == null ? Optional.empty() : Optional.of(CampaignCommand.guid(from));
    return client.campaigns(begin, limit, votes, ruled);
  }

  @Override
  void print(CampaignList page) {
    page.campaigns().forEach(campaign -> say(line(campaign)));
    if (page.next().isPresent()) {
      say("more with --from " + page.next().get());
    } else if (page.campaigns().isEmpty()) {
      say("no campaign is known");
    }
  }

  /** One line about a campaign. */
  static String line(CampaignAnswer campaign) {
    return String.format(
        Locale.ROOT,
        "%s spam=%d ham=%d sites=%d first=%s last=%s schemes=%s fingerprints=%d %s rule=%s",
        campaign.message(),
        campaign.spam(),
        campaign.ham(),
        campaign.sites(),
        CampaignShowCommand.moment(campaign.first()),
        CampaignShowCommand.moment(campaign.last()),
        campaign.schemes().isEmpty() ? "-" : String.join(",", campaign.schemes()),
        campaign.features(),
        Words.of(campaign.known()),
        campaign.rule().map(rule -> Words.of(rule.action())).orElse("-"));
  }
}
