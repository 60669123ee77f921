package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.wire.MessageTable;

/** What many votes take of a peer: memory, and time of its turns. */
@Tag("soak")
final class VoteSoakTest {
  private static final int VOTES = 20_000;
  private static final int VOTES_OF_VOTER = 100;
  private static final int MESSAGES = 120_000;

  /** Kept nowhere but in memory. */
  private static final class Nowhere implements VoteStore {
    @Override
    public void load(Consumer<StoredMessage> visitor) {}

    @Override
    public void put(Vote vote, List<FeatureVector> vectors) {}

    @Override
    public void remove(Vote vote) {}

    @Override
    public void removeVectors(Id guid, List<Id> digests) {}

    @Override
    public void remove(Id guid) {}

    @Override
    public void pend(Vote vote) {}

    @Override
    public void settle(Vote vote) {}

    @Override
    public void durable(Runnable done) {}
  }

  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  @ParameterizedTest
  @CsvSource({"1, 10", "2, 10", "4, 64"})
  void votesTakeNoMoreMemoryThanIsCountedForThem(int vectors, int keys, TestReporter report)
      throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    MessageTable wire = PeerCore.messages(Limits.DEFAULT);
    VoteRoom room = new VoteRoom(SeededVoter.SITE, Long.MAX_VALUE, () -> new byte[] {1});
    KeptMessages messages = new KeptMessages(SeededVoter.SITE, 100, room, new Nowhere());
    long before = usedBytes();
    SeededVoter voter = new SeededVoter(0);
    for (int i = 0; i < VOTES; i++) {
      voter = i % VOTES_OF_VOTER == 0 ? new SeededVoter(i) : voter;
      List<FeatureVector> its = new ArrayList<>();
      for (int j = 0; j < vectors; j++) {
        List<Id> all = new ArrayList<>();
        for (int k = 0; k < keys; k++) {
          all.add(FeatureVector.key(random.nextLong()));
        }
        its.add(new FeatureVector(Scheme.CHAR50, false, all));
      }
      Vote vote =
          voter.vote(
              SeededVoter.REALM,
              Id.ofHex("c1"),
              Id.random(random),
              VoteValue.SPAM,
              i,
              FakeNode.START,
              its.toArray(FeatureVector[]::new));
      // As it comes from another peer, with nothing of it shared.
      ReplicateVote keep = new ReplicateVote(1, FakeNode.contact(1), 4, vote, its);
      if (wire.decode(wire.encode(keep)) instanceof ReplicateVote came) {
        messages.merge(came.vote(), came.vectors());
      }
    }
    long used = (usedBytes() - before) / VOTES;
    long counted = room.bytes() / messages.size();
    report.publishEntry(
        "a vote with %d vectors of %d keys".formatted(vectors, keys),
        "%d bytes, counted as %d".formatted(used, counted));
    assertThat(messages.votes()).isEqualTo(VOTES);
    assertThat(used).isLessThanOrEqualTo(counted);
  }

  @Test
  void aChangeOfNeighboursIsHeededInShortTurns(TestReporter report) {
    FakeNode.Disk disk = new FakeNode.Disk();
    SeededVoter voter = new SeededVoter(1);
    FeatureVector any = SeededVoter.vector(1);
    Vote own = voter.vote(Id.ofHex("11"), VoteValue.SPAM, FakeNode.START, any);
    Vote others =
        voter.vote(
            SeededVoter.REALM,
            Id.ofHex("c1"),
            Id.ofHex("11"),
            VoteValue.SPAM,
            1,
            FakeNode.START,
            any);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < MESSAGES; i++) {
      FeatureVector vector = SeededVoter.vector(i);
      Vote vote = SlicesTest.on(i % 2 == 0 ? own : others, Id.random(random), vector);
      disk.put(vote, List.of(vector));
    }
    FakeNode node = new FakeNode(100, disk);
    assertThat(node.book.messageCount()).isEqualTo(MESSAGES);
    report.publishEntry("longest turn, all published anew", longest(node));
    node.book.moved();
    report.publishEntry("longest turn, nothing to publish", longest(node));
    assertThat(node.published).hasSize(MESSAGES);
  }

  /** The longest turn of two seconds, in which a pass over all messages is over. */
  private static String longest(FakeNode node) {
    double longest = 0;
    for (int milli = 0; milli < 2_000; milli++) {
      long pausedBefore = pausedMillis();
      long begun = System.nanoTime();
      node.timers.advance(node.timers.nowMicros() + 1_000);
      double millis = (System.nanoTime() - begun) / 1e6 - (pausedMillis() - pausedBefore);
      longest = Math.max(longest, millis);
    }
    return "%.1f ms, without collections of garbage".formatted(longest);
  }

  private static long pausedMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }
}
