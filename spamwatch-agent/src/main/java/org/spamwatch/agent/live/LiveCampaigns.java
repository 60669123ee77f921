package org.spamwatch.agent.live;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.spamwatch.agent.campaign.CampaignDetail;
import org.spamwatch.agent.campaign.CampaignPage;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.agent.campaign.Campaigns;
import org.spamwatch.agent.http.CampaignCalls;
import org.spamwatch.agent.http.NotKeptException;
import org.spamwatch.agent.live.StartException.Cause;
import org.spamwatch.agent.store.AtomicFile;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.live.LiveNode;

/**
 * Campaigns on the node's turn, and the rules on disk. A rule is in force on the turn and answered
 * when it is written, by a thread of its own, for a disk may be slow.
 */
final class LiveCampaigns implements CampaignCalls, AutoCloseable {
  private static final Duration CLOSE = Duration.ofSeconds(2);

  private final LiveNode node;
  private final Campaigns campaigns;
  private final CampaignFile file;
  private final DiskThread thread = new DiskThread("campaign-keeper");

  LiveCampaigns(LiveNode node, Campaigns campaigns, CampaignFile file) {
    this.node = node;
    this.campaigns = campaigns;
    this.file = file;
  }

  /**
   * Reads the rules of a peer that is not started yet.
   *
   * @throws StartException if the file cannot be used
   */
  static List<CampaignRule> read(CampaignFile file) throws StartException {
    try {
      return file.read();
    } catch (IOException e) {
      throw new StartException(Cause.DAMAGED, String.valueOf(e.getMessage()), e);
    }
  }

  /** Puts the rules read in force. */
  void restore(List<CampaignRule> rules) {
    node.execute(() -> rules.forEach(campaigns.rules()::put));
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
            thread);
  }

  /** Waits a little for what is being written. */
  @Override
  public void close() {
    thread.close(() -> {}, CLOSE);
  }
}
