package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.agent.vote.VoteMessage.Refused;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteMessage.VoteReplicated;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.identity.VerifyingKey;

/** Which votes a peer takes, at what cost, and why it refuses the others. */
class VoteIntakeTest extends VoteTableFixture {
  private static final long DAY = 86_400_000L;

  @Test
  void takesVotesOnlyNearTheirMessageOrOfVotersWhoseWordItKnows() {
    Vote known = elsewhere(1, ADA, FakeNode.START);
    castAtRoot(node, known);
    node.far = true;
    node.sent.clear();
    Vote newer =
        ADA.vote(SeededVoter.REALM, Id.ofHex("c1"), GUID, VoteValue.HAM, 2, FakeNode.START, VECTOR);
    node.book.receive(
        FakeNode.contact(1), new ReplicateVote(7, FakeNode.contact(9), 4, newer, List.of(VECTOR)));
    assertThat(node.sent(VoteReplicated.class)).hasSize(1);
    Vote strange = elsewhere(1, BEN, FakeNode.START);
    node.book.receive(
        FakeNode.contact(1),
        new ReplicateVote(8, FakeNode.contact(9), 4, strange, List.of(VECTOR)));
    node.book.receive(FakeNode.contact(1), new HandOverVotes(List.of(strange), List.of(VECTOR)));
    assertThat(node.sent(Refused.class)).hasSize(1);
    assertThat(node.sent(Refused.class).get(0).reason()).contains("near the message");
    assertThat(node.book.voteCount()).isEqualTo(1);
  }

  private static Vote forged(Vote genuine, long sequence) {
    return new Vote(
        genuine.realm(),
        genuine.site(),
        genuine.guid(),
        genuine.digests(),
        genuine.value(),
        genuine.origin(),
        sequence,
        genuine.timeMillis(),
        genuine.key(),
        new byte[Vote.SIGNATURE_BYTES],
        genuine.certificate());
  }

  @Test
  void votesCostNoMoreSignaturesThanWhoHandsThemOverHasComing() {
    Vote genuine = elsewhere(1, ADA, FakeNode.START);
    Contact hop = FakeNode.contact(9);
    for (int i = 0; i < 12_000; i++) {
      node.deliver(new Cast(7, forged(genuine, i), List.of(VECTOR)), RouteEnd.ROOT);
    }
    node.sent.clear();
    assertThat(node.book.verifier().checks()).isBetween(1_500L, 1_700L);
    assertThat(node.book.space().passedOver()).isBetween(10_000L, 11_000L);
    node.book.receive(hop, new ReplicateVote(7, hop, 4, genuine, List.of(VECTOR)));
    assertThat(node.sent).as("nobody is told").isEmpty();
    node.book.receive(FakeNode.contact(2), new ReplicateVote(7, hop, 4, genuine, List.of(VECTOR)));
    assertThat(node.sent(VoteReplicated.class)).as("others have their share").hasSize(1);
    node.pass(5);
    Vote other = elsewhere(1, BEN, FakeNode.START);
    node.book.receive(hop, new ReplicateVote(8, hop, 4, other, List.of(VECTOR)));
    assertThat(node.sent(VoteReplicated.class))
        .as("so has he in time, who only passed them on")
        .hasSize(2);
  }

  @Test
  void whoHandsForgedVotesOverHimselfIsSoonNotListenedTo() {
    Vote genuine = elsewhere(1, ADA, FakeNode.START);
    Contact forger = FakeNode.contact(1);
    List<Contact> forgers = new ArrayList<>();
    node.book.onForger(forgers::add);
    for (long i = 0; i < 1_000; i++) {
      node.book.receive(
          forger,
          new HandOverVotes(
              List.of(forged(genuine, 2 * i), forged(genuine, 2 * i + 1)), List.of(VECTOR)));
    }
    assertThat(node.book.verifier().checks()).isBetween(16L, 18L);
    assertThat(node.book.space().passedOver()).isEqualTo(2_000 - 16);
    assertThat(forgers).containsOnly(forger);
    node.book.receive(forger, new HandOverVotes(List.of(genuine), List.of(VECTOR)));
    assertThat(node.book.voteCount()).isZero();
    node.book.receive(FakeNode.contact(2), new HandOverVotes(List.of(genuine), List.of(VECTOR)));
    assertThat(node.book.voteCount()).as("others are").isEqualTo(1);
    node.pass(1);
    Vote other = elsewhere(1, BEN, FakeNode.START);
    node.book.receive(forger, new HandOverVotes(List.of(other), List.of(VECTOR)));
    assertThat(node.book.voteCount()).as("in time he is again").isEqualTo(2);
  }

  @Test
  void refusesAVoteUnderAKeyOfSmallOrder() {
    Vote v = elsewhere(1, ADA, FakeNode.START);
    byte[] small = new byte[Vote.KEY_BYTES];
    small[0] = 1;
    long day = FakeNode.START - FakeNode.START % DAY;
    VoterCertificate certificate =
        VoterCertificate.issue(
            SeededVoter.signatures(v.site()), v.realm(), small, day, day + 10 * DAY);
    Vote weak =
        new Vote(
            v.realm(),
            v.site(),
            v.guid(),
            v.digests(),
            v.value(),
            v.origin(),
            v.sequence(),
            v.timeMillis(),
            VerifyingKey.of(small),
            new byte[Vote.SIGNATURE_BYTES],
            Optional.of(certificate));
    node.book.receive(
        FakeNode.contact(1), new ReplicateVote(7, FakeNode.contact(9), 4, weak, List.of(VECTOR)));
    assertThat(node.sent(Refused.class)).hasSize(1);
    assertThat(node.sent(Refused.class).get(0).reason()).contains("signature");
    assertThat(node.book.refusedCount()).isEqualTo(1);
  }

  @Test
  void refusesAVoteOfAnotherRealm() {
    Vote foreign = ADA.vote(Id.ofHex("bb"), GUID, VoteValue.SPAM, 1, FakeNode.START, VECTOR);
    refuses(foreign, List.of(VECTOR), "realm");
  }

  @Test
  void refusesAVoteDatedMoreThanADayAheadAndTakesOneLess() {
    refuses(vote(ADA, VoteValue.SPAM, 1, FakeNode.START + DAY + 1), List.of(VECTOR), "ahead");
    refuses(vote(ADA, VoteValue.SPAM, 1, Long.MAX_VALUE), List.of(VECTOR), "ahead");
    castAtRoot(node, vote(ADA, VoteValue.SPAM, 1, FakeNode.START + DAY));
    assertThat(node.book.voteCount()).isEqualTo(1);
  }

  @Test
  void refusesABackDatedVoteWhoseWithdrawalMayBeForgotten() {
    refuses(vote(ADA, VoteValue.SPAM, 1, FakeNode.START - 60 * DAY - 1), List.of(VECTOR), "older");
    refuses(vote(ADA, VoteValue.SPAM, 1, Long.MIN_VALUE), List.of(VECTOR), "older");
    castAtRoot(node, vote(ADA, VoteValue.SPAM, 1, FakeNode.START - 60 * DAY));
    assertThat(node.book.voteCount()).isEqualTo(1);
  }

  @Test
  void refusesVectorsThatWereNotSigned() {
    refuses(spam(ADA), List.of(SeededVoter.vector(2)), "vectors");
    refuses(spam(ADA), List.of(), "vectors");
  }

  @Test
  void refusesACastWithOneVectorTooMany() {
    List<FeatureVector> two = List.of(VECTOR, SeededVoter.vector(2));
    node.deliver(new Cast(7, spam(ADA), two), RouteEnd.ROOT);
    node.deliver(
        new Cast(8, vote(ADA, VoteValue.WITHDRAWN, 1, FakeNode.START), two), RouteEnd.ROOT);
    assertThat(node.sent(Refused.class)).hasSize(2);
    assertThat(node.book.voteCount()).isZero();
  }

  @Test
  void refusesASignatureThatDoesNotHold() {
    Vote v = spam(ADA);
    Vote forged =
        new Vote(
            v.realm(),
            v.site(),
            v.guid(),
            v.digests(),
            v.value(),
            v.origin(),
            v.sequence(),
            v.timeMillis(),
            VerifyingKey.of(BEN.key()),
            v.signature(),
            Optional.of(BEN.certificate(v.realm(), v.site(), v.timeMillis())));
    refuses(forged, List.of(VECTOR), "signature");
    assertThat(node.book.refusedCount()).isEqualTo(3);
  }

  @Test
  void refusesAVoteWhoseCertificateDoesNotHold() {
    Vote v = spam(ADA);
    Vote stolen = v.certified(ADA.certificate(v.realm(), Id.ofHex("c7"), v.timeMillis()));
    node.deliver(new Cast(7, stolen, List.of(VECTOR)), RouteEnd.ROOT);
    assertThat(node.sent(Refused.class).get(0).reason()).contains("certificate does not hold");
    node.book.receive(FakeNode.contact(1), new HandOverVotes(List.of(stolen), List.of(VECTOR)));
    assertThat(node.book.voteCount()).isZero();
    assertThat(node.book.refusedCount()).isEqualTo(2);
  }

  @Test
  void certifiesWhoVotesHereAndNobodyWhoNamesAnotherSite() {
    List<VoteResult> results = new ArrayList<>();
    node.book.cast(spam(ADA).uncertified(), List.of(VECTOR), results::add);
    assertThat(node.routed(Cast.class).get(0).vote()).isEqualTo(spam(ADA));
    Id other = Id.ofHex("c7");
    Vote elsewhere =
        BEN.vote(SeededVoter.REALM, other, GUID, VoteValue.SPAM, 1, FakeNode.START, VECTOR);
    node.book.cast(elsewhere, List.of(VECTOR), results::add);
    assertThat(results).extracting(VoteResult::accepted).containsExactly(true, false);
    assertThat(results.get(1).reason()).contains("site").contains(other.toString());
  }
}
