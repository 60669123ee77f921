package org.spamwatch.simulator.virtual;

import java.util.List;
import java.util.random.RandomGenerator;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.SigningKey;

/** A person in an experiment: signs votes with a real key that follows from the seed. */
public final class SimulatedVoter {
  private final SigningKey key;
  private long lastSequence;

  /** A voter whose key is drawn from the generator. */
  public SimulatedVoter(RandomGenerator random) {
    key = ClosedRealm.key(random);
  }

  /** The voter's pseudonym. */
  public Id id() {
    return Vote.voter(key.verifyingKey().toBytes());
  }

  /**
   * Signs a vote at a virtual time.
   *
   * @param site the node id of the peer at which it will be cast
   */
  public VoteRequest voteRequest(
      Id realm, Id site, Id guid, List<FeatureVector> vectors, VoteValue value, long nowMicros) {
    List<Id> digests = vectors.stream().map(v -> v.compact().digest()).sorted().toList();
    lastSequence = Math.max(lastSequence + 1, nowMicros);
    long millis = nowMicros / 1000;
    byte[] signed =
        Vote.signedBytes(realm, site, guid, digests, value, VoteOrigin.API, lastSequence, millis);
    Vote vote =
        new Vote(
            realm,
            site,
            guid,
            digests,
            value,
            VoteOrigin.API,
            lastSequence,
            millis,
            key.verifyingKey().toBytes(),
            key.sign(signed));
    return new VoteRequest(vote, vectors);
  }
}
