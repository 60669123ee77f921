package org.spamwatch.simulator.virtual;

import java.util.List;
import java.util.random.RandomGenerator;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

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

  /** Signs a vote on a mail that has text enough; see the other. */
  public VoteRequest voteRequest(
      Id realm, Id site, AddressedMail mail, VoteValue value, long nowMicros) {
    return voteRequest(realm, site, mail.guid().orElseThrow(), mail.vectors(), value, nowMicros);
  }

  /** Votes at a simulated peer, whatever becomes of it. */
  public void vote(
      PeerNetwork network, Peer peer, Id guid, List<FeatureVector> vectors, VoteValue value) {
    long now = network.simulation().nowMicros();
    VoteRequest vote = voteRequest(network.realm(), peer.contact().id(), guid, vectors, value, now);
    network.call(peer, () -> peer.core().vote(vote, receipt -> {}));
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
