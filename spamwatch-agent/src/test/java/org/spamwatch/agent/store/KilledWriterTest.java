package org.spamwatch.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.vote.StoredMessage;

/** A process of its own writes votes and is killed in the middle of it. */
final class KilledWriterTest {
  private static final int ROUNDS = 3;
  private static final int ACKNOWLEDGED = 200;

  @Test
  void everyAcknowledgedVoteSurvivesBeingKilled(@TempDir Path directory) throws Exception {
    Set<String> acknowledged = new LinkedHashSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      writeAndKill(directory, round, acknowledged);
      assertThat(storedIn(directory)).containsAll(acknowledged);
    }
    assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(ROUNDS * ACKNOWLEDGED);
  }

  private static void writeAndKill(Path directory, int round, Set<String> acknowledged)
      throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                EndlessWriter.class.getName(),
                directory.toString(),
                Integer.toString(round))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines = writer.inputReader(StandardCharsets.US_ASCII)) {
      for (int i = 0; i < ACKNOWLEDGED; i++) {
        String line = lines.readLine();
        assertThat(line).as("acknowledgement %d of round %d", i, round).isNotNull();
        acknowledged.add(line);
      }
      writer.toHandle().destroyForcibly(); // SIGKILL, while it goes on writing
      assertThat(writer.waitFor(20, TimeUnit.SECONDS)).isTrue();
      // What was still in the pipe had been acknowledged as well; its last line may be cut off.
      lines.lines().filter(line -> line.length() == 40).forEach(acknowledged::add);
    }
  }

  private static Set<String> storedIn(Path directory) throws StoreException {
    Set<String> stored = new LinkedHashSet<>();
    try (DiskVoteStore store =
        DiskVoteStore.open(directory, SampleVotes.REALM, Runnable::run, line -> {})) {
      store.load((StoredMessage message) -> stored.add(message.guid().toString()));
    }
    return stored;
  }
}
