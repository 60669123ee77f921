package org.spamwatch.agent.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.spamwatch.agent.campaign.Campaign;
import org.spamwatch.agent.campaign.CampaignDetail;
import org.spamwatch.agent.campaign.CampaignPage;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.agent.campaign.CampaignRules;
import org.spamwatch.agent.campaign.CampaignVote;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Id;

/** A peer that knows one campaign, {@link FakePeer#MESSAGE}, and remembers rules. */
public final class FakeCampaigns implements CampaignCalls {
  private static final long DAY = 86_400_000L;
  private static final long NOW = 1_700_000_000_000L;

  /** The rules that were made. */
  public final CampaignRules rules = new CampaignRules();

  /** Whether the disk fails. */
  public volatile boolean failing;

  /** The limits that were asked for. */
  public final List<Integer> limits = new ArrayList<>();

  private Campaign campaign() {
    return new Campaign(
        FakePeer.MESSAGE,
        12,
        1,
        2,
        NOW - DAY,
        NOW,
        List.of("char50"),
        10,
        Campaign.Known.KEPT,
        rules.of(FakePeer.MESSAGE));
  }

  @Override
  public CompletableFuture<CampaignPage> page(Id from, int most, int leastVotes) {
    limits.add(most);
    boolean fits = from.compareTo(FakePeer.MESSAGE) <= 0 && leastVotes <= 13;
    Optional<Id> next = fits ? Optional.of(Id.ofHex("c0ffee")) : Optional.empty();
    return CompletableFuture.completedFuture(
        new CampaignPage(fits ? List.of(campaign()) : List.of(), next));
  }

  @Override
  public CompletableFuture<CampaignPage> ruled(Id from, int most) {
    return CompletableFuture.completedFuture(
        new CampaignPage(
            rules.all().isEmpty() ? List.of() : List.of(campaign()), Optional.empty()));
  }

  @Override
  public CompletableFuture<Optional<CampaignDetail>> detail(Id guid) {
    if (!guid.equals(FakePeer.MESSAGE)) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    CampaignVote vote = new CampaignVote(Id.ofHex("cafe"), FakePeer.SITE, VoteValue.SPAM, NOW);
    CampaignVote far =
        new CampaignVote(Id.ofHex("cafd"), Id.ofHex("517f"), VoteValue.HAM, Long.MAX_VALUE);
    return CompletableFuture.completedFuture(
        Optional.of(
            new CampaignDetail(
                campaign(),
                List.of(
                    new CampaignDetail.Day(19_674, 4, 0),
                    new CampaignDetail.Day(19_675, 8, 1),
                    new CampaignDetail.Day(Long.MAX_VALUE, 0, 0)),
                List.of(far, vote))));
  }

  @Override
  public CompletableFuture<Optional<CampaignRule>> rule(
      Id guid, CampaignRule.Action action, String note) {
    if (failing) {
      return CompletableFuture.failedFuture(
          new NotKeptException(
              "the rule is in force but not on disk: no space", "see to the disk"));
    }
    if (!rules.hasRoom(guid)) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    CampaignRule rule = new CampaignRule(guid, action, NOW, note, List.of());
    rules.put(rule);
    return CompletableFuture.completedFuture(Optional.of(rule));
  }

  @Override
  public CompletableFuture<Boolean> reset(Id guid) {
    return CompletableFuture.completedFuture(rules.remove(guid));
  }
}
