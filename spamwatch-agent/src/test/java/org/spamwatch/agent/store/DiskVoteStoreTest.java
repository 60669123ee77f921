package org.spamwatch.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.store.SampleVotes.Person;
import org.spamwatch.agent.store.SampleVotes.Sample;
import org.spamwatch.agent.store.StoreException.Problem;
import org.spamwatch.agent.vote.StoredMessage;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/** What is put in is there after reopening, for one opener at a time. */
final class DiskVoteStoreTest extends VoteStoreFixture {
  DiskVoteStoreTest(@TempDir Path directory) {
    super(directory);
  }

  @Test
  void whatWasPutIsThereAfterReopening() throws Exception {
    Sample one = samples.next();
    Sample two = samples.next();
    try (DiskVoteStore store = open()) {
      store.put(one.vote(), one.vectors());
      store.pend(one.vote());
      store.put(two.vote(), two.vectors());
    }
    try (DiskVoteStore store = open()) {
      assertThat(stored(store))
          .containsExactlyInAnyOrder(
              new StoredMessage(
                  one.vote().guid(), one.vectors(), List.of(one.vote()), List.of(one.vote())),
              new StoredMessage(two.vote().guid(), two.vectors(), List.of(two.vote()), List.of()));
    }
  }

  @Test
  void aNewerPeersVoteIsThereAfterReopening() throws Exception {
    Sample newer = samples.newer();
    try (DiskVoteStore store = open()) {
      store.put(newer.vote(), newer.vectors());
    }
    try (DiskVoteStore store = open()) {
      assertThat(stored(store))
          .containsExactly(
              new StoredMessage(
                  newer.vote().guid(), newer.vectors(), List.of(newer.vote()), List.of()));
    }
  }

  @Test
  void aVotersLaterVoteReplacesTheEarlierOne() throws Exception {
    Sample spam = samples.next();
    Id guid = spam.vote().guid();
    Vote later = samples.vote(guid, spam.vector(), VoteValue.WITHDRAWN, 2, spam.vote().publicKey());
    Vote other = samples.vote(guid, spam.vector(), VoteValue.HAM, 1);
    try (DiskVoteStore store = open()) {
      store.put(spam.vote(), spam.vectors());
      store.put(other, spam.vectors());
      store.put(later, spam.vectors());
    }
    try (DiskVoteStore store = open()) {
      assertThat(stored(store)).hasSize(1);
      assertThat(stored(store).get(0).votes()).containsExactlyInAnyOrder(later, other);
      assertThat(stored(store).get(0).vectors()).containsExactly(spam.vector());
    }
  }

  @Test
  void settlingAnEarlierVoteLeavesTheLaterOnePending() throws Exception {
    Sample spam = samples.next();
    Vote later =
        samples.vote(spam.vote().guid(), spam.vector(), VoteValue.HAM, 2, spam.vote().publicKey());
    try (DiskVoteStore store = open()) {
      store.put(spam.vote(), spam.vectors());
      store.pend(spam.vote());
      store.put(later, spam.vectors());
      store.pend(later);
      store.settle(spam.vote());
    }
    try (DiskVoteStore store = open()) {
      assertThat(stored(store).get(0).pending()).containsExactly(later);
      store.settle(later);
    }
    try (DiskVoteStore store = open()) {
      assertThat(stored(store).get(0).pending()).isEmpty();
    }
  }

  @Test
  void removingAMessageLeavesItsNeighbours() throws Exception {
    List<Sample> all = List.of(samples.next(), samples.next(), samples.next());
    Id removed = all.get(1).vote().guid();
    try (DiskVoteStore store = open()) {
      for (Sample sample : all) {
        store.put(sample.vote(), sample.vectors());
        store.pend(sample.vote());
      }
      store.remove(removed);
    }
    try (DiskVoteStore store = open()) {
      assertThat(stored(store))
          .extracting(StoredMessage::guid)
          .containsExactlyInAnyOrder(all.get(0).vote().guid(), all.get(2).vote().guid());
    }
  }

  @Test
  void doneRunsOnTheTurnAndOnlyWhenADifferentOpenerWouldSeeTheVote() throws Exception {
    Sample spam = samples.next();
    Path copy = Files.createDirectory(directory.resolve("copy"));
    try (DiskVoteStore store = open()) {
      store.put(spam.vote(), spam.vectors());
      awaitDurable(store);
      // What a power failure at this moment would leave.
      Files.copy(file(), copy.resolve("votes.mv"));
    }
    try (DiskVoteStore left =
        DiskVoteStore.open(copy, SampleVotes.REALM, Runnable::run, line -> {})) {
      assertThat(stored(left)).hasSize(1);
    }
  }

  @Test
  void theFileIsItsOwnersOnly() throws Exception {
    open().close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void aSecondOpenerIsTurnedAway() throws Exception {
    try (DiskVoteStore store = open()) {
      assertThat(stored(store)).isEmpty();
      assertProblem(Problem.IN_USE, "in use by another peer");
    }
  }

  @Test
  void whatWaitsForASlowDiskIsBounded() throws Exception {
    CountDownLatch slow = new CountDownLatch(1);
    Executor stuck =
        done -> {
          try {
            assertThat(slow.await(10, TimeUnit.SECONDS)).isTrue();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          done.run();
        };
    try (DiskVoteStore store =
        DiskVoteStore.open(directory, SampleVotes.REALM, stuck, line -> {})) {
      store.durable(() -> {}); // the writer stands still in it
      int put = 0;
      while (!store.isBehind()) {
        Sample sample = samples.next();
        store.put(sample.vote(), sample.vectors());
        assertThat(++put).isLessThan(40_000);
      }
      CountDownLatch written = new CountDownLatch(1);
      store.durable(written::countDown);
      slow.countDown();
      assertThat(written.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(store.isBehind()).isFalse();
    }
  }

  @Test
  void aWriterThatDiesIsTold() throws Exception {
    Executor deadly =
        done -> {
          throw new StackOverflowError("of a test");
        };
    CompletableFuture<String> told = new CompletableFuture<>();
    try (DiskVoteStore store =
        DiskVoteStore.open(directory, SampleVotes.REALM, deadly, told::complete)) {
      store.durable(() -> {});
      assertThat(told.get(10, TimeUnit.SECONDS)).contains("writer has ended", "of a test");
    }
  }

  private int certificates() {
    try (MVStore store = MVStore.open(file().toString())) {
      return store
          .openMap(
              "certificates",
              new MVMap.Builder<byte[], byte[]>()
                  .keyType(ByteArrayDataType.INSTANCE)
                  .valueType(ByteArrayDataType.INSTANCE))
          .size();
    }
  }

  @Test
  void aCertificateIsKeptOnceForAllItsVotesAndGoesWithTheLast() throws Exception {
    Person ada = samples.person();
    Person renewed = new Person(ada.key(), ada.site(), samples.certificate());
    FeatureVector vector = samples.vector();
    List<Id> guids = List.of(Id.ofHex("11"), Id.ofHex("12"), Id.ofHex("13"));
    try (DiskVoteStore store = open()) {
      for (Id guid : guids) {
        store.put(samples.vote(guid, vector, VoteValue.SPAM, 1, ada), List.of(vector));
      }
    }
    assertThat(certificates()).isEqualTo(1);
    Vote first = samples.vote(guids.get(0), vector, VoteValue.SPAM, 2, renewed);
    try (DiskVoteStore store = open()) {
      store.put(first, List.of(vector));
      store.remove(guids.get(1));
    }
    assertThat(certificates()).isEqualTo(2);
    try (DiskVoteStore store = open()) {
      assertThat(stored(store).get(0).votes()).containsExactly(first);
      assertThat(stored(store).get(1).votes().get(0).certificate()).contains(ada.certificate());
      store.remove(guids.get(2));
    }
    assertThat(certificates()).isEqualTo(1);
    try (DiskVoteStore store = open()) {
      store.remove(guids.get(0));
    }
    assertThat(certificates()).isZero();
  }

  @Test
  void everyVectorOfAMessageComesBackAsItWas() throws Exception {
    List<Id> keys = List.of(FeatureVector.key(-1), FeatureVector.key(0), FeatureVector.key(1));
    FeatureVector whole = new FeatureVector(Scheme.CHAR50, true, keys);
    FeatureVector words = new FeatureVector(Scheme.WORD, false, keys);
    FeatureVector paper = new FeatureVector(Scheme.RABIN50, false, keys.subList(0, 1));
    Vote vote = samples.vote(Id.ofHex("11"), whole, VoteValue.SPAM, 1, samples.person());
    try (DiskVoteStore store = open()) {
      store.put(vote, List.of(whole, words, paper));
    }
    try (DiskVoteStore store = open()) {
      assertThat(stored(store).get(0).vectors()).containsExactlyInAnyOrder(whole, words, paper);
    }
  }
}
