package org.spamwatch.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.store.StoreException.Problem;
import org.spamwatch.agent.vote.StoredMessage;

/** No vote is lost in silence, whatever becomes of the file. */
final class DamagedVoteStoreTest extends VoteStoreFixture {
  DamagedVoteStoreTest(@TempDir Path directory) {
    super(directory);
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
  void afterADamagedFileWasMovedAwayTheStoreBeginsAnew() throws Exception {
    fill(10);
    Files.delete(file());
    try (DiskVoteStore store = open()) {
      assertThat(stored(store)).isEmpty();
    }
  }
}
