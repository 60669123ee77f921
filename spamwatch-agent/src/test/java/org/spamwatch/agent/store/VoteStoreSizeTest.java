package org.spamwatch.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spamwatch.agent.store.SampleVotes.Sample;

/** What a mail takes on disk. */
final class VoteStoreSizeTest extends VoteStoreFixture {
  VoteStoreSizeTest(@TempDir Path directory) {
    super(directory);
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
}
