package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

class SlicesTest {
  private static final int MESSAGES = 2_500;

  private final Timers timers = new Timers(0);
  private final KeptMessages messages =
      new KeptMessages(
          SeededVoter.SITE,
          100,
          new VoteRoom(SeededVoter.SITE, Long.MAX_VALUE, () -> new byte[] {1}),
          new FakeNode.Disk());
  private final List<Id> visited = new ArrayList<>();
  private final Slices slices = new Slices(timers, messages, message -> visited.add(message.guid));

  SlicesTest() {
    FeatureVector vector = SeededVoter.vector(1);
    Vote vote = new SeededVoter(1).vote(Id.ofHex("11"), VoteValue.SPAM, 1, vector);
    for (int i = 0; i < MESSAGES; i++) {
      messages.merge(on(vote, Id.of(i, 0, 0), vector), List.of(vector));
    }
  }

  /** Signatures are nothing to what is kept. */
  static Vote on(Vote vote, Id guid, FeatureVector vector) {
    return new Vote(
        vote.realm(),
        vote.site(),
        guid,
        List.of(vector.compact().digest()),
        vote.value(),
        vote.origin(),
        vote.sequence(),
        vote.timeMillis(),
        vote.key(),
        vote.signature(),
        vote.certificate());
  }

  @Test
  void aTurnSeesAThousandMessagesAtMostAndAPassEveryOneOnce() {
    slices.pass();
    int before = 0;
    int turns = 1;
    for (int milli = 1; visited.size() < MESSAGES; milli++) {
      assertThat(visited.size() - before).isLessThanOrEqualTo(1_000);
      before = visited.size();
      timers.advance(milli * 1_000L);
      turns += visited.size() > before ? 1 : 0;
    }
    assertThat(turns).isEqualTo(3);
    assertThat(visited).doesNotHaveDuplicates().hasSize(MESSAGES);
    timers.advance(1_000_000);
    assertThat(visited).as("no further pass").hasSize(MESSAGES);
  }

  @Test
  void whatIsAskedForMeanwhileIsDoneBehind() {
    slices.pass();
    slices.pass();
    slices.pass();
    for (int milli = 1; milli < 100; milli++) {
      timers.advance(milli * 1_000L);
    }
    assertThat(visited).hasSize(2 * MESSAGES);
  }
}
