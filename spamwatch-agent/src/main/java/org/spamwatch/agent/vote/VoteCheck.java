package org.spamwatch.agent.vote;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.TokenBuckets;
import org.spamwatch.overlay.identity.Signatures;

/** Whether a vote is in order: the one place, for votes cast here and for those of others. */
final class VoteCheck {
  private static final int VERIFIED_REMEMBERED = 20_000;

  private static final int MAX_HANDING = 1_024;

  /** Forged votes that one node may hand over at once, and one a second from then on. */
  private static final int FORGERIES = 16;

  private static final String ALL = "all";

  private final Id realm;
  private final Duration retention;
  private final Limits limits;
  private final Timers timers;
  private final TokenBuckets<Id> checksOfOne;
  private final TokenBuckets<String> checksOfAll;
  private final TokenBuckets<Id> forgeries;
  private final VoteVerifier verifier;
  private Consumer<Contact> forgerListener = forger -> {};
  private long refused;
  private long passedOver;

  VoteCheck(Id realm, Duration retention, Limits limits, Timers timers, Signatures signatures) {
    this.realm = realm;
    this.retention = retention;
    this.limits = limits;
    this.timers = timers;
    this.verifier = new VoteVerifier(signatures, VERIFIED_REMEMBERED);
    int perSecond = limits.maxChecksPerSecond();
    this.checksOfOne =
        new TokenBuckets<>(
            timers, Math.max(1, perSecond / 2), Math.max(1, 2 * perSecond), MAX_HANDING);
    this.checksOfAll = new TokenBuckets<>(timers, perSecond, 4 * perSecond, 1);
    this.forgeries = new TokenBuckets<>(timers, 1, FORGERIES, MAX_HANDING);
  }

  Id realm() {
    return realm;
  }

  /** Who is told of a node that has handed over so many forged votes that it is not heard. */
  void onForger(Consumer<Contact> listener) {
    forgerListener = listener;
  }

  VoteVerifier verifier() {
    return verifier;
  }

  /** Votes found not to be in order. */
  long refused() {
    return refused;
  }

  /** What is wrong with a vote. The signatures come last: they cost most. */
  Optional<VoteFault> fault(Vote vote, List<FeatureVector> vectors) {
    return counted(formFault(vote, vectors).or(() -> verifier.fault(vote)));
  }

  /**
   * What is wrong with a vote that another node hands over; {@link VoteFault#BUSY} if that has had
   * its share of this node's time, or has handed over forged ones.
   *
   * @param via that node
   * @param inPerson whether it has looked at the vote itself: who only passes a route on cannot
   *     know that it is forged
   */
  Optional<VoteFault> fault(Vote vote, List<FeatureVector> vectors, Contact via, boolean inPerson) {
    if (verifier.isNew(vote) && (!forgeries.has(via.id()) || !mayCheck(via.id()))) {
      passedOver++;
      return Optional.of(VoteFault.BUSY);
    }
    Optional<VoteFault> fault = fault(vote, vectors);
    if (inPerson && fault.filter(found -> found.kind() == VoteFault.Kind.FORGED).isPresent()) {
      forgeries.take(via.id());
      isForger(via, 0);
    }
    return fault;
  }

  /**
   * Whether a node has handed over so many forged votes of late that further ones of it are passed
   * over unread: nobody hands over what he has not checked himself.
   */
  boolean isForger(Contact via, int votes) {
    if (forgeries.has(via.id())) {
      return false;
    }
    passedOver += votes;
    forgerListener.accept(via);
    return true;
  }

  private boolean mayCheck(Id via) {
    return checksOfOne.take(via) && checksOfAll.take(ALL);
  }

  /** Votes not looked at because there were too many. */
  long passedOver() {
    return passedOver;
  }

  /** What is wrong with a vote that no site has certified yet. */
  Optional<VoteFault> uncertifiedFault(Vote vote, List<FeatureVector> vectors) {
    return counted(formFault(vote, vectors).or(() -> verifier.signatureFault(vote)));
  }

  private Optional<VoteFault> counted(Optional<VoteFault> fault) {
    refused += fault.isPresent() ? 1 : 0;
    return fault;
  }

  private Optional<VoteFault> formFault(Vote vote, List<FeatureVector> vectors) {
    if (!vote.realm().equals(realm)) {
      return refused(
          "the vote is for realm " + vote.realm().brief() + ", this peer's is " + realm.brief());
    }
    if (vote.timeMillis() > timers.dateMillis() + limits.maxFutureSkewMillis()) {
      return refused("the vote is dated more than a day ahead; set the voter's clock");
    }
    if (vote.timeMillis() < timers.dateMillis() - retention.toMillis()) {
      // What took it back may be forgotten by now, so that it would count again.
      return refused(
          "the vote is older than the " + retention.toDays() + " days for which votes are kept");
    }
    List<Id> digests = vectors.stream().map(vector -> vector.digest()).distinct().sorted().toList();
    // A withdrawal counts for no vector, and is passed on when its vectors are long forgotten.
    boolean fits =
        vote.value() == VoteValue.WITHDRAWN
            ? vote.digests().containsAll(digests)
            : vote.digests().equals(digests);
    return fits
        ? Optional.empty()
        : refused("the vote is signed for other feature vectors than came with it");
  }

  private static Optional<VoteFault> refused(String text) {
    return Optional.of(VoteFault.refused(text));
  }
}
