package org.spamwatch.agent.api;

import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.campaign.Campaign;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.overlay.Id;

/**
 * A message that people voted on.
 *
 * @param spam voters who say so
 * @param ham voters who say so
 * @param sites behind the voters
 * @param first when the first vote was cast, 0 if that is not known
 * @param last when the last one was
 * @param schemes of its vectors
 * @param features of its vectors
 * @param known whence it is known
 * @param rule the postmaster's, if there is one
 */
public record CampaignAnswer(
    Id message,
    int spam,
    int ham,
    int sites,
    long first,
    long last,
    List<String> schemes,
    int features,
    Campaign.Known known,
    Optional<Rule> rule) {
  /** Copies the list. */
  public CampaignAnswer {
    schemes = List.copyOf(schemes);
  }

  static CampaignAnswer of(Campaign campaign) {
    return new CampaignAnswer(
        campaign.guid(),
        campaign.spam(),
        campaign.ham(),
        campaign.sites(),
        campaign.firstMillis(),
        campaign.lastMillis(),
        campaign.schemes(),
        campaign.features(),
        campaign.known(),
        campaign.rule().map(Rule::of));
  }

  /**
   * The postmaster's word on a message.
   *
   * @param since when it was given
   * @param note why; may be empty
   * @param vectors of the message that it holds for; with none for the message alone
   */
  public record Rule(CampaignRule.Action action, long since, String note, int vectors) {
    static Rule of(CampaignRule rule) {
      return new Rule(rule.action(), rule.sinceMillis(), rule.note(), rule.vectors().size());
    }
  }
}
