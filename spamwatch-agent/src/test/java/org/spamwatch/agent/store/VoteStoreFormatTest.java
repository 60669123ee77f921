package org.spamwatch.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.store.StoreException.Problem;
import org.spamwatch.agent.vote.StoredMessage;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.overlay.Id;

/** Whose files and of which formats are opened. */
final class VoteStoreFormatTest extends VoteStoreFixture {
  VoteStoreFormatTest(@TempDir Path directory) {
    super(directory);
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

  private void goldenFormatFour() throws IOException {
    try (InputStream golden = VoteStoreFormatTest.class.getResourceAsStream("votes-4.mv.gz");
        InputStream votes = new GZIPInputStream(Objects.requireNonNull(golden))) {
      Files.copy(votes, file());
    }
  }

  @Test
  void aStoreOfTheFormatBeforeIsRewrittenAndKeptUntilTheFirstCleanStop() throws Exception {
    goldenFormatFour();
    byte[] before = Files.readAllBytes(file());
    try (InputStream golden = VoteStoreFormatTest.class.getResourceAsStream("votes-4.txt");
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
}
