package org.spamwatch.agent.api;

import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.campaign.CampaignPage;
import org.spamwatch.overlay.Id;

/**
 * Some campaigns in the order of their GUIDs.
 *
 * @param next where to go on, if there are more
 */
public record CampaignList(List<CampaignAnswer> campaigns, Optional<Id> next) {
  /** Copies the list. */
  public CampaignList {
    campaigns = List.copyOf(campaigns);
  }

  /** The answer to the client. */
  public static CampaignList of(CampaignPage page) {
    return new CampaignList(
        page.campaigns().stream().map(CampaignAnswer::of).toList(), page.next());
  }
}
