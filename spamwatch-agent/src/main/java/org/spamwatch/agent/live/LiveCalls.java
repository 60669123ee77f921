package org.spamwatch.agent.live;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.spamwatch.agent.bulk.BulkCount;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.agent.keys.VoterKey;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.peer.PeerStatus;
import org.spamwatch.agent.peer.TracedRoute;
import org.spamwatch.agent.request.CampaignCalls;
import org.spamwatch.agent.request.HamCalls;
import org.spamwatch.agent.request.PeerCalls;
import org.spamwatch.agent.request.WrongClockException;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.live.LinkCounters;
import org.spamwatch.overlay.live.LiveNode;

/** Hands the calls of other threads over to the node's turn. */
final class LiveCalls implements PeerCalls {
  private final LiveNode node;
  private final PeerCore core;
  private final Keyring keys;
  private final byte[] secret;
  private final Id realm;
  private final LiveCampaigns campaigns;
  private final HamCalls ham;
  private volatile boolean ready;

  LiveCalls(
      LiveNode node,
      PeerCore core,
      Keyring keys,
      byte[] secret,
      Id realm,
      LiveCampaigns campaigns,
      HamCalls ham) {
    this.secret = secret.clone();
    this.ham = ham;
    this.node = node;
    this.core = core;
    this.keys = keys;
    this.realm = realm;
    this.campaigns = campaigns;
  }

  void ready() {
    ready = true;
  }

  @Override
  public CompletableFuture<CheckResult> check(CheckRequest question) {
    return onTurn(answer -> core.check(question, answer));
  }

  @Override
  public CompletableFuture<Optional<BulkCount>> bulk(
      List<FeatureVector> vectors, Set<String> people) {
    return core.bulk().isEmpty()
        ? CompletableFuture.completedFuture(Optional.empty())
        : node.call(() -> core.bulk().map(counts -> counts.seen(vectors, people)));
  }

  @Override
  public CompletableFuture<VoteResult> vote(VoteRequest voteRequest) {
    return onTurn(
        receipt -> {
          core.wrongClock()
              .ifPresent(
                  reason -> {
                    throw new WrongClockException(reason);
                  });
          core.vote(voteRequest, receipt);
        });
  }

  @Override
  public CompletableFuture<Optional<TracedRoute>> trace(Id key) {
    return onTurn(route -> core.trace(key, route));
  }

  @Override
  public CampaignCalls campaigns() {
    return campaigns;
  }

  @Override
  public HamCalls ham() {
    return ham;
  }

  @Override
  public CompletableFuture<PeerStatus> status() {
    return node.call(core::status);
  }

  @Override
  public LinkCounters links() {
    return node.counters();
  }

  private <T> CompletableFuture<T> onTurn(Consumer<Consumer<T>> call) {
    CompletableFuture<T> result = new CompletableFuture<>();
    node.execute(
        () -> {
          try {
            call.accept(result::complete);
          } catch (WrongClockException e) {
            result.completeExceptionally(e);
          } catch (RuntimeException e) {
            result.completeExceptionally(e); // or the asker would wait for its whole time-out
            throw e;
          }
        });
    return result;
  }

  @Override
  public byte[] secret() {
    return secret.clone();
  }

  @Override
  public boolean isReady() {
    return ready;
  }

  @Override
  public VoterKey voter(String user) throws KeyException {
    return keys.voter(user).key();
  }

  @Override
  public void signedElsewhere(String user, long sequence) throws KeyException {
    keys.voter(user).signedElsewhere(sequence, nowMicros());
  }

  private static long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  @Override
  public Vote sign(String user, Id guid, List<Id> digests, VoteValue value, VoteOrigin origin)
      throws KeyException {
    return keys.voter(user)
        .vote(realm, node.self().id(), guid, digests, value, origin, nowMicros());
  }
}
