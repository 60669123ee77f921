package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.agent.vote.VoteMessage.Refused;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RouteEnd;

/** One peer's votes on one message, as its neighbours see them. */
abstract class VoteTableFixture {
  static final Id GUID = Id.ofHex("11");
  static final FeatureVector VECTOR = SeededVoter.vector(1);
  static final SeededVoter ADA = new SeededVoter(1);
  static final SeededVoter BEN = new SeededVoter(2);

  final FakeNode node = new FakeNode(100, new FakeNode.Disk());

  static Vote vote(SeededVoter voter, VoteValue value, long sequence, long millis) {
    return voter.vote(SeededVoter.REALM, GUID, value, sequence, millis, VECTOR);
  }

  static Vote spam(SeededVoter voter) {
    return vote(voter, VoteValue.SPAM, 1, FakeNode.START);
  }

  static void castAtRoot(FakeNode root, Vote vote) {
    root.deliver(new Cast(7, vote, List.of(VECTOR)), RouteEnd.ROOT);
  }

  final void refuses(Vote vote, List<FeatureVector> vectors, String reason) {
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

  static Vote elsewhere(int site, SeededVoter voter, long millis) {
    Id id = Id.ofHex("c" + site);
    return voter.vote(SeededVoter.REALM, id, GUID, VoteValue.SPAM, 1, millis, VECTOR);
  }

  static Vote vote(SeededVoter voter, FeatureVector... vectors) {
    return voter.vote(SeededVoter.REALM, GUID, VoteValue.SPAM, 1, FakeNode.START, vectors);
  }
}
