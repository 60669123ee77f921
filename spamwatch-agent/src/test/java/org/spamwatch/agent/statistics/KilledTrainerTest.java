package org.spamwatch.agent.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.statistics.StatisticsState.UserMails;

/** A process of its own learns mails, and is killed or finds the disk full in the middle of it. */
final class KilledTrainerTest {
  private static final int ROUNDS = 3;

  /** So many that counts are written anew, some 16 KB a mail. */
  private static final int ACKNOWLEDGED = 700;

  @Test
  void whatWasConfirmedCountsOnceAfterBeingKilled(@TempDir Path directory) throws Exception {
    int next = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Process trainer = trainer(directory, next, "unlimited");
      try (BufferedReader lines = trainer.inputReader(StandardCharsets.US_ASCII)) {
        assertThat(lines.readLine()).isEqualTo("open");
        for (int i = 0; i < ACKNOWLEDGED; i++) {
          assertThat(lines.readLine()).isEqualTo(Integer.toString(next++));
        }
        trainer.toHandle().destroyForcibly(); // SIGKILL, while it goes on learning
        assertThat(trainer.waitFor(20, TimeUnit.SECONDS)).isTrue();
        next += (int) lines.lines().filter(line -> line.matches("[0-9]+")).count();
      }
      int counted = counted(directory);
      // The last may be on disk without having been confirmed, or its line be cut off.
      assertThat(counted).isBetween(next - 1, next + 1);
      next = counted;
    }
  }

  @Test
  void aFullDiskIsSaidAndLosesNothing(@TempDir Path directory) throws Exception {
    Process trainer = trainer(directory, 0, "2000"); // KiB a file
    List<String> lines = new ArrayList<>(trainer.inputReader().lines().toList());
    assertThat(trainer.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(lines.get(0)).isEqualTo("open");
    assertThat(lines.get(lines.size() - 1)).isEqualTo("refused");
    assertThat(lines).hasSizeGreaterThan(100);
    assertThat(counted(directory)).isEqualTo(lines.size() - 2);
  }

  /** How many mails are counted; each has the common token, so that none may count twice. */
  private static int counted(Path directory) throws IOException {
    try (CountStore store = CountStore.open(directory, CountStoreTest.KEY, 1L << 40);
        Counts counts = store.counts()) {
      UserMails ada = store.users().get(0);
      assertThat(ada.spam() - ada.ham()).isBetween(0, 1); // they alternate: none is missing
      Rows rows = counts.rows();
      while (rows.next() && rows.hash() != EndlessTrainer.COMMON) {}
      assertThat(List.of(rows.spam(), rows.ham())).isEqualTo(List.of(ada.spam(), ada.ham()));
      return (int) ada.mails();
    }
  }

  private static Process trainer(Path directory, int first, String fileKib) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(
            "bash",
            "-c",
            "ulimit -f " + fileKib + "; exec \"$@\"",
            "-",
            java,
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-cp",
            System.getProperty("java.class.path"),
            EndlessTrainer.class.getName(),
            directory.toString(),
            Integer.toString(first))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
