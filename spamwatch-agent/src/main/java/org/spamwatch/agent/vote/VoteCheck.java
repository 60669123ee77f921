package org.spamwatch.agent.vote;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.Signatures;

/** Whether a vote is in order: the one place, for votes cast here and for those of others. */
final class VoteCheck {
  private static final int VERIFIED_REMEMBERED = 20_000;

  /** Why a vote that is in order is not kept. */
  static final String FULL = "the message has as many votes or variants as a peer keeps";

  private final Id realm;
  private final Duration retention;
  private final Limits limits;
  private final Timers timers;
  private final Signatures signatures;
  private @Nullable VoteVerifier verifier; // from the first vote on
  private long refused;

  VoteCheck(Id realm, Duration retention, Limits limits, Timers timers, Signatures signatures) {
    this.realm = realm;
    this.retention = retention;
    this.limits = limits;
    this.timers = timers;
    this.signatures = signatures;
  }

  VoteVerifier verifier() {
    verifier = verifier == null ? new VoteVerifier(signatures, VERIFIED_REMEMBERED) : verifier;
    return verifier;
  }

  /** Votes found not to be in order. */
  long refused() {
    return refused;
  }

  /**
   * What is wrong with a vote, in one line, or an empty one. The signatures come last: they cost
   * most.
   */
  String fault(Vote vote, List<FeatureVector> vectors) {
    String fault = formFault(vote, vectors);
    return counted(fault.isEmpty() ? verifier().fault(vote) : fault);
  }

  /** What is wrong with a vote that no site has certified yet, likewise. */
  String uncertifiedFault(Vote vote, List<FeatureVector> vectors) {
    String fault = formFault(vote, vectors);
    return counted(fault.isEmpty() ? verifier().signatureFault(vote) : fault);
  }

  private String counted(String fault) {
    refused += fault.isEmpty() ? 0 : 1;
    return fault;
  }

  private String formFault(Vote vote, List<FeatureVector> vectors) {
    if (!vote.realm().equals(realm)) {
      return "the vote is for realm " + vote.realm().brief() + ", this peer's is " + realm.brief();
    }
    if (vote.timeMillis() > timers.nowMillis() + limits.maxFutureSkewMillis()) {
      return "the vote is dated more than a day ahead; set the voter's clock";
    }
    if (vote.timeMillis() < timers.nowMillis() - retention.toMillis()) {
      // What took it back may be forgotten by now, so that it would count again.
      return "the vote is older than the " + retention.toDays() + " days for which votes are kept";
    }
    List<Id> digests =
        vectors.stream().map(vector -> vector.compact().digest()).distinct().sorted().toList();
    // A withdrawal counts for no vector, and is passed on when its vectors are long forgotten.
    boolean fits =
        vote.verdict() == Verdict.WITHDRAWN
            ? vote.digests().containsAll(digests)
            : vote.digests().equals(digests);
    return fits ? "" : "the vote is signed for other feature vectors than came with it";
  }
}
