package org.spamwatch.agent.request;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.spamwatch.agent.campaign.CampaignDetail;
import org.spamwatch.agent.campaign.CampaignPage;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.overlay.Id;

/** What a postmaster asks and tells a running peer of campaigns; see {@link PeerCalls}. */
public interface CampaignCalls {
  /** Some campaigns from a GUID on; those with as many votes. */
  CompletableFuture<CampaignPage> page(Id from, int most, int leastVotes);

  /** Some campaigns with a rule, from a GUID on. */
  CompletableFuture<CampaignPage> ruled(Id from, int most);

  /** A campaign in full; nothing if it is not known. */
  CompletableFuture<Optional<CampaignDetail>> detail(Id guid);

  /**
   * Rules on a campaign; completes when the rule is on disk, with nothing if there are as many as
   * there may be, exceptionally if the disk fails.
   */
  CompletableFuture<Optional<CampaignRule>> rule(Id guid, CampaignRule.Action action, String note);

  /**
   * Takes the rule on a campaign back; completes when that is on disk, with whether there was one,
   * exceptionally if the disk fails.
   */
  CompletableFuture<Boolean> reset(Id guid);
}
