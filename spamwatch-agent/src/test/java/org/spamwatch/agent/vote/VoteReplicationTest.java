package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteMessage.VoteReplicated;
import org.spamwatch.agent.vote.VoteResult.Outcome;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/** How a vote reaches those that are to keep it, and who is told of it. */
class VoteReplicationTest extends VoteTableFixture {
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
}
