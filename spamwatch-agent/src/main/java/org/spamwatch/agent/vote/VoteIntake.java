package org.spamwatch.agent.vote;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.spamwatch.agent.vote.KeptMessage.Merged;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.agent.vote.VoteMessage.Refused;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteMessage.VoteReplicated;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Routed;

/**
 * Takes votes that other peers bring: at the message's root those that are cast, at its replicas
 * those that the root or the voter's peer replicates, and those that another keeper hands over.
 */
final class VoteIntake {
  private final NodeLayers node;
  private final VoteCheck check;
  private final VoteQuotas quotas;
  private final KeptMessages messages;
  private final StaleVoteRepair staleVoteRepair;
  private final MissedHandover missedHandover;
  private final VoteMaintenance voteMaintenance;
  private Consumer<Vote> newsListener = vote -> {};

  VoteIntake(
      NodeLayers node,
      VoteCheck check,
      VoteQuotas quotas,
      KeptMessages messages,
      StaleVoteRepair staleVoteRepair,
      VoteMaintenance voteMaintenance) {
    this.node = node;
    this.check = check;
    this.quotas = quotas;
    this.messages = messages;
    this.staleVoteRepair = staleVoteRepair;
    this.missedHandover = new MissedHandover(node.routing(), node.timers(), messages);
    this.voteMaintenance = voteMaintenance;
  }

  /** Who is told of each vote that is taken and was not known. */
  void onNews(Consumer<Vote> listener) {
    newsListener = listener;
  }

  /** A vote has come to its root: keeps it, and gives it to the other replicas. */
  void cast(Routed routed, Cast cast) {
    List<Contact> replicas =
        node.routing().replicaSet(cast.vote().guid(), node.leases().replicas());
    ReplicateVote replicate =
        new ReplicateVote(
            cast.castId(), routed.origin(), replicas.size(), cast.vote(), cast.vectors());
    if (replicated(replicate, routed.via(), false)) {
      for (Contact replica : replicas) {
        if (!replica.id().equals(node.routing().self().id())) {
          node.routing().send(replica, replicate);
        }
      }
    }
  }

  /** Keeps a vote and confirms it to its origin; returns whether it is in order. */
  boolean replicated(ReplicateVote replicate, Contact from, boolean inPerson) {
    Vote vote = replicate.vote();
    List<FeatureVector> vectors = replicate.vectors();
    Optional<VoteFault> fault =
        placeFault(vote)
            .or(() -> check.fault(vote, vectors, from, inPerson))
            .or(() -> faultIf(messages.isDiskBehind(), VoteFault.DISK_BEHIND))
            .or(() -> floodFault(vote))
            .or(() -> faultIf(merge(vote, vectors) == Merged.FULL, VoteFault.FULL));
    if (fault.isPresent()) {
      if (fault.get().kind() != VoteFault.Kind.PASSED_OVER) {
        answer(replicate, from, new Refused(replicate.castId(), fault.get().text()));
      }
      return false;
    }
    newerWord(vote).ifPresent(newer -> answer(replicate, from, newer));
    messages.durable(
        () -> answer(replicate, from, new VoteReplicated(replicate.castId(), replicate.holders())));
    return true;
  }

  /**
   * Answers the origin of a vote: over the link that it came by if the origin sent it itself. Of an
   * origin that the message's root only names, and that is not answered, the vote comes again in
   * person.
   */
  private void answer(ReplicateVote replicate, Contact from, Message answer) {
    boolean inPerson = from.id().equals(replicate.origin().id());
    node.routing().sendNamed(inPerson ? from : replicate.origin(), from, answer);
  }

  /**
   * A vote is none of this peer's business unless it is, as far as it knows, near the message's
   * keepers, or knows the voter's word already: twice as many as are to keep it take it, for those
   * who hand it over may know the ring better, or less well.
   */
  private Optional<VoteFault> placeFault(Vote vote) {
    boolean isNear =
        messages.knowsVoterOf(vote)
            || node.routing()
                .replicaSet(vote.guid(), 2 * node.leases().replicas())
                .contains(node.routing().self());
    return faultIf(!isNear, VoteFault.FAR);
  }

  private Optional<VoteFault> floodFault(Vote vote) {
    long wait =
        messages.knowsVoterOf(vote) ? 0 : quotas.askOther(vote, node.timers().nowMicros() / 1000);
    return wait == 0
        ? Optional.empty()
        : Optional.of(VoteFault.refused(VoteQuotas.refusalElsewhere(wait)));
  }

  private static Optional<VoteFault> faultIf(boolean is, VoteFault fault) {
    return is ? Optional.of(fault) : Optional.empty();
  }

  /** What this peer knows of a voter that is newer than what it was just given. */
  private Optional<HandOverVotes> newerWord(Vote given) {
    KeptMessage message = messages.find(given.guid());
    Vote known = message == null ? null : message.word(given);
    return message == null || known == null || !known.supersedes(given)
        ? Optional.empty()
        : Optional.of(StaleVoteRepair.entrust(message, known));
  }

  /**
   * Keeps those of the votes that another keeper hands over which are in order.
   *
   * @param inPerson whether that keeper has looked at them itself
   */
  void handedOver(HandOverVotes handed, Contact via, boolean inPerson) {
    if (check.isForger(via, handed.votes().size())) {
      return;
    }
    if (messages.isDiskBehind()) {
      missedHandover.missed();
      return;
    }
    Map<Id, FeatureVector> vectors = new LinkedHashMap<>();
    handed.vectors().forEach(vector -> vectors.put(vector.digest(), vector));
    for (Vote vote : handed.votes()) {
      if (placeFault(vote).isPresent() || isKnown(vote)) {
        continue;
      }
      List<FeatureVector> spokenFor =
          vote.digests().stream().filter(vectors::containsKey).map(vectors::get).toList();
      if (check.fault(vote, spokenFor, via, inPerson).isEmpty()
          && (messages.knowsVoterOf(vote) || quotas.admitsHandedOver(vote))) {
        merge(vote, spokenFor);
      }
    }
    messages.durable(() -> {}); // nobody waits, but what was passed on here is to survive here
  }

  private boolean isKnown(Vote vote) {
    Vote known = messages.word(vote);
    return known != null && !vote.supersedes(known);
  }

  private Merged merge(Vote vote, List<FeatureVector> vectors) {
    Vote old = messages.word(vote);
    Merged merged = messages.merge(vote, vectors);
    KeptMessage message = messages.find(vote.guid());
    if (merged == Merged.NEWS && message != null) {
      newsListener.accept(vote);
      staleVoteRepair.superseded(message, old, vote);
      voteMaintenance.settle(message);
    }
    return merged;
  }
}
