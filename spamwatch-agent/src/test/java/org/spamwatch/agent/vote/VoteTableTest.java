package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.agent.vote.VoteMessage.Refused;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteMessage.VoteReplicated;
import org.spamwatch.agent.vote.VoteMessage.VotesAsked;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteMessage.VotesHeld;
import org.spamwatch.agent.vote.VoteMessage.VotesWanted;
import org.spamwatch.agent.vote.VoteResult.Outcome;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RouteEnd;

/** One peer's votes, as its neighbours see it. */
class VoteTableTest {
  private static final Id GUID = Id.ofHex("11");
  private static final FeatureVector VECTOR = SeededVoter.vector(1);
  private static final SeededVoter ADA = new SeededVoter(1);
  private static final SeededVoter BEN = new SeededVoter(2);
  private static final long DAY = 86_400_000L;

  private final FakeNode node = new FakeNode(100, new FakeNode.Disk());

  private static Vote vote(SeededVoter voter, VoteValue value, long sequence, long millis) {
    return voter.vote(SeededVoter.REALM, GUID, value, sequence, millis, VECTOR);
  }

  private static Vote spam(SeededVoter voter) {
    return vote(voter, VoteValue.SPAM, 1, FakeNode.START);
  }

  private void castAtRoot(FakeNode root, Vote vote) {
    root.deliver(new Cast(7, vote, List.of(VECTOR)), RouteEnd.ROOT);
  }

  private void refuses(Vote vote, List<FeatureVector> vectors, String reason) {
    node.sent.clear();
    node.deliver(new Cast(7, vote, vectors), RouteEnd.ROOT);
    assertThat(node.sent(Refused.class)).hasSize(1);
    assertThat(node.sent(Refused.class).get(0).reason()).contains(reason);
    assertThat(node.sent).hasSize(1);
    List<VoteResult> results = new ArrayList<>();
    node.book.cast(vote, vectors, results::add);
    assertThat(results).hasSize(1);
    assertThat(results.get(0).accepted()).isFalse();
    assertThat(results.get(0).reason()).contains(reason);
    assertThat(node.routed(Cast.class)).isEmpty();
    node.book.receive(FakeNode.contact(1), new HandOverVotes(List.of(vote), vectors));
    assertThat(node.book.voteCount()).isZero();
    assertThat(node.disk.votes).isEmpty();
  }

  @Test
  void theRootKeepsServesConfirmsAndGivesItToItsReplicas() {
    node.neighbours.add(FakeNode.contact(1));
    node.neighbours.add(FakeNode.contact(2));
    castAtRoot(node, spam(ADA));
    assertThat(node.sent)
        .containsExactly(
            new FakeNode.Sent(FakeNode.contact(9), new VoteReplicated(7, 3)),
            new FakeNode.Sent(
                FakeNode.contact(1),
                new ReplicateVote(7, FakeNode.contact(9), 3, spam(ADA), List.of(VECTOR))),
            new FakeNode.Sent(
                FakeNode.contact(2),
                new ReplicateVote(7, FakeNode.contact(9), 3, spam(ADA), List.of(VECTOR))));
    assertThat(node.published).containsExactly(GUID);
    assertThat(node.served).containsExactly(GUID);
  }

  @Test
  void whileTheDiskIsBehindNothingIsTaken() {
    node.disk.behind = true;
    refuses(spam(ADA), List.of(VECTOR), "the disk is slower than what comes in");
    List<VoteResult> results = new ArrayList<>();
    node.book.cast(spam(ADA), List.of(VECTOR), results::add);
    assertThat(results.get(0).outcome()).isEqualTo(Outcome.DISK_BEHIND);
    assertThat(results.get(0).roomBytes()).isZero();
    node.disk.behind = false;
    castAtRoot(node, spam(ADA));
    assertThat(node.book.voteCount()).isEqualTo(1);
  }

  @Test
  void whatWasHandedOverWhileTheDiskWasBehindIsAskedForAgainOnceItHasCaughtUp() {
    node.disk.behind = true;
    node.book.receive(FakeNode.contact(1), new HandOverVotes(List.of(spam(ADA)), List.of(VECTOR)));
    node.pass(180);
    assertThat(node.handoversAskedFor).isZero();
    node.disk.behind = false;
    node.pass(180);
    assertThat(node.handoversAskedFor).isEqualTo(1);
  }

  @Test
  void aCastThatEndedBeforeItsRootIsNotConfirmed() {
    node.deliver(new Cast(7, spam(ADA), List.of(VECTOR)), RouteEnd.TTL);
    assertThat(node.sent).isEmpty();
    assertThat(node.book.voteCount()).isZero();
  }

  @Test
  void aRootThatIsFullRefusesInsteadOfConfirmingWhatItDoesNotKeep() {
    FakeNode full = new FakeNode(1, new FakeNode.Disk());
    castAtRoot(full, elsewhere(1, ADA, FakeNode.START));
    full.sent.clear();
    castAtRoot(full, elsewhere(1, BEN, FakeNode.START - 1));
    assertThat(full.sent(VoteReplicated.class)).isEmpty();
    assertThat(full.sent(Refused.class)).hasSize(1);
    assertThat(full.sent(Refused.class).get(0).reason()).contains("share");
    List<VoteResult> results = new ArrayList<>();
    full.book.cast(spam(BEN), List.of(VECTOR), results::add);
    assertThat(results).as("own users' votes have room").hasSize(1);
    assertThat(results.get(0).accepted()).isTrue();
  }

  private static Vote elsewhere(int site, SeededVoter voter, long millis) {
    Id id = Id.ofHex("c" + site);
    return voter.vote(SeededVoter.REALM, id, GUID, VoteValue.SPAM, 1, millis, VECTOR);
  }

  @Test
  void whoseSiteHasMostGivesWayWhenThereIsNoRoomInMemoryOrOnDisk() {
    FakeNode.Disk disk = new FakeNode.Disk();
    FakeNode small = new FakeNode(100, VoteConfig.DEFAULT.withRoom(100_000), disk);
    small.book.cast(spam(BEN), List.of(VECTOR), result -> {});
    for (int i = 0; i < 200; i++) {
      small.deliver(new Cast(7, on(i, 1), List.of(VECTOR)), RouteEnd.ROOT);
    }
    long kept = small.book.voteCount();
    assertThat(kept).isBetween(20L, 60L);
    assertThat(small.book.space().evicted()).isEqualTo(201 - kept);
    assertThat(disk.votes.values().stream().mapToInt(Map::size).sum()).isEqualTo((int) kept);
    small.deliver(new Cast(7, on(1_000, 2), List.of(VECTOR)), RouteEnd.ROOT);
    assertThat(small.book.votesOn(guid(1_000))).isPresent();
    assertThat(small.book.votesOn(guid(0))).as("its oldest").isEmpty();
    assertThat(small.book.votesOn(guid(199))).as("its newest").isPresent();
    assertThat(small.book.votesOn(GUID)).as("an own user's").isPresent();
  }

  private static Id guid(int number) {
    return Id.of(number + 1, 0, 0);
  }

  private static Vote on(int number, int site) {
    Id id = Id.ofHex("c" + site);
    long millis = FakeNode.START - 1_000 + number;
    return ADA.vote(SeededVoter.REALM, id, guid(number), VoteValue.SPAM, 1, millis, VECTOR);
  }

  @Test
  void ofManySitesWithOnePlaceEachNobodyIsKeptOutAtEveryKeeper() {
    int shut = 0;
    for (int keeper = 0; keeper < 8; keeper++) {
      byte[] secret = {(byte) keeper};
      VoteRoom room = new VoteRoom(SeededVoter.SITE, 20_000, () -> secret);
      KeptMessages messages = new KeptMessages(SeededVoter.SITE, 100, room, new FakeNode.Disk());
      for (int i = 0; i < 20; i++) {
        messages.merge(on(i, 1 + i), List.of(VECTOR));
      }
      messages.merge(on(1_000, 50), List.of(VECTOR));
      KeptMessage newcomer = messages.find(guid(1_000));
      shut += newcomer == null || newcomer.voteCount() == 0 ? 1 : 0;
    }
    assertThat(shut).isBetween(1, 7);
  }

  @Test
  void aMarkForWhichOwnVotesLeaveNoRoomIsRefusedWithTheLimit() {
    FakeNode tiny = new FakeNode(100, VoteConfig.DEFAULT.withRoom(3_000), new FakeNode.Disk());
    List<VoteResult> results = new ArrayList<>();
    tiny.book.cast(spam(ADA), List.of(VECTOR), results::add);
    tiny.book.cast(spam(BEN), List.of(VECTOR), results::add);
    tiny.book.cast(
        vote(ADA, VoteValue.WITHDRAWN, 2, FakeNode.START), List.of(VECTOR), results::add);
    assertThat(results)
        .as("what takes the place of another always has room")
        .extracting(VoteResult::accepted)
        .containsExactly(true, false, true);
    assertThat(results.get(1).roomBytes()).isEqualTo(3_000);
    assertThat(results.get(1).reason()).contains("larger heap");
  }

  @Test
  void aStoreLargerThanTheRoomIsLoadedFromTheNewestOnAndOwnVotesAlways() {
    FakeNode.Disk disk = new FakeNode.Disk();
    FakeNode large = new FakeNode(100, disk);
    large.book.cast(spam(BEN), List.of(VECTOR), result -> {});
    for (int i = 0; i < 200; i++) {
      large.deliver(new Cast(7, on(i, 1), List.of(VECTOR)), RouteEnd.ROOT);
    }
    FakeNode small = new FakeNode(100, VoteConfig.DEFAULT.withRoom(100_000), disk);
    assertThat(small.book.space().leftOut() + small.book.voteCount()).isEqualTo(201);
    assertThat(small.book.voteCount()).isBetween(20L, 60L);
    assertThat(small.book.votesOn(guid(199))).isPresent();
    assertThat(small.book.votesOn(guid(0))).isEmpty();
    assertThat(small.book.votesOn(GUID)).isPresent();
    assertThat(disk.votes).as("what is left out stays on disk").hasSize(201);
  }

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
        genuine.publicKey(),
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
            small,
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
            BEN.key(),
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

  /** It would go on renewing its records, for up to a third of the lease, if nobody told it. */
  @ParameterizedTest
  @CsvSource({"false, true", "true, true", "false, false", "true, false"})
  void theRootTellsThePeerOfAnOlderWordThatItsVoterHasSpokenElsewhere(boolean here, boolean root) {
    Id older = Id.ofHex("c7");
    castAtRoot(
        node, ADA.vote(SeededVoter.REALM, older, GUID, VoteValue.SPAM, 1, FakeNode.START, VECTOR));
    node.root = root;
    Vote newer = vote(ADA, VoteValue.WITHDRAWN, 2, FakeNode.START);
    if (here) {
      node.book.cast(newer, List.of(VECTOR), result -> {});
    } else {
      node.book.receive(FakeNode.contact(1), new HandOverVotes(List.of(newer), List.of()));
    }
    assertThat(node.toNodes)
        .extracting(FakeNode.ToNode::node)
        .isEqualTo(root ? List.of(older) : List.of());
    assertThat(node.toNodes)
        .allSatisfy(
            told ->
                assertThat(((HandOverVotes) told.message()).votes())
                    .extracting(Vote::value)
                    .containsExactly(VoteValue.WITHDRAWN));
  }

  @Test
  void anOldVoteReplayedIsConfirmedButChangesNothing() {
    castAtRoot(node, vote(ADA, VoteValue.WITHDRAWN, 2, FakeNode.START));
    node.sent.clear();
    castAtRoot(node, spam(ADA));
    assertThat(node.sent(VoteReplicated.class)).hasSize(1); // or its origin would send it for ever
    assertThat(node.published).isEmpty();
    assertThat(node.served).isEmpty();
  }

  @Test
  void aWithdrawalIsPassedOnEvenWhenItsVectorsAreForgotten() {
    castAtRoot(node, spam(ADA));
    Vote withdrawn = vote(ADA, VoteValue.WITHDRAWN, 2, FakeNode.START);
    node.book.receive(FakeNode.contact(1), new HandOverVotes(List.of(withdrawn), List.of()));
    assertThat(node.published).isEmpty();
    castAtRoot(node, spam(ADA));
    assertThat(node.published).isEmpty();
  }

  @Test
  void aVoterIsToldOnceAllReplicasHaveItAndEachCountsOnce() {
    node.root = false;
    node.closest.addAll(List.of(FakeNode.contact(1), FakeNode.contact(2)));
    List<VoteResult> results = new ArrayList<>();
    node.book.cast(spam(ADA), List.of(VECTOR), results::add);
    assertThat(node.book.pendingCount()).isEqualTo(1);
    long castId = node.routed(Cast.class).get(0).castId();
    Contact root = FakeNode.contact(1);
    for (int i = 0; i < 3; i++) {
      node.book.receive(root, new VoteReplicated(castId, 2));
      node.book.receive(FakeNode.contact(2), new VoteReplicated(castId + 1, 2));
    }
    assertThat(results).isEmpty();
    node.book.receive(FakeNode.contact(2), new VoteReplicated(castId, 2));
    assertThat(results).containsExactly(VoteResult.confirmed(spam(ADA), 3));
    assertThat(node.book.pendingCount()).isZero();
    assertThat(node.disk.pending).isEmpty();
    node.pass(100);
    assertThat(node.routed(Cast.class)).hasSize(1);
    assertThat(results).hasSize(1);
  }

  @Test
  void whereTooFewAnsweredThoseThatAreToKeepAVoteAreSoonLookedForAgain() {
    node.root = false;
    node.neighbours.addAll(List.of(FakeNode.contact(1), FakeNode.contact(2)));
    node.closest.add(FakeNode.contact(1));
    List<VoteResult> results = new ArrayList<>();
    node.book.cast(spam(ADA), List.of(VECTOR), results::add);
    long castId = node.routed(Cast.class).get(0).castId();
    node.book.receive(FakeNode.contact(1), new VoteReplicated(castId, 2));
    node.pass(9);
    node.book.receive(FakeNode.contact(2), new VoteReplicated(castId, 2));
    assertThat(node.book.pendingCount()).as("who has to confirm is not known").isEqualTo(1);
    node.closest.addAll(List.of(FakeNode.contact(2), node.self()));
    node.pass(2);
    assertThat(node.book.pendingCount()).isZero();
    assertThat(node.routed(Cast.class)).as("it was not sent again").hasSize(1);
  }

  @Test
  void onlyThePeersClosestToTheMessageCanConfirmAVote() {
    node.root = false;
    node.closest.addAll(List.of(FakeNode.contact(1), FakeNode.contact(2)));
    List<VoteResult> results = new ArrayList<>();
    node.book.cast(spam(ADA), List.of(VECTOR), results::add);
    long castId = node.routed(Cast.class).get(0).castId();
    node.book.receive(FakeNode.contact(8), new VoteReplicated(castId, 1));
    node.book.receive(FakeNode.contact(7), new VoteReplicated(castId, 1));
    assertThat(node.book.pendingCount()).isEqualTo(1);
    assertThat(results).isEmpty();
  }

  @Test
  void whoDoesNotConfirmIsGivenTheVoteEverMoreSlowlyUntilAllHaveConfirmed() {
    node.root = false;
    node.closest.addAll(List.of(FakeNode.contact(1), FakeNode.contact(2)));
    node.book.cast(spam(ADA), List.of(VECTOR), result -> {});
    node.book.receive(
        FakeNode.contact(1), new VoteReplicated(node.routed(Cast.class).get(0).castId(), 1));
    node.pass(1);
    assertThat(node.sent)
        .filteredOn(sent -> sent.message() instanceof ReplicateVote)
        .extracting(FakeNode.Sent::to)
        .containsExactly(FakeNode.contact(2));
    node.pass(7_200);
    assertThat(node.book.pendingCount()).isEqualTo(1);
    int sent = node.routed(Cast.class).size();
    assertThat(sent).as("after 30 s, 60 s, ... 10 min, and every 10 min").isBetween(12, 18);
    for (int second = 0; second < 700 && node.routed(Cast.class).size() == sent; second++) {
      node.pass(1);
    }
    List<Cast> casts = node.routed(Cast.class);
    assertThat(casts).hasSize(sent + 1);
    Cast last = casts.get(casts.size() - 1);
    node.book.receive(FakeNode.contact(1), new VoteReplicated(last.castId(), 1));
    assertThat(node.book.pendingCount()).isEqualTo(1);
    node.book.receive(FakeNode.contact(2), new VoteReplicated(last.castId(), 1));
    assertThat(node.book.pendingCount()).isZero();
    node.pass(7_200);
    assertThat(node.routed(Cast.class)).hasSize(casts.size());
  }

  @Test
  void aVoteWhoseRootIsSilentIsAcceptedAndSentAgainUntilItIsConfirmed() {
    node.root = false;
    node.closest.add(FakeNode.contact(1));
    List<VoteResult> results = new ArrayList<>();
    node.book.cast(spam(ADA), List.of(VECTOR), results::add);
    node.pass(3);
    assertThat(results).hasSize(1);
    assertThat(results.get(0).outcome()).isEqualTo(Outcome.KEPT);
    assertThat(results.get(0).holders()).isEqualTo(1);
    node.pass(90);
    List<Cast> casts = node.routed(Cast.class);
    assertThat(casts).hasSizeBetween(3, 5);
    assertThat(casts).allMatch(cast -> cast.vectors().equals(List.of(VECTOR)));
    Cast last = casts.get(casts.size() - 1);
    node.book.receive(FakeNode.contact(1), new VoteReplicated(last.castId(), 1));
    assertThat(node.book.pendingCount()).isZero();
  }

  @Test
  void whatWasPendingBeforeARestartIsSentAgain() {
    node.root = false;
    node.closest.add(FakeNode.contact(1));
    node.book.cast(spam(ADA), List.of(VECTOR), result -> {});
    FakeNode restarted = new FakeNode(100, node.disk);
    restarted.root = false;
    restarted.closest.add(FakeNode.contact(1));
    assertThat(restarted.book.pendingCount()).isEqualTo(1);
    restarted.pass(31);
    assertThat(restarted.routed(Cast.class)).hasSize(1);
    assertThat(restarted.routed(Cast.class).get(0).vote()).isEqualTo(spam(ADA));
  }

  @Test
  void aRestartKeepsTheVectorsThatStandHoweverManyWereStoredBefore() {
    for (int i = 1; i <= 20; i++) {
      FeatureVector vector = SeededVoter.vector(i);
      Vote vote = ADA.vote(SeededVoter.REALM, GUID, VoteValue.SPAM, i, FakeNode.START, vector);
      node.deliver(new Cast(7, vote, List.of(vector)), RouteEnd.ROOT);
    }
    FakeNode restarted = new FakeNode(100, node.disk);
    FeatureVector last = SeededVoter.vector(20);
    restarted.book.deliverToObject(
        GUID,
        new VotesWanted(5, List.of(last.compact().digest())),
        FakeNode.contact(3),
        FakeNode.contact(3),
        2);
    assertThat(restarted.sent(VotesFound.class).get(0).vectors()).containsExactly(last);
  }

  @Test
  void afterARestartAPeerStillRenewsWhatItsOwnVotersSaid() {
    Id elsewhere = Id.ofHex("12");
    Vote theirs =
        BEN.vote(
            SeededVoter.REALM,
            Id.ofHex("c7"),
            elsewhere,
            VoteValue.SPAM,
            1,
            FakeNode.START,
            SeededVoter.vector(2));
    castAtRoot(node, spam(ADA));
    node.deliver(new Cast(8, theirs, List.of(SeededVoter.vector(2))), RouteEnd.ROOT);
    VoteRoom room = new VoteRoom(SeededVoter.SITE, 1_000_000, () -> new byte[] {1});
    KeptMessages restored = new KeptMessages(SeededVoter.SITE, 100, room, node.disk);
    restored.restore();
    assertThat(Objects.requireNonNull(restored.find(GUID)).liveDigests(true))
        .containsExactlyElementsOf(spam(ADA).digests());
    assertThat(Objects.requireNonNull(restored.find(elsewhere)).liveDigests(true)).isEmpty();
  }

  @Test
  void aMessageIsForgottenSixtyDaysAfterItsLastVoteAndDoesNotComeBack() {
    Vote withdrawn = vote(BEN, VoteValue.WITHDRAWN, 2, FakeNode.START);
    castAtRoot(node, spam(ADA));
    castAtRoot(node, withdrawn);
    node.timers.advance(node.timers.nowMicros() + 59 * DAY * 1000);
    assertThat(node.book.voteCount()).isEqualTo(2);
    node.timers.advance(node.timers.nowMicros() + 2 * DAY * 1000);
    node.pass(3601);
    assertThat(node.book.messageCount()).isZero();
    assertThat(node.disk.votes).isEmpty();
    assertThat(node.published).isEmpty();
    assertThat(node.served).isEmpty();
    node.sent.clear();
    castAtRoot(node, vote(BEN, VoteValue.SPAM, 1, FakeNode.START - 1));
    assertThat(node.book.voteCount()).isZero();
    assertThat(node.sent(Refused.class)).hasSize(1);
  }

  private static VotesWanted wanted(long checkId) {
    return new VotesWanted(checkId, spam(ADA).digests());
  }

  @Test
  void onlyVotesOnTheVectorsAskedAboutAreSentWithdrawnOnesToo() {
    FeatureVector other = SeededVoter.vector(7);
    Vote onOther = vote(BEN, other);
    castAtRoot(node, spam(ADA));
    node.deliver(new Cast(7, onOther, List.of(other)), RouteEnd.ROOT);
    Vote gone = vote(ADA, VoteValue.WITHDRAWN, 2, FakeNode.START);
    castAtRoot(node, gone);
    node.sent.clear();
    node.book.deliverToObject(GUID, wanted(5), FakeNode.contact(3), FakeNode.contact(3), 2);
    assertThat(node.sent(VotesFound.class)).hasSize(1);
    assertThat(node.sent(VotesFound.class).get(0).votes()).containsExactly(gone);
    assertThat(node.sent(VotesFound.class).get(0).vectors()).isEmpty();
    node.sent.clear();
    VotesWanted both = new VotesWanted(5, List.of(gone.digests().get(0), other.compact().digest()));
    node.book.deliverToObject(GUID, both, FakeNode.contact(3), FakeNode.contact(3), 2);
    assertThat(node.sent(VotesFound.class)).as("what was not said yet").hasSize(1);
    assertThat(node.sent(VotesFound.class).get(0).votes()).containsExactly(onOther);
    assertThat(node.sent(VotesFound.class).get(0).vectors()).containsExactly(other);
  }

  @Test
  void whoeverHasNamedAPublisherIsChargedWithTurningToItOneAfterTheOther() {
    Contact publisher = FakeNode.contact(7);
    List<Contact> tellers = List.of(FakeNode.contact(3), FakeNode.contact(4));
    node.book.askInPerson(publisher, tellers, GUID, List.of(), 5);
    assertThat(node.naming).containsExactly(tellers.get(0));
    node.acknowledge(false); // he has named too many
    assertThat(node.naming).isEqualTo(tellers);
    node.acknowledge(false);
    assertThat(node.naming).isEqualTo(tellers);
    assertThat(node.sent(VotesAsked.class)).hasSize(2);
    node.book.askInPerson(publisher, List.of(), GUID, List.of(), 6);
    assertThat(node.naming).as("it has answered itself").isEqualTo(tellers);
    assertThat(node.sent(VotesAsked.class)).hasSize(3);
  }

  @Test
  void whoIsNamedByAnotherIsToldToAskInPerson() {
    castAtRoot(node, spam(ADA));
    node.sent.clear();
    node.book.deliverToObject(GUID, wanted(5), FakeNode.contact(3), FakeNode.contact(4), 2);
    assertThat(node.sent(VotesFound.class)).isEmpty();
    assertThat(node.sent(VotesHeld.class))
        .containsExactly(new VotesHeld(5, GUID, wanted(5).digests()));
    node.book.receive(FakeNode.contact(3), new VotesAsked(5, GUID, wanted(5).digests()));
    assertThat(node.sent(VotesFound.class)).hasSize(1);
  }

  @Test
  void aVoteOnTwoVectorsIsSentOnceWithBoth() {
    FeatureVector one = SeededVoter.vector(1);
    FeatureVector two = SeededVoter.vector(7);
    node.deliver(new Cast(7, vote(ADA, one, two), List.of(one, two)), RouteEnd.ROOT);
    node.sent.clear();
    for (FeatureVector asked : List.of(one, two)) {
      VotesWanted wanted = new VotesWanted(5, List.of(asked.compact().digest()));
      node.book.deliverToObject(GUID, wanted, FakeNode.contact(3), FakeNode.contact(3), 2);
    }
    assertThat(node.sent(VotesFound.class)).hasSize(2);
    assertThat(node.sent(VotesFound.class).get(0).vectors()).containsExactlyInAnyOrder(one, two);
    assertThat(node.sent(VotesFound.class).get(1).votes()).isEmpty();
  }

  private static Vote vote(SeededVoter voter, FeatureVector... vectors) {
    return voter.vote(SeededVoter.REALM, GUID, VoteValue.SPAM, 1, FakeNode.START, vectors);
  }

  @Test
  void answersACheckOnceInPages() {
    for (int i = 0; i < VoteMessage.MAX_VOTES + 1; i++) {
      castAtRoot(node, spam(new SeededVoter(100 + i)));
    }
    node.sent.clear();
    node.acknowledge(true);
    for (int i = 0; i < 3; i++) {
      node.book.deliverToObject(GUID, wanted(5), FakeNode.contact(3), FakeNode.contact(3), 2);
    }
    assertThat(node.sent(VotesFound.class)).as("the next waits for the first").hasSize(1);
    node.acknowledge(true);
    node.acknowledge(true);
    List<VotesFound> pages = node.sent(VotesFound.class);
    assertThat(pages).hasSize(2);
    assertThat(pages)
        .allMatch(
            page ->
                page.spam() == VoteMessage.MAX_VOTES + 1 && page.ham() == 0 && page.pages() == 2);
    assertThat(pages.get(0).votes()).hasSize(VoteMessage.MAX_VOTES);
    assertThat(pages.get(1).votes()).hasSize(1);
  }

  @Test
  void whoeverDoesNotAcknowledgeAPageIsSentNoFurtherOne() {
    for (int i = 0; i < VoteMessage.MAX_VOTES + 1; i++) {
      castAtRoot(node, spam(new SeededVoter(100 + i)));
    }
    node.book.deliverToObject(GUID, wanted(5), FakeNode.contact(3), FakeNode.contact(3), 2);
    node.acknowledge(false);
    node.acknowledge(true);
    assertThat(node.sent(VotesFound.class)).hasSize(1);
  }
}
