package org.spamwatch.agent.vote;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.Refused;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteMessage.VoteReplicated;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * Replicates votes cast at this peer: each is put on disk, sent to its root, and sent again until
 * the peers closest to its message have confirmed that they have it on theirs. Those this peer
 * looks for itself, and gives them the vote if the root does not. All of them have to confirm it;
 * as long as one does not, be it a liar, the vote is sent again after pauses that double up to ten
 * minutes. If too few are found they are looked for again before that.
 */
final class VoteReplication {
  /** Votes sent again in one pass, of up to some 150,000 messages. */
  private static final int RESENT_AT_ONCE = 256;

  /** Messages looked at in one turn, and the pause until the next; a longer one behind many. */
  private static final int SLICE = 1_000;

  private static final Duration BETWEEN = Duration.ofMillis(2);
  private static final Duration BETWEEN_BURSTS = Duration.ofSeconds(5);

  /** The longest pause before a vote that is not confirmed is sent again. */
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

  /**
   * After what pause those that are to keep a vote are looked for again if too few were found, as
   * at a peer that has just started among others that have.
   */
  private static final Duration SEARCH_AGAIN = Duration.ofSeconds(10);

  /** Votes under way at most for that: of more, those not confirmed wait for their retry. */
  private static final int FEW = 64;

  /** How long the root is given to hand a vote to its replicas. */
  private static final Duration KEPT_WITHIN = Duration.ofMillis(300);

  private final NodeLayers node;
  private final VoteConfig config;
  private final VoteVerifier verifier;
  private final KeptMessages messages;
  private final VoteMaintenance voteMaintenance;
  private final Map<Long, PendingVote> casts = new LinkedHashMap<>();
  private boolean isRetrying;

  VoteReplication(
      NodeLayers node,
      VoteConfig config,
      VoteVerifier verifier,
      KeptMessages messages,
      VoteMaintenance voteMaintenance) {
    this.node = node;
    this.config = config;
    this.verifier = verifier;
    this.messages = messages;
    this.voteMaintenance = voteMaintenance;
  }

  void start() {
    node.timers().after(config.retry(), this::retryPending);
  }

  /** Begins to replicate a vote that was just kept here. */
  void begin(
      KeptMessage message, Vote vote, List<FeatureVector> vectors, Consumer<VoteResult> receiver) {
    messages.pend(message, vote);
    messages.durable(
        () -> {
          PendingVote cast = new PendingVote(vote, vectors, self().id(), receiver);
          cast.timer = node.timers().after(config.castPatience(), () -> impatient(cast));
          send(cast);
        });
    voteMaintenance.settle(message);
  }

  private Contact self() {
    return node.routing().self();
  }

  private void send(PendingVote cast) {
    long castId = node.random().nextLong();
    casts.put(castId, cast);
    node.timers().after(config.retry(), () -> casts.remove(castId));
    KeptMessage message = messages.find(cast.vote.guid());
    if (message != null) {
      message.sending().sent(cast.vote, node.timers().nowMicros(), config.retry(), LONGEST_PAUSE);
    }
    node.routing().route(cast.vote.guid(), new Cast(castId, cast.vote, cast.vectors));
    findHolders(castId, cast);
  }

  private void findHolders(long castId, PendingVote cast) {
    node.replicaLookup()
        .findThoroughly(
            cast.vote.guid(),
            closest -> {
              List<Contact> holders =
                  closest.subList(0, Math.min(node.leases().replicas(), closest.size()));
              if (areEnough(holders, cast.vote.guid())) {
                cast.want(holders);
              } else if (casts.size() <= FEW) {
                node.timers().after(SEARCH_AGAIN, () -> searchAgain(castId, cast));
              }
              settleIfConfirmed(castId, cast);
              node.timers().after(KEPT_WITHIN, () -> keepInPerson(castId, cast, holders));
            });
  }

  private void searchAgain(long castId, PendingVote cast) {
    if (casts.get(castId) == cast) {
      findHolders(castId, cast);
    }
  }

  /**
   * Whether the peers found are all that are to keep a vote. Fewer than this peer knows are not:
   * some did not answer. Nor is this peer by itself, unless it is the only one there ever was: when
   * all others have fallen silent it is cut off, and its word is on no other disk.
   */
  private boolean areEnough(List<Contact> holders, Id guid) {
    Id self = self().id();
    boolean others = holders.stream().anyMatch(holder -> !holder.id().equals(self));
    return (others || node.routing().isAlone())
        && holders.size() >= node.routing().replicaSet(guid, node.leases().replicas()).size();
  }

  /** The root may be a liar, or the vote never have come to it: gives it to the others itself. */
  private void keepInPerson(long castId, PendingVote cast, List<Contact> holders) {
    if (casts.get(castId) != cast) {
      return;
    }
    ReplicateVote keep = new ReplicateVote(castId, self(), holders.size(), cast.vote, cast.vectors);
    for (Contact holder : holders) {
      if (!cast.hasConfirmed(holder.id())) {
        node.routing().send(holder, keep);
      }
    }
  }

  private static void impatient(PendingVote cast) {
    cast.answer(
        VoteResult.kept(cast.vote, cast.holders(), "kept here; not yet confirmed by all replicas"));
  }

  /**
   * Sends again some of what is not confirmed, and of what was long ago, beginning anywhere so that
   * nothing starves: in slices, so that a peer with many messages answers meanwhile.
   */
  private void retryPending() {
    node.timers().after(config.retry(), this::retryPending);
    Id from = Id.random(node.random());
    if (!isRetrying) {
      isRetrying = true;
      retry(from, messages.size(), resentInAPass());
    }
  }

  /** As many more as it takes to repeat everything in a third of the lease, half to spare. */
  private int resentInAPass() {
    double passes = node.leases().millis() / 3.0 / config.retry().toMillis();
    return (int) Math.max(RESENT_AT_ONCE, 1.5 * messages.size() / passes);
  }

  private void retry(Id from, int messagesLeft, int votesLeft) {
    List<KeptMessage> some = messages.from(from, Math.min(messagesLeft, SLICE) + 1);
    int resent = 0;
    for (KeptMessage message : some.subList(0, Math.min(some.size(), SLICE))) {
      resent += resent < votesLeft ? repeat(message) : 0;
      for (Vote vote : message.sending().pending()) {
        if (!message.sending().isDue(vote, node.timers().nowMicros()) || verifier.isRevoked(vote)) {
          continue;
        }
        if (resent++ >= votesLeft) {
          isRetrying = false;
          return;
        }
        sendAgain(message, vote);
      }
    }
    if (messagesLeft > SLICE && some.size() > SLICE) {
      int left = votesLeft - resent;
      node.timers()
          .after(
              resent < RESENT_AT_ONCE ? BETWEEN : BETWEEN_BURSTS,
              () -> retry(some.get(SLICE).guid, messagesLeft - SLICE, left));
    } else {
      isRetrying = false;
    }
  }

  private void sendAgain(KeptMessage message, Vote vote) {
    send(new PendingVote(vote, message.vectorsOf(vote), self().id(), result -> {}));
  }

  /**
   * Sends what this peer's own voters have said to the closest peers again, once in a third of the
   * lease, as long as this peer renews the message for them: those that confirmed it may have lied,
   * and who knows of a newer word of such a voter, cast elsewhere, answers with that. Returns how
   * many were sent.
   */
  private int repeat(KeptMessage message) {
    long now = node.timers().nowMicros();
    List<Vote> words = message.sending().isRepeatDue(now) ? message.localWords() : List.of();
    if (words.isEmpty()) {
      return 0;
    }
    long next = now + node.leases().renewalMicros(node.random());
    boolean first = message.sending().repeatAt(next); // cast, or loaded, just now
    List<Vote> pending = message.sending().pending();
    int sent = 0;
    for (Vote vote : first ? List.<Vote>of() : words) {
      if (!pending.contains(vote)) {
        sendAgain(message, vote);
        sent++;
      }
    }
    return sent;
  }

  void received(Contact from, VoteReplicated kept) {
    PendingVote cast = casts.get(kept.castId());
    if (cast != null) {
      cast.confirmed(from.id());
      settleIfConfirmed(kept.castId(), cast);
    }
  }

  private void settleIfConfirmed(long castId, PendingVote cast) {
    if (!cast.isConfirmed() || !casts.remove(castId, cast)) {
      return;
    }
    if (cast.timer != null) {
      cast.timer.cancel();
    }
    settle(cast);
    cast.answer(VoteResult.confirmed(cast.vote, cast.holders()));
  }

  private void settle(PendingVote cast) {
    KeptMessage message = messages.find(cast.vote.guid());
    if (message != null) {
      messages.settle(message, cast.vote);
    }
  }

  void received(Refused refusal) {
    PendingVote cast = casts.get(refusal.castId());
    if (cast != null) {
      cast.answer(VoteResult.kept(cast.vote, cast.holders(), refusal.reason()));
    }
  }
}
