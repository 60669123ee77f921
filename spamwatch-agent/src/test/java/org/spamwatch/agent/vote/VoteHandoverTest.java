package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/** At what pace votes are handed to a newcomer, which checks the signature of each. */
class VoteHandoverTest {
  private static final Id GUID = Id.ofHex("4378");
  private static final FeatureVector VECTOR = SeededVoter.vector(1);

  /** Messages that are under way to one receiver; {@code HandingOverTest} has the pace. */
  private static final int WINDOW = 8;

  private static final int VOTES = 10 * VoteMessage.MAX_VOTES;

  private final FakeNode node = new FakeNode(1_000, new FakeNode.Disk());

  private List<Vote> entrusted() {
    return node.sent(HandOverVotes.class).stream()
        .flatMap(entrust -> entrust.votes().stream())
        .toList();
  }

  /** Lets seconds pass timer by timer: a node that is late would be slower. */
  private void pass(long seconds) {
    long until = node.timers.nowMicros() + seconds * 1_000_000;
    for (OptionalLong next = node.timers.nextDeadlineMicros();
        next.isPresent() && next.getAsLong() <= until;
        next = node.timers.nextDeadlineMicros()) {
      node.timers.advance(next.getAsLong());
    }
    node.timers.advance(until);
  }

  @Test
  void aNewcomerIsGivenAllVotesOnceAndTheNextWhenItHasSome() {
    List<Vote> votes =
        IntStream.range(0, VOTES)
            .mapToObj(
                seed ->
                    new SeededVoter(seed)
                        .vote(SeededVoter.REALM, GUID, VoteValue.SPAM, 1, FakeNode.START, VECTOR))
            .toList();
    for (int from = 0; from < VOTES; from += VoteMessage.MAX_VOTES) {
      int to = Math.min(VOTES, from + VoteMessage.MAX_VOTES);
      HandOverVotes some = new HandOverVotes(votes.subList(from, to), List.of(VECTOR));
      node.book.receive(FakeNode.contact(1), some);
    }
    pass(5);
    node.sent.clear();
    node.neighbours.add(FakeNode.contact(5));
    node.book.update(FakeNode.contact(5), true);
    pass(10);
    assertThat(node.sent(HandOverVotes.class)).hasSize(WINDOW);
    node.acknowledge(true);
    pass(10);
    node.acknowledge(true);
    pass(10);
    assertThat(entrusted()).containsExactlyInAnyOrderElementsOf(votes);
    assertThat(node.sent).allMatch(sent -> sent.to().equals(FakeNode.contact(5)));
  }
}
