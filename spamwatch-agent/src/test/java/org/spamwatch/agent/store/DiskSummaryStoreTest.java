package org.spamwatch.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.summary.Announcement;
import org.spamwatch.agent.summary.Block;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.agent.summary.SummaryStore;
import org.spamwatch.agent.vote.SeededVoter;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;

/** Announcements on a disk that is not always well. */
class DiskSummaryStoreTest {
  private static final Id REALM = SeededVoter.REALM;
  private static final Id ORIGIN = Id.ofHex("c0");
  private static final long EPOCH = 1_700_000_000_000L;

  private final Path directory;
  private final Path file;

  DiskSummaryStoreTest(@TempDir Path directory) {
    this.directory = directory;
    this.file = directory.resolve("announcements");
  }

  /** What a start is told. */
  private record Told(DiskSummaryStore store, List<Block> blocks, boolean isWhole) {}

  private static Told told(Path directory) throws StoreException {
    DiskSummaryStore store = DiskSummaryStore.open(directory, REALM, Runnable::run);
    List<Block> blocks = new ArrayList<>();
    CompletableFuture<Boolean> ended = new CompletableFuture<>();
    store.load(
        new SummaryStore.Loading() {
          @Override
          public void block(Block block) {
            blocks.add(block);
          }

          @Override
          public void ended(boolean isWhole) {
            ended.complete(isWhole);
          }
        });
    return new Told(store, blocks, ended.orTimeout(10, TimeUnit.SECONDS).join());
  }

  private DiskSummaryStore open() throws StoreException {
    return told(directory).store();
  }

  private static void await(DiskSummaryStore store) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    store.durable(done::countDown);
    assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
  }

  private static List<Block> read(DiskSummaryStore store, Known run) {
    CompletableFuture<List<Block>> read = new CompletableFuture<>();
    store.read(run, read::complete);
    return read.orTimeout(10, TimeUnit.SECONDS).join();
  }

  /** Some blocks of an origin that are as short as blocks are. */
  private static List<Block> shortBlocks(int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(number -> block(ORIGIN, EPOCH, number, List.of(Announcement.takenBack(ORIGIN))))
        .toList();
  }

  /** Some blocks of an origin, each with so many messages. */
  private static List<Block> blocks(Id origin, long epoch, int from, int count, int messages) {
    return IntStream.range(from, from + count)
        .mapToObj(
            number ->
                block(
                    origin,
                    epoch,
                    number,
                    IntStream.range(0, messages)
                        .mapToObj(i -> announcement(1000L * number + i))
                        .toList()))
        .toList();
  }

  private static Block block(Id origin, long epoch, int number, List<Announcement> announcements) {
    return Block.signed(
        SeededVoter.signatures(origin),
        new Contact(origin, new Endpoint("192.0.2.1", 9460)),
        epoch,
        number,
        epoch + number,
        announcements);
  }

  private static Announcement announcement(long seed) {
    return new Announcement(Id.of(seed, 1, 1), List.of(SeededVoter.vector(seed)));
  }

  private void write(List<Block> blocks) throws StoreException {
    try (DiskSummaryStore store = open()) {
      blocks.forEach(store::put);
    }
  }

  /** What a start finds, in the order of names. */
  private List<Block> read() throws StoreException {
    Told told = told(directory);
    told.store().close();
    return told.blocks().stream()
        .sorted(
            Comparator.<Block, Id>comparing(block -> block.origin().id())
                .thenComparing(Block::epoch)
                .thenComparing(Block::number))
        .toList();
  }

  private List<Path> setAside() throws Exception {
    try (var files = Files.list(directory)) {
      return files.filter(its -> !its.equals(file)).toList();
    }
  }

  @Test
  void whatWasPutIsThereAfterReopeningInTheOrderOfNumbers() throws Exception {
    List<Block> first = blocks(ORIGIN, EPOCH, 1, 3, 2);
    List<Block> later = blocks(ORIGIN, EPOCH + 5, 1, 2, 2);
    List<Block> other = blocks(Id.ofHex("d0"), EPOCH + 9, 7, 1, 1);
    write(List.of(later.get(1), other.get(0), first.get(2), first.get(0)));
    write(List.of(first.get(1), later.get(0)));
    assertThat(read())
        .containsExactly(
            first.get(0), first.get(1), first.get(2), later.get(0), later.get(1), other.get(0));
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
        .startsWith("spamwatch-announcements 1 " + REALM + "\n");
  }

  @Test
  void whatIsReportedDurableIsInTheFile() throws Exception {
    List<Block> all = blocks(ORIGIN, EPOCH, 1, 2, 1);
    try (DiskSummaryStore store = open()) {
      all.forEach(store::put);
      await(store);
      byte[] killed = Files.readAllBytes(file);
      Path other = Files.createDirectory(directory.resolve("copy"));
      Files.write(other.resolve("announcements"), killed);
      Told copy = told(other);
      copy.store().close();
      assertThat(copy.blocks()).isEqualTo(all);
    }
  }

  @Test
  void aTornTailOfAnyLengthIsCutOff() throws Exception {
    List<Block> all = shortBlocks(1, 3);
    write(all.subList(0, 2));
    int whole = (int) Files.size(file);
    write(all.subList(2, 3));
    byte[] bytes = Files.readAllBytes(file);
    for (int length = whole; length < bytes.length; length++) {
      Files.write(file, Arrays.copyOf(bytes, length));
      assertThat(read()).as("cut at %s", length).isEqualTo(all.subList(0, 2));
      assertThat(Files.size(file)).as("cut at %s", length).isEqualTo(whole);
    }
    write(all.subList(2, 3));
    assertThat(file).hasBinaryContent(bytes);
    Files.write(file, Arrays.copyOf(bytes, bytes.length + 5000)); // zeros
    assertThat(read()).isEqualTo(all);
    assertThat(Files.size(file)).isEqualTo(bytes.length);
    assertThat(setAside()).isEmpty();
  }

  @Test
  void aFlippedBitNeverMakesABlockAndNeverStopsTheStartUnlessItIsTheFormats() throws Exception {
    List<Block> all = shortBlocks(1, 3);
    Block more = shortBlocks(4, 1).get(0);
    write(all);
    byte[] bytes = Files.readAllBytes(file);
    int format = "spamwatch-announcements ".length();
    for (int place = 0; place < bytes.length; place++) {
      byte[] flipped = bytes.clone();
      flipped[place] ^= (byte) (1 << (place % 8));
      Files.write(file, flipped);
      if (place == format) {
        continue; // the test of other formats has this
      }
      List<Block> read = read();
      assertThat(all).as("bit in byte %s", place).containsAll(read);
      if (place % 16 == 0) {
        write(List.of(more));
        assertThat(read()).as("bit in byte %s", place).hasSize(read.size() + 1).contains(more);
      }
    }
  }

  @Test
  void aDamagedFileIsSetAsideAndWhatIsBeforeTheDamageIsKept() throws Exception {
    List<Block> all = blocks(ORIGIN, EPOCH, 1, 3, 1);
    write(all);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    Told told = told(directory);
    assertThat(told.isWhole()).isFalse();
    assertThat(told.blocks()).isEqualTo(all.subList(0, 1));
    assertThat(setAside()).containsExactly(directory.resolve("announcements.unread-1"));
    assertThat(setAside().get(0)).hasBinaryContent(bytes);
    told.store().put(all.get(2));
    told.store().close();
    Told again = told(directory);
    again.store().close();
    assertThat(again.isWhole()).isTrue();
    assertThat(again.blocks()).containsExactly(all.get(0), all.get(2));
  }

  @Test
  void aRunOfBlocksIsReadAsFarAsItIsThere() throws Exception {
    List<Block> all = blocks(ORIGIN, EPOCH, 1, 6, 2);
    write(all.subList(0, 2));
    try (DiskSummaryStore store = open()) {
      store.put(all.get(5));
      store.put(all.get(3));
      assertThat(read(store, new Known(ORIGIN, EPOCH, 2, 9)))
          .containsExactly(all.get(1), all.get(3), all.get(5));
      assertThat(read(store, new Known(ORIGIN, EPOCH, 3, 5))).containsExactly(all.get(3));
      assertThat(read(store, new Known(ORIGIN, EPOCH + 1, 1, 9))).isEmpty();
      assertThat(read(store, new Known(REALM, EPOCH, 1, 9))).isEmpty();
      store.forget(ORIGIN, EPOCH, 4);
      assertThat(read(store, new Known(ORIGIN, EPOCH, 1, Integer.MAX_VALUE)))
          .containsExactly(all.get(5));
      assertThat(store.isBehind()).isFalse();
    }
  }

  @Test
  void aBlockThatChangesOnTheDiskIsNotReadAndNothingIsTakenForKept() throws Exception {
    List<Block> all = blocks(ORIGIN, EPOCH, 1, 2, 1);
    try (DiskSummaryStore store = open()) {
      all.forEach(store::put);
      await(store);
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length - 1] ^= 1;
      Files.write(file, bytes);
      assertThat(read(store, new Known(ORIGIN, EPOCH, 1, 1))).containsExactly(all.get(0));
      assertThat(store.isWell()).isTrue();
      assertThat(read(store, new Known(ORIGIN, EPOCH, 2, 2))).isEmpty();
      assertThat(store.isWell()).isFalse();
      assertThat(read(store, new Known(ORIGIN, EPOCH, 1, 1))).isEmpty();
    }
  }

  @Test
  void aNewerFormatIsRefusedAndLeftAloneAndAnotherRealmIsSetAside() throws Exception {
    String newer = "spamwatch-announcements 2 " + REALM + "\nnobody knows";
    Files.writeString(file, newer);
    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.problem()).isEqualTo(StoreException.Problem.UNUSABLE))
        .hasMessageContaining("format 2 was written by a newer version of SpamWatch");
    assertThat(file).hasContent(newer);
    String foreign = "spamwatch-announcements 1 " + Id.ofHex("bb") + "\n";
    for (String other : List.of(foreign, "", "garbage", "spamwatch-announcements 0 ")) {
      Files.writeString(file, other);
      assertThat(read()).isEmpty();
    }
    assertThat(setAside()).hasSize(4);
  }

  @Test
  void forgottenBlocksAreGoneOnceMoreThanHalfIsForgotten() throws Exception {
    List<Block> older = blocks(ORIGIN, EPOCH, 1, 10, 100);
    List<Block> all = blocks(ORIGIN, EPOCH + 5, 1, 10, 100);
    List<Block> other = blocks(Id.ofHex("d0"), EPOCH, 1, 2, 100);
    write(older);
    write(all);
    write(other);
    long full = Files.size(file);
    try (DiskSummaryStore store = open()) {
      store.forget(ORIGIN, EPOCH + 5, 0);
    }
    assertThat(Files.size(file)).isEqualTo(full); // ten of twenty-two
    List<Block> kept = new ArrayList<>(all.subList(3, 10));
    kept.addAll(other);
    try (DiskSummaryStore store = open()) {
      store.forget(ORIGIN, EPOCH + 5, 3);
      Block next = blocks(ORIGIN, EPOCH + 5, 11, 1, 1).get(0);
      store.put(next);
      kept.add(7, next);
    }
    assertThat(read()).isEqualTo(kept);
    assertThat(Files.size(file)).isLessThan(full / 2);
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(setAside()).isEmpty();
  }

  @Test
  void afterTheDiskHasFailedNothingIsDurableAnyMore() throws Exception {
    List<String> durable = new ArrayList<>();
    List<Block> some = blocks(ORIGIN, EPOCH, 1, 12, 100);
    DiskSummaryStore tried = open();
    try (DiskSummaryStore store = tried) {
      some.forEach(store::put);
      await(store);
      assertThat(store.isWell()).isTrue();
      Files.delete(file);
      Files.delete(directory);
      store.forget(ORIGIN, EPOCH, 12); // there is no place for the new file
      store.durable(() -> durable.add("done"));
    }
    assertThat(tried.isWell()).isFalse();
    assertThat(durable).isEmpty();
    Files.createDirectory(directory);
  }
}
