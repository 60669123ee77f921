package org.spamwatch.agent.vote;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/** Takes the votes of this peer's own users: checks, certifies and keeps each, and has it sent. */
final class OwnVoteCast {
  private final NodeLayers node;
  private final Certifier certifier;
  private final VoteCheck check;
  private final VoteQuotas quotas;
  private final KeptMessages messages;
  private final StaleVoteRepair staleVoteRepair;
  private final VoteReplication voteReplication;

  OwnVoteCast(
      NodeLayers node,
      Certifier certifier,
      VoteCheck check,
      VoteQuotas quotas,
      KeptMessages messages,
      StaleVoteRepair staleVoteRepair,
      VoteReplication voteReplication) {
    this.node = node;
    this.certifier = certifier;
    this.check = check;
    this.quotas = quotas;
    this.messages = messages;
    this.staleVoteRepair = staleVoteRepair;
    this.voteReplication = voteReplication;
  }

  /** A message is loaded from the store. */
  void loaded(KeptMessage message) {
    long dateMillis = node.timers().dateMillis();
    message.votes().forEach(vote -> quotas.loaded(vote, dateMillis));
  }

  /** All are loaded: charges them to quotas, in parts on the node's turn. */
  void loaded(Consumer<Runnable> turns) {
    quotas.restore(
        node.routing().self().id(),
        node.timers().dateMillis(),
        node.timers().nowMicros() / 1000,
        turns);
  }

  /** Casts a vote: {@link VoteTable#cast}. */
  void cast(Vote word, List<FeatureVector> vectors, Consumer<VoteResult> receiver) {
    Optional<VoteFault> wordFault = siteFault(word).or(() -> check.uncertifiedFault(word, vectors));
    Vote vote = wordFault.isEmpty() ? certifier.certify(word, node.timers().dateMillis()) : word;
    // The second one asks: is this peer still a member?
    Optional<VoteFault> fault = wordFault.or(() -> check.fault(vote, vectors));
    if (fault.isPresent()) {
      receiver.accept(VoteResult.refused(vote, fault.get().text()));
      return;
    }
    if (messages.isDiskBehind()) {
      receiver.accept(VoteResult.diskBehind(vote));
      return;
    }
    if (!messages.knowsVoterOf(vote)) {
      long wait = quotas.askOwn(vote, node.timers().nowMicros() / 1000);
      if (wait > 0) {
        receiver.accept(VoteResult.overQuota(vote, quotas.refusal(vote, wait), wait));
        return;
      }
    }
    Vote old = messages.word(vote);
    if (!messages.hasRoomForOwn(vote, vectors)) {
      receiver.accept(VoteResult.noRoom(vote, messages.roomBytes()));
      return;
    }
    messages.merge(vote, vectors);
    KeptMessage message = messages.find(vote.guid());
    if (message == null || !message.holds(vote)) {
      receiver.accept(
          VoteResult.refused(vote, "this voter has said something newer of this message"));
      return;
    }
    staleVoteRepair.superseded(message, old, vote); // this peer may be the root
    voteReplication.begin(message, vote, vectors, receiver);
  }

  private Optional<VoteFault> siteFault(Vote vote) {
    Id self = node.routing().self().id();
    String text =
        "the vote names the site " + vote.site() + ", this peer is " + self + "; sign it for this";
    return vote.site().equals(self) ? Optional.empty() : Optional.of(VoteFault.refused(text));
  }
}
