package org.spamwatch.agent.keys;

import java.util.List;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.SigningKey;

/** Who signs votes: a key, and the sequence numbers it has used. Safe for any thread. */
public final class Voter {
  private static final long DAY_MICROS = 86_400_000_000L;

  private final SigningKey key;
  private final SequenceFile sequence;

  Voter(SigningKey key, SequenceFile sequence) {
    this.key = key;
    this.sequence = sequence;
  }

  /** What this voter signs with, for his other devices. */
  public VoterKey key() throws KeyException {
    return new VoterKey(key, sequence.last());
  }

  /**
   * Another device has signed a vote: numbers from here on are above its. One that is more than a
   * day ahead is passed over, for it would be so for good.
   */
  public void signedElsewhere(long number, long nowMicros) throws KeyException {
    if (number <= nowMicros + DAY_MICROS) {
      sequence.atLeast(number);
    }
  }

  /**
   * Signs a vote with the next sequence number.
   *
   * @param realm the realm the vote is cast in
   * @param site the node id of the peer at which it is cast
   * @param guid the message
   * @param digests of the feature vectors published with the vote, 1 to 8
   * @param nowMicros the present, in microseconds since the epoch
   * @throws KeyException if the sequence number cannot be kept
   */
  public Vote vote(
      Id realm,
      Id site,
      Id guid,
      List<Id> digests,
      VoteValue value,
      VoteOrigin origin,
      long nowMicros)
      throws KeyException {
    List<Id> sorted = digests.stream().sorted().toList();
    long number = sequence.next(nowMicros);
    long timeMillis = Math.floorDiv(nowMicros, 1000);
    byte[] signature =
        key.sign(Vote.signedBytes(realm, site, guid, sorted, value, origin, number, timeMillis));
    return new Vote(
        realm,
        site,
        guid,
        sorted,
        value,
        origin,
        number,
        timeMillis,
        key.verifyingKey().toBytes(),
        signature);
  }
}
