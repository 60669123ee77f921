package org.spamwatch.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.spamwatch.agent.store.SampleVotes.Sample;
import org.spamwatch.agent.store.StoreException.Problem;
import org.spamwatch.agent.vote.StoredMessage;

/** A store of votes in a directory of its own. */
abstract class VoteStoreFixture {
  final SampleVotes samples = new SampleVotes(1);
  final Path directory;

  VoteStoreFixture(Path directory) {
    this.directory = directory;
  }

  final DiskVoteStore open() throws StoreException {
    return DiskVoteStore.open(directory, SampleVotes.REALM, Runnable::run, line -> {});
  }

  final Path file() {
    return directory.resolve("votes.mv");
  }

  static List<StoredMessage> stored(DiskVoteStore store) {
    List<StoredMessage> messages = new ArrayList<>();
    store.load(messages::add);
    return messages;
  }

  static void awaitDurable(DiskVoteStore store) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    store.durable(done::countDown);
    assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
  }

  final void fill(int mails) throws Exception {
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

  final void assertProblem(Problem problem, String message) throws IOException {
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
