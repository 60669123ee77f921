package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.agent.vote.VoteMessage.Refused;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RouteEnd;

/** A peer whose users may vote on three messages a day, and which keeps six of others. */
class VoteQuotasTest {
  private static final int DAILY = 3;
  private static final VoteConfig CONFIG = VoteConfig.DEFAULT.withQuotas(DAILY, DAILY);
  private static final FeatureVector VECTOR = SeededVoter.vector(1);
  private static final SeededVoter ADA = new SeededVoter(1);
  private static final Id ELSEWHERE = Id.ofHex("c7");
  private static final long DAY = 86_400_000L;
  private static final long NOON = Math.floorDiv(FakeNode.START, DAY) * DAY - DAY / 2;

  private final FakeNode node = node(new FakeNode.Disk());

  private static FakeNode node(FakeNode.Disk disk) {
    return new FakeNode(100, CONFIG, disk);
  }

  private static Vote vote(Id site, int message, long millis) {
    Id guid = Id.ofHex(String.format("%02x", message));
    return ADA.vote(SeededVoter.REALM, site, guid, VoteValue.SPAM, 1, millis, VECTOR);
  }

  private static boolean cast(FakeNode node, int message) {
    List<VoteResult> results = new ArrayList<>();
    Vote vote = vote(SeededVoter.SITE, message, FakeNode.START).uncertified();
    node.book.cast(vote, List.of(VECTOR), results::add);
    node.pass(3);
    return results.get(0).accepted();
  }

  /** How many of ten votes of a voter of another peer are kept. */
  private static int kept(FakeNode node, int first) {
    long before = node.book.voteCount();
    for (int i = 0; i < 10; i++) {
      Cast cast = new Cast(7, vote(ELSEWHERE, first + i, FakeNode.START), List.of(VECTOR));
      node.deliver(cast, RouteEnd.ROOT);
    }
    return (int) (node.book.voteCount() - before);
  }

  private void handOver(int message, long millis) {
    Vote vote = vote(ELSEWHERE, message, millis);
    node.book.receive(FakeNode.contact(1), new HandOverVotes(List.of(vote), List.of(VECTOR)));
  }

  @Test
  void theQuotasOfOwnAndOtherVotersSurviveARestart() {
    for (int i = 0; i < DAILY; i++) {
      assertThat(cast(node, i)).isTrue();
    }
    assertThat(cast(node, DAILY)).isFalse();
    assertThat(kept(node, 100)).isEqualTo(2 * DAILY);
    assertThat(node.sent(Refused.class)).hasSize(10 - 2 * DAILY);
    FakeNode restarted = node(node.disk);
    assertThat(cast(restarted, DAILY)).isFalse();
    assertThat(cast(restarted, 0)).as("a repeat is free").isTrue();
    assertThat(kept(restarted, 120)).isZero();
    FakeNode afterDays = node(node.disk);
    afterDays.timers.advance(afterDays.timers.nowMicros() + 3 * DAY * 1000);
    assertThat(kept(afterDays, 120)).isEqualTo(2 * DAILY);
  }

  @Test
  void aHandedOverVoteIsHeldToTheQuotaOfItsDay() {
    for (int i = 0; i < 10; i++) {
      handOver(i, NOON + i);
    }
    assertThat(node.book.voteCount()).isEqualTo(2 * DAILY);
    for (int i = 0; i < 10; i++) {
      handOver(i, NOON + i); // again: what is kept is free, the rest is still too much
    }
    assertThat(node.book.voteCount()).isEqualTo(2 * DAILY);
    for (int i = 0; i < 10; i++) {
      handOver(20 + i, NOON - (i % 5 + 1) * DAY); // two of each of the five days before
    }
    assertThat(node.book.voteCount()).isEqualTo(2 * DAILY + 10);
    assertThat(kept(node, 100)).as("is not counted for today").isEqualTo(2 * DAILY);
  }
}
