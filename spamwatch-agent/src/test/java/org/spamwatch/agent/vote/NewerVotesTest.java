package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.agent.vote.VoteMessage.Refused;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteMessage.VoteReplicated;
import org.spamwatch.agent.vote.VoteMessage.VotesAsked;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;

/** What a keeper does with votes of a newer peer, of whose schemes and origins it knows nothing. */
class NewerVotesTest {
  private static final Id GUID = Id.ofHex("11");
  private static final FeatureVector KNOWN = SeededVoter.vector(1);
  private static final FeatureVector NEWER = SeededVoter.vector(Scheme.of(200), 2);
  private static final MessageTable TABLE = MessageTable.of(Limits.DEFAULT, VoteMessage.TYPES);
  private static final Vote VOTE =
      new SeededVoter(1)
          .vote(
              VoteOrigin.of(77),
              SeededVoter.REALM,
              SeededVoter.SITE,
              GUID,
              VoteValue.SPAM,
              1,
              FakeNode.START,
              KNOWN,
              NEWER);

  private final FakeNode node = new FakeNode(100, new FakeNode.Disk());

  private static Message travelled(Message message) throws WireException {
    return TABLE.decode(TABLE.encode(message));
  }

  @Test
  void itVerifiesKeepsConfirmsAndPassesThemOn() throws WireException {
    node.neighbours.add(FakeNode.contact(1));
    node.deliver(travelled(new Cast(7, VOTE, List.of(KNOWN, NEWER))), RouteEnd.ROOT);
    assertThat(node.sent(VoteReplicated.class)).hasSize(1);
    assertThat(node.sent(ReplicateVote.class))
        .containsExactly(new ReplicateVote(7, FakeNode.contact(9), 2, VOTE, List.of(KNOWN, NEWER)));
    assertThat(node.disk.votes.get(GUID)).containsValue(VOTE);
    assertThat(node.disk.vectors.get(GUID)).containsExactlyInAnyOrder(KNOWN, NEWER);
  }

  @Test
  void itTakesThemHandedOverAndShowsThem() throws WireException {
    node.book.receive(
        FakeNode.contact(1), travelled(new HandOverVotes(List.of(VOTE), List.of(KNOWN, NEWER))));
    node.book.receive(FakeNode.contact(2), new VotesAsked(5, GUID, VOTE.digests()));
    assertThat(node.sent(VotesFound.class).get(0).votes()).containsExactly(VOTE);
    assertThat(node.sent(VotesFound.class).get(0).vectors())
        .containsExactlyInAnyOrder(KNOWN, NEWER);
  }

  @Test
  void itRefusesAVectorThatIsNotTheOneThatWasSigned() throws WireException {
    FeatureVector other = new FeatureVector(Scheme.of(201), false, NEWER.keys());
    node.deliver(travelled(new Cast(7, VOTE, List.of(KNOWN, other))), RouteEnd.ROOT);
    assertThat(node.sent(Refused.class)).hasSize(1);
    assertThat(node.sent(Refused.class).get(0).reason()).contains("vectors");
  }
}
