package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.agent.vote.VoterCertificate;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/**
 * A node that certifies as many voters as it likes and has them say whatever harms. Everything it
 * makes is in order: votes are signed, and fit their vectors. Not thread-safe.
 */
final class HostileSite {
  private static final long DAY_MILLIS = 86_400_000L;

  private final Contact self;
  private final Id realm;
  private final Signatures signatures;
  private final RandomGenerator random;

  HostileSite(Contact self, Id realm, Signatures signatures, RandomGenerator random) {
    this.self = self;
    this.realm = realm;
    this.signatures = signatures;
    this.random = random;
  }

  /** A vote of another voter each time. */
  Vote vote(Id guid, List<FeatureVector> vectors, VoteValue value, long nowMillis) {
    return vote(new SimulatedVoter(random), guid, vectors, value, nowMillis);
  }

  /** A vote with a certificate. */
  Vote vote(
      SimulatedVoter voter, Id guid, List<FeatureVector> vectors, VoteValue value, long nowMillis) {
    Vote vote = voter.voteRequest(realm, self.id(), guid, vectors, value, nowMillis * 1000).vote();
    long from = Math.max(0, nowMillis - DAY_MILLIS); // virtual time begins at 0
    return vote.certified(
        VoterCertificate.issue(signatures, realm, vote.publicKey(), from, nowMillis + DAY_MILLIS));
  }

  /** A vote as the root of its message gives it to a replica. */
  Direct keep(Id target, Vote vote, List<FeatureVector> vectors) {
    ReplicateVote keep = new ReplicateVote(random.nextLong(), self, 1, vote, vectors);
    return new Direct(random.nextLong(), self, target, keep);
  }

  /** Vectors that no mail has. */
  List<FeatureVector> vectors(Scheme scheme, int count, int keys) {
    List<FeatureVector> vectors = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Set<Id> drawn = new LinkedHashSet<>();
      while (drawn.size() < keys) {
        drawn.add(FeatureVector.key(random.nextLong()));
      }
      vectors.add(new FeatureVector(scheme, false, List.copyOf(drawn)));
    }
    return vectors;
  }
}
