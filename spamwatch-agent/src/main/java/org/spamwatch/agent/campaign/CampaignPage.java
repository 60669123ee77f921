package org.spamwatch.agent.campaign;

import java.util.List;
import java.util.Optional;
import org.spamwatch.overlay.Id;

/**
 * Some campaigns, in the order of their GUIDs.
 *
 * @param next where to go on, if there may be more
 */
public record CampaignPage(List<Campaign> campaigns, Optional<Id> next) {
  /** Copies the list. */
  public CampaignPage {
    campaigns = List.copyOf(campaigns);
  }
}
