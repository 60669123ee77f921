package org.spamwatch.agent.store;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.spamwatch.agent.vote.Verdict;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/** Random votes whose signatures nobody checks. */
final class SampleVotes {
  static final Id REALM = Id.ofHex("aa");

  private final SplittableRandom random;

  SampleVotes(long seed) {
    random = new SplittableRandom(seed);
  }

  /** A vote and the vector it speaks for. */
  record Sample(Vote vote, FeatureVector vector) {
    List<FeatureVector> vectors() {
      return List.of(vector);
    }
  }

  Sample next() {
    List<Id> keys = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      keys.add(Id.random(random));
    }
    FeatureVector vector = new FeatureVector(Scheme.CHAR50, false, keys);
    return new Sample(vote(Id.random(random), vector, Verdict.SPAM, 1), vector);
  }

  Vote vote(Id guid, FeatureVector vector, Verdict verdict, long sequence) {
    return vote(guid, vector, verdict, sequence, bytes(Vote.KEY_BYTES));
  }

  Vote vote(Id guid, FeatureVector vector, Verdict verdict, long sequence, byte[] key) {
    return new Vote(
        REALM,
        guid,
        List.of(vector.compact().digest()),
        verdict,
        VoteOrigin.BUTTON,
        sequence,
        1_700_000_000_000L,
        key,
        bytes(Vote.SIGNATURE_BYTES));
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
