package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.agent.vote.VoteMessage.Refused;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteMessage.VoteReplicated;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteMessage.VotesWanted;
import org.spamwatch.agent.vote.VoteResult.Outcome;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RouteEnd;

/** What a peer keeps of votes, on disk and in memory, and for how long. */
class VoteTableTest extends VoteTableFixture {
  private static final long DAY = 86_400_000L;

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
    assertThat(node.published).containsExactly(GUID); // and so served
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
    FakeNode tiny = new FakeNode(100, VoteConfig.DEFAULT.withRoom(2_000), new FakeNode.Disk());
    List<VoteResult> results = new ArrayList<>();
    tiny.book.cast(spam(ADA), List.of(VECTOR), results::add);
    tiny.book.cast(spam(BEN), List.of(VECTOR), results::add);
    tiny.book.cast(
        vote(ADA, VoteValue.WITHDRAWN, 2, FakeNode.START), List.of(VECTOR), results::add);
    assertThat(results)
        .as("what takes the place of another always has room")
        .extracting(VoteResult::accepted)
        .containsExactly(true, false, true);
    assertThat(results.get(1).roomBytes()).isEqualTo(2_000);
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
    restored.restore(Runnable::run, message -> {});
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
}
