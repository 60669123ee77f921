package org.spamwatch.agent.vote;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.WireVectors;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.agent.vote.VoteMessage.Refused;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteMessage.VoteReplicated;
import org.spamwatch.agent.vote.VoteMessage.VotesAsked;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteMessage.VotesHeld;
import org.spamwatch.agent.vote.VoteMessage.VotesWanted;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.wire.MessageTable;

/**
 * The bytes of every message about votes in version 1 of the protocol in version 1 of the protocol.
 */
class VoteGoldenTest {
  private static final MessageTable TABLE = MessageTable.of(Limits.DEFAULT, VoteMessage.TYPES);
  private static final Contact A =
      new Contact(
          Id.ofHex("4378000000000000000000000000000000000001"), new Endpoint("192.0.2.7", 9460));
  private static final Id REALM = Id.ofHex("aaaa000000000000000000000000000000000003");
  private static final Id GUID = Id.ofHex("cafe000000000000000000000000000000000002");
  private static final FeatureVector WHOLE =
      new FeatureVector(
          Scheme.CHAR50, true, List.of(Id.ofHex("0011223344556677"), Id.ofHex("fedcba9876543210")));
  private static final FeatureVector PAPER =
      new FeatureVector(Scheme.RABIN50, false, List.of(Id.ofHex("fedcba9876543210")));
  private static final FeatureVector WORDS =
      new FeatureVector(
          Scheme.WORD, false, List.of(Id.ofHex("0011223344556677"), Id.ofHex("fedcba9876543210")));
  private static final Vote SPAM = vote(VoteValue.SPAM, VoteOrigin.BUTTON, WHOLE);
  private static final Vote HAM = vote(VoteValue.HAM, VoteOrigin.MOVE, WHOLE, PAPER);
  private static final Vote WITHDRAWN = vote(VoteValue.WITHDRAWN, VoteOrigin.SPAMC, PAPER);

  private static final WireVectors<VoteMessage> VECTORS =
      new WireVectors<>(
          VoteGoldenTest.class,
          "votes-v1.txt",
          """
          # Test vectors of the votes in protocol version 1 (docs/protocol.md): encoded messages in
          # hexadecimal, without the frame's length. The keys are 00 to 1f and the signatures 80 to
          # bf: they do not hold. Written by VoteGoldenTest.
          """,
          TABLE);

  static {
    VECTORS.put(new Cast(0x0102030405060708L, SPAM, List.of(WHOLE)), "spam, button");
    VECTORS.put(
        new Cast(-2, HAM, List.of(WHOLE, PAPER)),
        "ham, move; both vectors; from a member of a closed realm");
    VECTORS.put(
        new Cast(7, vote(VoteValue.SPAM, VoteOrigin.BUTTON, WHOLE, WORDS), List.of(WHOLE, WORDS)),
        "of two schemes");
    VECTORS.put(new ReplicateVote(5, A, 4, WITHDRAWN, List.of()), "a withdrawal, spamc");
    VECTORS.put(new VoteReplicated(5, 4), "");
    VECTORS.put(new Refused(5, "the vote's signature does not hold"), "");
    VECTORS.put(new HandOverVotes(List.of(SPAM, WITHDRAWN), List.of(WHOLE)), "");
    VECTORS.put(new VotesWanted(6, List.of()), "as it is asked");
    VECTORS.put(
        new VotesWanted(6, List.of(WHOLE.compact().digest(), PAPER.compact().digest())),
        "as a hop sends it on");
    VECTORS.put(new VotesAsked(6, GUID, List.of(WHOLE.compact().digest())), "");
    VECTORS.put(new VotesHeld(6, GUID, List.of(WHOLE.compact().digest())), "");
    VECTORS.put(
        new VotesFound(6, GUID, 3, 1, 0, 0, 1, List.of(SPAM), List.of(WHOLE)), "the only page");
    VECTORS.put(new VotesFound(6, GUID, 255, 129, 7, 7, 8, List.of(), List.of()), "the last page");
  }

  private static Vote vote(VoteValue value, VoteOrigin origin, FeatureVector... vectors) {
    byte[] key = new byte[Vote.KEY_BYTES];
    byte[] signature = new byte[Vote.SIGNATURE_BYTES];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) i;
    }
    for (int i = 0; i < signature.length; i++) {
      signature[i] = (byte) (0x80 + i);
    }
    return new Vote(
        REALM,
        A.id(),
        GUID,
        List.of(vectors).stream().map(v -> v.compact().digest()).sorted().toList(),
        value,
        origin,
        0x1112131415161718L,
        1_700_000_000_000L,
        VerifyingKey.of(key),
        signature,
        Optional.of(certificate(key, signature, value == VoteValue.HAM)));
  }

  private static VoterCertificate certificate(byte[] key, byte[] signature, boolean member) {
    long from = 1_699_920_000_000L;
    Optional<Membership> membership =
        member
            ? Optional.of(new Membership(1_690_000_000_000L, 1_720_000_000_000L, signature))
            : Optional.empty();
    Proof proof = new Proof(VerifyingKey.of(key), signature, membership);
    return new VoterCertificate(from, from + 90 * 86_400_000L, proof);
  }

  @Test
  void everyMessageKeepsItsBytes() throws Exception {
    VECTORS.assertKept();
    VECTORS.assertShown(VoteMessage.class);
  }

  @Test
  void whatWasWrittenIsReadAndWhatIsCutIsNot() throws Exception {
    VECTORS.assertRead();
  }
}
