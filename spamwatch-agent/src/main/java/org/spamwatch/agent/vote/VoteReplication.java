package org.spamwatch.agent.vote;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.Refused;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteMessage.VoteReplicated;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.ReplicaLookup;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.LeaseConfig;

/**
 * Votes cast at this peer: each is put on disk, sent to its root, and sent again until the peers
 * closest to its message have confirmed that they have it on theirs. Those this peer looks for
 * itself, and gives them the vote if the root does not. All of them have to confirm it; as long as
 * one does not, be it a liar, the vote is sent again after pauses that double up to ten minutes. If
 * too few are found they are looked for again before that.
 */
final class VoteReplication {
  private static final int RESENT_AT_ONCE = 256;

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

  private final KeyBasedRouting routing;
  private final ReplicaLookup replicaLookup;
  private final VoteConfig config;
  private final LeaseConfig leases;
  private final Timers timers;
  private final RandomGenerator random;
  private final VoteStore store;
  private final VoteCheck check;
  private final VoteQuotas quotas;
  private final Certifier certifier;
  private final KeptMessages messages;
  private final StaleVoteRepair staleVoteRepair;
  private final VoteMaintenance voteMaintenance;
  private final Map<Long, PendingVote> casts = new LinkedHashMap<>();

  VoteReplication(
      KeyBasedRouting routing,
      ReplicaLookup replicaLookup,
      VoteConfig config,
      LeaseConfig leases,
      Timers timers,
      RandomGenerator random,
      VoteStore store,
      VoteCheck check,
      VoteQuotas quotas,
      Certifier certifier,
      KeptMessages messages,
      StaleVoteRepair staleVoteRepair,
      VoteMaintenance voteMaintenance) {
    this.routing = routing;
    this.replicaLookup = replicaLookup;
    this.config = config;
    this.leases = leases;
    this.timers = timers;
    this.random = random;
    this.store = store;
    this.check = check;
    this.quotas = quotas;
    this.certifier = certifier;
    this.messages = messages;
    this.staleVoteRepair = staleVoteRepair;
    this.voteMaintenance = voteMaintenance;
  }

  void start() {
    timers.after(config.retry(), this::retryPending);
  }

  void cast(Vote word, List<FeatureVector> vectors, Consumer<VoteReceipt> receiver) {
    Optional<VoteFault> wordFault = siteFault(word).or(() -> check.uncertifiedFault(word, vectors));
    Vote vote = wordFault.isEmpty() ? certifier.certify(word, timers.dateMillis()) : word;
    // The second one asks: is this peer still a member?
    Optional<VoteFault> fault = wordFault.or(() -> check.fault(vote, vectors));
    if (fault.isPresent()) {
      receiver.accept(new VoteReceipt(false, 0, false, fault.get().text()));
      return;
    }
    if (store.isBehind()) {
      receiver.accept(VoteReceipt.waitingForDisk());
      return;
    }
    KeptMessage known = messages.find(vote.guid());
    if (known == null || !known.knows(vote.voter())) {
      long wait = quotas.askOwn(vote, timers.nowMicros() / 1000);
      if (wait > 0) {
        receiver.accept(VoteReceipt.overQuota(quotas.refusal(vote, wait), wait));
        return;
      }
    }
    Vote old = StaleVoteRepair.known(messages, vote);
    if (!messages.hasRoomForOwn(vote, vectors)) {
      receiver.accept(VoteReceipt.noRoom(config.roomBytes()));
      return;
    }
    messages.merge(vote, vectors);
    KeptMessage message = messages.find(vote.guid());
    if (message == null || !message.holds(vote)) {
      receiver.accept(
          new VoteReceipt(false, 0, false, "this voter has said something newer of this message"));
      return;
    }
    staleVoteRepair.superseded(message, old, vote); // this peer may be the root
    message.pend(vote);
    store.pend(vote);
    store.durable(
        () -> {
          PendingVote cast = new PendingVote(vote, vectors, routing.self().id(), receiver);
          cast.timer = timers.after(config.castPatience(), () -> impatient(cast));
          send(cast);
        });
    voteMaintenance.settle(message);
  }

  private Optional<VoteFault> siteFault(Vote vote) {
    Id self = routing.self().id();
    String text =
        "the vote names the site " + vote.site() + ", this peer is " + self + "; sign it for this";
    return vote.site().equals(self) ? Optional.empty() : Optional.of(VoteFault.refused(text));
  }

  private void send(PendingVote cast) {
    long castId = random.nextLong();
    casts.put(castId, cast);
    timers.after(config.retry(), () -> casts.remove(castId));
    KeptMessage message = messages.find(cast.vote.guid());
    if (message != null) {
      message.sent(cast.vote, timers.nowMicros(), config.retry(), LONGEST_PAUSE);
    }
    routing.route(cast.vote.guid(), new Cast(castId, cast.vote, cast.vectors));
    findHolders(castId, cast);
  }

  private void findHolders(long castId, PendingVote cast) {
    replicaLookup.findThoroughly(
        cast.vote.guid(),
        closest -> {
          List<Contact> holders = closest.subList(0, Math.min(leases.replicas(), closest.size()));
          if (areEnough(holders, cast.vote.guid())) {
            cast.want(holders);
          } else if (casts.size() <= FEW) {
            timers.after(SEARCH_AGAIN, () -> searchAgain(castId, cast));
          }
          settleIfConfirmed(castId, cast);
          timers.after(KEPT_WITHIN, () -> keepInPerson(castId, cast, holders));
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
    Id self = routing.self().id();
    boolean others = holders.stream().anyMatch(holder -> !holder.id().equals(self));
    return (others || routing.isAlone())
        && holders.size() >= routing.replicaSet(guid, leases.replicas()).size();
  }

  /** The root may be a liar, or the vote never have come to it: gives it to the others itself. */
  private void keepInPerson(long castId, PendingVote cast, List<Contact> holders) {
    if (casts.get(castId) != cast) {
      return;
    }
    ReplicateVote keep =
        new ReplicateVote(castId, routing.self(), holders.size(), cast.vote, cast.vectors);
    for (Contact holder : holders) {
      if (!cast.hasConfirmed(holder.id())) {
        routing.send(holder, keep);
      }
    }
  }

  private static void impatient(PendingVote cast) {
    cast.answer(
        new VoteReceipt(
            true, cast.holders(), false, "kept here; not yet confirmed by all replicas"));
  }

  /**
   * Sends again some of what is not confirmed, and of what was long ago, beginning anywhere so that
   * nothing starves.
   */
  private void retryPending() {
    timers.after(config.retry(), this::retryPending);
    int resent = 0;
    for (KeptMessage message : messages.from(Id.random(random))) {
      if (resent < RESENT_AT_ONCE) {
        resent += repeat(message);
      }
      for (Vote vote : message.pending()) {
        if (!message.isDue(vote, timers.nowMicros()) || check.verifier().isRevoked(vote)) {
          continue;
        }
        if (resent++ >= RESENT_AT_ONCE) {
          return;
        }
        sendAgain(message, vote);
      }
    }
  }

  private void sendAgain(KeptMessage message, Vote vote) {
    send(new PendingVote(vote, message.vectorsOf(vote), routing.self().id(), receipt -> {}));
  }

  /**
   * Sends what this peer's own voters have said to the closest peers again, once in a third of the
   * lease, as long as this peer renews the message for them: those that confirmed it may have lied,
   * and who knows of a newer word of such a voter, cast elsewhere, answers with that. Returns how
   * many were sent.
   */
  private int repeat(KeptMessage message) {
    long now = timers.nowMicros();
    List<Vote> words = now < message.repeatMicros ? List.of() : message.localWords();
    if (words.isEmpty()) {
      return 0;
    }
    boolean first = message.repeatMicros == 0; // cast, or loaded, just now
    message.repeatMicros = now + leases.renewalMicros(random);
    List<Vote> pending = message.pending();
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
    cast.answer(new VoteReceipt(true, cast.holders(), true, ""));
  }

  private void settle(PendingVote cast) {
    KeptMessage message = messages.find(cast.vote.guid());
    if (message != null && message.settle(cast.vote)) {
      store.settle(cast.vote);
    }
  }

  void received(Refused refusal) {
    PendingVote cast = casts.get(refusal.castId());
    if (cast != null) {
      cast.answer(new VoteReceipt(true, cast.holders(), false, refusal.reason()));
    }
  }
}
