package org.spamwatch.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.store.SampleVotes.Person;
import org.spamwatch.agent.store.SampleVotes.Sample;
import org.spamwatch.agent.store.StoreException.Problem;
import org.spamwatch.agent.vote.StoredMessage;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

final class DiskVoteStoreTest {
  private final SampleVotes samples = new SampleVotes(1);

  private final Path directory;

  DiskVoteStoreTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private DiskVoteStore open() throws StoreException {
    return DiskVoteStore.open(directory, SampleVotes.REALM, Runnable::run, line -> {});
  }

  private Path file() {
    return directory.resolve("votes.mv");
  }

  private static List<StoredMessage> stored(DiskVoteStore store) {
    List<StoredMessage> messages = new ArrayList<>();
    store.load(messages::add);
    return messages;
  }

  private static void awaitDurable(DiskVoteStore store) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    store.durable(done::countDown);
    assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
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
  void anotherRealmsVotesAreRefused() throws Exception {
    open().close();
    StoreException refused =
        catchThrowableOfType(
            StoreException.class,
            () -> DiskVoteStore.open(directory, Id.ofHex("bb"), Runnable::run, line -> {}));
    assertThat(refused.problem()).isEqualTo(Problem.UNUSABLE);
    assertThat(refused).hasMessageContaining("realm aa000000");
  }

  @Test
  void aNewerFormatIsRefusedAndLeftAlone() throws Exception {
    open().close();
    try (MVStore store = MVStore.open(file().toString())) {
      MVMap<String, String> about = store.openMap("about");
      about.put("format", "6");
    }
    long size = Files.size(file());
    assertProblem(Problem.UNUSABLE, "format 6");
    assertThat(Files.size(file())).isEqualTo(size);
  }

  @Test
  void aCommitThatMixesRowsOfSeveralIsGoneBackBehind() throws Exception {
    SampleVotes.Sample one = samples.next();
    try (DiskVoteStore store = open()) {
      store.put(one.vote(), one.vectors());
    }
    try (MVStore store = MVStore.open(file().toString())) {
      for (String name : List.of("votes", "vectors")) {
        store
            .openMap(
                name,
                new MVMap.Builder<byte[], byte[]>()
                    .keyType(ByteArrayDataType.INSTANCE)
                    .valueType(ByteArrayDataType.INSTANCE))
            .clear();
      }
    }
    try (DiskVoteStore store = open()) {
      assertThat(stored(store)).extracting(StoredMessage::guid).containsExactly(one.vote().guid());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3}) // without certificates, and with keys of 20 and of 16 bytes
  void anOlderFormatIsRefusedAndLeftAlone(int format) throws Exception {
    open().close();
    try (MVStore store = MVStore.open(file().toString())) {
      store.<String, String>openMap("about").put("format", Integer.toString(format));
    }
    long size = Files.size(file());
    assertProblem(Problem.UNUSABLE, "format " + format);
    assertThat(Files.size(file())).isEqualTo(size);
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

  private void goldenFormatFour() throws IOException {
    try (InputStream golden = DiskVoteStoreTest.class.getResourceAsStream("votes-4.mv.gz");
        InputStream votes = new GZIPInputStream(Objects.requireNonNull(golden))) {
      Files.copy(votes, file());
    }
  }

  @Test
  void aStoreOfTheFormatBeforeIsRewrittenAndKeptUntilTheFirstCleanStop() throws Exception {
    goldenFormatFour();
    byte[] before = Files.readAllBytes(file());
    try (InputStream golden = DiskVoteStoreTest.class.getResourceAsStream("votes-4.txt");
        DiskVoteStore store = open()) {
      List<String> lines =
          new String(Objects.requireNonNull(golden).readAllBytes(), StandardCharsets.US_ASCII)
              .lines()
              .toList();
      assertThat(described(stored(store))).containsExactlyInAnyOrderElementsOf(lines);
      assertThat(file().resolveSibling("votes.mv.before")).hasBinaryContent(before);
    }
    assertThat(file().resolveSibling("votes.mv.before")).doesNotExist();
    try (DiskVoteStore again = open()) {
      assertThat(described(stored(again))).hasSize(7);
    }
  }

  @Test
  void aDamagedStoreOfTheFormatBeforeIsLeftAlone() throws Exception {
    goldenFormatFour();
    try (MVStore store = MVStore.open(file().toString())) {
      MVMap<byte[], byte[]> votes =
          store.openMap(
              "votes",
              new MVMap.Builder<byte[], byte[]>()
                  .keyType(ByteArrayDataType.INSTANCE)
                  .valueType(ByteArrayDataType.INSTANCE));
      byte[] key = votes.lastKey();
      byte[] row = Objects.requireNonNull(votes.get(key)).clone();
      row[40] ^= 1;
      votes.put(key, row);
    }
    byte[] before = Files.readAllBytes(file());
    assertProblem(Problem.CORRUPT, "a vote does not match its checksum");
    assertThat(file()).hasBinaryContent(before);
  }

  private static List<String> described(List<StoredMessage> messages) {
    List<String> lines = new ArrayList<>();
    for (StoredMessage message : messages) {
      for (Vote vote : message.votes()) {
        assertThat(message.vectors())
            .extracting(vector -> vector.compact().digest())
            .containsAll(vote.digests());
        lines.add(
            vote.guid()
                + " "
                + vote.voter()
                + " "
                + vote.value()
                + " "
                + vote.origin()
                + " "
                + vote.sequence()
                + " "
                + vote.digests().size()
                + (message.pending().contains(vote) ? " pending" : ""));
      }
    }
    return lines;
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
  void anEmptyFileIsDamageAndNotANewStore() throws Exception {
    open().close();
    Files.write(file(), new byte[0]);
    assertProblem(Problem.CORRUPT, "it is empty");
  }

  @Test
  void garbageIsDamage() throws Exception {
    open().close();
    Files.writeString(file(), "garbage".repeat(10_000));
    assertProblem(Problem.CORRUPT, "damaged");
  }

  @Test
  void aCutOffFileIsDamage() throws Exception {
    fill(500);
    byte[] whole = Files.readAllBytes(file());
    for (int length = 1; length < whole.length - 4096; length += 40_009) {
      assertThat(losesVotesSilently(Arrays.copyOf(whole, length), 500))
          .as("cut to %d bytes", length)
          .isFalse();
    }
  }

  @Test
  void flippedBitsAreFoundWhereverTheyAre() throws Exception {
    fill(500);
    byte[] whole = Files.readAllBytes(file());
    for (int at = 0; at < whole.length; at += 4001) {
      byte[] flipped = whole.clone();
      flipped[at] ^= 0x10;
      assertThat(losesVotesSilently(flipped, 500)).as("a bit of byte %d flipped", at).isFalse();
    }
  }

  /** Damage may hit space that nothing uses; but then every vote must still be there. */
  private boolean losesVotesSilently(byte[] file, int expected) throws IOException {
    // A place of its own each time: MVStore may keep a file locked whose head it stumbled over.
    Path place = Files.createTempDirectory(directory, "damaged");
    Files.write(place.resolve("votes.mv"), file);
    Files.copy(directory.resolve("votes.commit"), place.resolve("votes.commit"));
    try (DiskVoteStore store =
        DiskVoteStore.open(place, SampleVotes.REALM, Runnable::run, line -> {})) {
      return stored(store).size() != expected;
    } catch (StoreException e) {
      assertThat(e.problem()).isEqualTo(Problem.CORRUPT);
      assertThat(e.getMessage()).doesNotContain("\n");
      return false;
    }
  }

  @Test
  void afterAStartAStoredMailTakesLessThanHalfAKilobyte() throws Exception {
    int mails = 5000;
    fill(mails);
    assertThat(Files.size(file()) / mails).isGreaterThan(1024);
    try (DiskVoteStore store = open()) {
      assertThat(stored(store)).hasSize(mails);
      assertThat(Files.size(file()) / mails).isLessThanOrEqualTo(512);
      store.put(samples.next().vote(), List.of());
    }
    try (DiskVoteStore store = open()) {
      assertThat(stored(store)).hasSize(mails + 1);
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @ParameterizedTest
  @CsvSource({
    "12, 12, 250", // the shortest
    "17, 23, 320", // the mean of the schemes on real mail: docs/adr/0010-schemes.md
    "32, 32, 420", // usual long ones
    "60, 60, 650", // the longest
  })
  void afterAStartAMailTakesLittleForEachOfItsSchemes(int char50, int word, int mostBytes)
      throws Exception {
    int mails = 2000;
    try (DiskVoteStore store = open()) {
      for (int i = 0; i < mails; i++) {
        Sample sample = samples.next(char50, word);
        store.put(sample.vote(), sample.vectors());
      }
      awaitDurable(store);
    }
    try (DiskVoteStore store = open()) {
      assertThat(stored(store))
          .hasSize(mails)
          .allMatch(message -> message.vectors().size() == 2 && message.votes().size() == 1);
    }
    assertThat(Files.size(file()) / mails / 2).isLessThanOrEqualTo(mostBytes);
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

  @Test
  void afterADamagedFileWasMovedAwayTheStoreBeginsAnew() throws Exception {
    fill(10);
    Files.delete(file());
    try (DiskVoteStore store = open()) {
      assertThat(stored(store)).isEmpty();
    }
  }

  private void fill(int mails) throws Exception {
    try (DiskVoteStore store = open()) {
      for (int i = 0; i < mails; i++) {
        Sample sample = samples.next();
        store.put(sample.vote(), sample.vectors());
        if (i % 500 == 0) {
          awaitDurable(store);
        }
      }
    }
  }

  private void assertProblem(Problem problem, String message) throws IOException {
    byte[] before = Files.readAllBytes(file());
    StoreException e = catchThrowableOfType(StoreException.class, () -> open().close());
    assertThat(e).isNotNull();
    assertThat(e.problem()).isEqualTo(problem);
    assertThat(e).hasMessageContaining(message).hasMessageContaining(file().toString());
    assertThat(e.getMessage()).doesNotContain("\n");
    if (problem == Problem.CORRUPT) {
      assertThat(file()).exists();
      assertThat(Files.size(file())).isEqualTo(before.length);
    }
  }
}
