package org.spamwatch.agent.live;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.spamwatch.agent.campaign.CampaignDetail;
import org.spamwatch.agent.campaign.CampaignPage;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.agent.campaign.Campaigns;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.file.KeptFile;
import org.spamwatch.agent.request.CampaignCalls;
import org.spamwatch.agent.request.NotKeptException;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.live.LiveNode;

/**
 * Campaigns on the node's turn, and the rules on disk. A rule is in force on the turn and answered
 * when it is written.
 */
final class LiveCampaigns implements CampaignCalls {
  private final LiveNode node;
  private final Campaigns campaigns;
  private final KeptFile<List<CampaignRule>> file;
  private final Executor disk;

  /** With the file of the rules, which only the disk's thread writes. */
  LiveCampaigns(
      LiveNode node, Campaigns campaigns, KeptFile<List<CampaignRule>> file, Executor disk) {
    this.node = node;
    this.campaigns = campaigns;
    this.file = file;
    this.disk = disk;
  }

  @Override
  public CompletableFuture<CampaignPage> page(Id from, int most, int leastVotes) {
    return node.call(() -> campaigns.page(from, most, leastVotes));
  }

  @Override
  public CompletableFuture<CampaignPage> ruled(Id from, int most) {
    return node.call(() -> campaigns.ruled(from, most));
  }

  @Override
  public CompletableFuture<Optional<CampaignDetail>> detail(Id guid) {
    return node.call(() -> campaigns.detail(guid));
  }

  @Override
  public CompletableFuture<Optional<CampaignRule>> rule(
      Id guid, CampaignRule.Action action, String note) {
    return kept(() -> campaigns.rule(guid, action, note, node.timers().dateMillis()));
  }

  @Override
  public CompletableFuture<Boolean> reset(Id guid) {
    return kept(() -> campaigns.rules().remove(guid));
  }

  /** What a change and the rules after it are. */
  private record Changed<T>(T result, List<CampaignRule> rules) {}

  private <T> CompletableFuture<T> kept(Supplier<T> change) {
    return node.call(() -> new Changed<>(change.get(), campaigns.rules().all()))
        .thenApplyAsync(
            changed -> {
              try {
                file.write(changed.rules());
                return changed.result();
              } catch (IOException e) {
                throw new NotKeptException(
                    "the rule is in force but not on disk: " + AtomicFile.reason(e),
                    "see to the disk and give the command again");
              }
            },
            disk);
  }
}
