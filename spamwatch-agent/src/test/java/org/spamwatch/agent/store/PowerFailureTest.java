package org.spamwatch.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.store.StoreException.Problem;
import org.spamwatch.overlay.Id;

/** What was not forced when the power fails may be on the disk in part. */
final class PowerFailureTest {
  private static final int AT_ONCE = 10;
  private static final int LIVE = 150;
  private static final int REUSED = 20;
  private static final int MOST_ROUNDS = 5_000;
  private static final int FAILURES = 100;

  private final SampleVotes samples = new SampleVotes(1);
  private final List<Acknowledged> acknowledged = new ArrayList<>();

  /** What was on disk for good after some steps, and what the note beside the store said. */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  private record Acknowledged(int steps, Set<Id> guids, byte[] note) {}

  @Test
  void withoutSomeOfTheUnforcedWritesEveryAcknowledgedVoteIsThere(@TempDir Path directory)
      throws Exception {
    assertThat(refusedAfterFailures(directory, 0, 1)).isZero();
  }

  /**
   * MVStore checks the head, the foot and the index of a commit, not all of its pages, so it takes
   * some torn ones for whole. Then the store goes back behind it, and where even that cannot be
   * read is refused as damaged, which an operator sees.
   */
  @Test
  void whereAWriteWasTornNoAcknowledgedVoteIsMissedInSilence(@TempDir Path directory)
      throws Exception {
    assertThat(refusedAfterFailures(directory, 0, 0.5, 0.9, 0.99, 1))
        .isLessThanOrEqualTo(FAILURES / 50);
  }

  /** Lets the power fail again and again; every store that opens must have what it promised. */
  private int refusedAfterFailures(Path directory, double... kept) throws Exception {
    Path store = Files.createDirectory(directory.resolve("recorded:"));
    open(store).close();
    int refused = 0;
    try (RecordedDisk disk = new RecordedDisk(store.resolve("votes.mv"))) {
      write(store, disk);
      Random random = new Random(1);
      for (int i = 0; i < FAILURES; i++) {
        int which = random.nextInt(acknowledged.size() - 1);
        Acknowledged before = acknowledged.get(which);
        int steps = acknowledged.get(which + 1).steps() - before.steps();
        int moment = before.steps() + 1 + random.nextInt(steps - 1); // its force has not ended
        Path left = Files.createDirectory(directory.resolve("left" + i));
        Files.write(left.resolve("votes.mv"), disk.leftAfter(moment, kept, random));
        Files.write(left.resolve("votes.commit"), before.note());
        try (DiskVoteStore opened = open(left)) {
          Set<Id> found = new LinkedHashSet<>();
          opened.load(message -> found.add(message.guid()));
          assertThat(found).as("after step %d", moment).containsAll(before.guids());
        } catch (StoreException e) {
          assertThat(e.problem()).isEqualTo(Problem.CORRUPT);
          refused++;
        }
      }
    }
    return refused;
  }

  /** Writes and removes votes until much of the file was written over. */
  private void write(Path directory, RecordedDisk disk) throws Exception {
    Deque<SampleVotes.Sample> live = new ArrayDeque<>();
    try (DiskVoteStore store = open(directory)) {
      for (int round = 0; round < MOST_ROUNDS && disk.reused() < REUSED; round++) {
        for (int i = 0; i < AT_ONCE; i++) {
          SampleVotes.Sample sample = samples.next();
          store.put(sample.vote(), sample.vectors());
          live.add(sample);
          if (live.size() > LIVE) {
            store.remove(live.remove().vote().guid());
          }
        }
        CountDownLatch done = new CountDownLatch(1);
        store.durable(done::countDown);
        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        Set<Id> guids = new LinkedHashSet<>();
        live.stream().skip(AT_ONCE).forEach(sample -> guids.add(sample.vote().guid()));
        byte[] note = Files.readAllBytes(directory.resolve("votes.commit"));
        acknowledged.add(new Acknowledged(disk.now(), guids, note));
      }
    }
    assertThat(disk.reused()).as("places written over").isGreaterThanOrEqualTo(REUSED);
  }

  private static DiskVoteStore open(Path directory) throws StoreException {
    return DiskVoteStore.open(directory, SampleVotes.REALM, Runnable::run, line -> {});
  }
}
