package org.spamwatch.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.summary.Announcement;
import org.spamwatch.agent.summary.Block;
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

  private DiskSummaryStore open() throws StoreException {
    return DiskSummaryStore.open(directory, REALM, Runnable::run, DiskSummaryStoreTest::failed);
  }

  private static void failed(String line) {
    throw new AssertionError(line);
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

  private List<Block> read() throws StoreException {
    List<Block> read = new ArrayList<>();
    try (DiskSummaryStore store = open()) {
      store.load(read::add);
    }
    return read;
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
    CountDownLatch done = new CountDownLatch(1);
    try (DiskSummaryStore store = open()) {
      all.forEach(store::put);
      store.durable(done::countDown);
      assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
      byte[] killed = Files.readAllBytes(file);
      Path other = Files.createDirectory(directory.resolve("copy"));
      Files.write(other.resolve("announcements"), killed);
      List<Block> found = new ArrayList<>();
      try (DiskSummaryStore copy =
          DiskSummaryStore.open(other, REALM, Runnable::run, DiskSummaryStoreTest::failed)) {
        copy.load(found::add);
      }
      assertThat(found).isEqualTo(all);
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
  void aDamagedFileIsSetAsideAndBegunAnew() throws Exception {
    List<Block> all = blocks(ORIGIN, EPOCH, 1, 3, 1);
    write(all);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    assertThat(read()).isEmpty();
    assertThat(setAside()).containsExactly(directory.resolve("announcements.unread-1"));
    assertThat(setAside().get(0)).hasBinaryContent(bytes);
    write(all);
    assertThat(read()).isEqualTo(all);
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
  void aDiskThatFailsIsToldOnceAndNothingIsDurableAnyMore() throws Exception {
    List<String> lines = new ArrayList<>();
    List<String> durable = new ArrayList<>();
    List<Block> some = blocks(ORIGIN, EPOCH, 1, 12, 100);
    try (DiskSummaryStore store =
        DiskSummaryStore.open(directory, REALM, Runnable::run, lines::add)) {
      some.forEach(store::put);
      CountDownLatch done = new CountDownLatch(1);
      store.durable(done::countDown);
      assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
      Files.delete(file);
      Files.delete(directory);
      store.forget(ORIGIN, EPOCH, 12); // there is no place for the new file
      store.durable(() -> durable.add("done"));
    }
    assertThat(lines).hasSize(1);
    assertThat(lines.get(0)).contains("announcements: the disk failed").doesNotContain("\n");
    assertThat(durable).isEmpty();
    Files.createDirectory(directory);
  }
}
