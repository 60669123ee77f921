package org.spamwatch.agent.api;

import java.util.Optional;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.overlay.Id;

/**
 * What became of the postmaster's word on a message.
 *
 * @param rule that is in force and on disk now, unless one was taken back
 * @param removed when one was taken back, whether there was one
 */
public record CampaignRuled(
    Id message, Optional<CampaignAnswer.Rule> rule, Optional<Boolean> removed) {
  /** A rule was made. */
  public static CampaignRuled of(CampaignRule rule) {
    return new CampaignRuled(
        rule.guid(), Optional.of(CampaignAnswer.Rule.of(rule)), Optional.empty());
  }

  /** A rule was taken back, if there was one. */
  public static CampaignRuled reset(Id message, boolean removed) {
    return new CampaignRuled(message, Optional.empty(), Optional.of(removed));
  }
}
