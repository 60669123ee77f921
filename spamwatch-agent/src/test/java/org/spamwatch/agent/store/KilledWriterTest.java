package org.spamwatch.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.vote.StoredMessage;

/** A process of its own writes votes and is killed in the middle of it. */
final class KilledWriterTest {
  private static final int ROUNDS = 2;
  private static final int ACKNOWLEDGED = 200;
  private static final int CONVERTED = 400;
  private static final int STORES = 60;

  @Test
  void everyAcknowledgedVoteSurvivesBeingKilled(@TempDir Path directory) throws Exception {
    Set<String> acknowledged = new LinkedHashSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      writeAndKill(directory, round, acknowledged);
      assertThat(storedIn(directory)).containsAll(acknowledged);
    }
    assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(ROUNDS * ACKNOWLEDGED);
  }

  @Test
  void nothingIsLostByBeingKilledDuringARewrite(@TempDir Path directory) throws Exception {
    Set<String> kept = filled(directory, 2_000, 9);
    Random random = new Random(1);
    for (int round = 0; round < 2 * ROUNDS; round++) {
      Process rewriter = java(EndlessRewriter.class, directory.resolve("votes.mv").toString());
      try (BufferedReader lines = rewriter.inputReader(StandardCharsets.US_ASCII)) {
        assertThat(lines.readLine()).isEqualTo("rewritten");
        int within = random.nextInt(60); // somewhere in the next ones
        assertThat(rewriter.waitFor(within, TimeUnit.MILLISECONDS)).isFalse();
        rewriter.toHandle().destroyForcibly();
        assertThat(rewriter.waitFor(20, TimeUnit.SECONDS)).isTrue();
      }
      try (Stream<Path> files = Files.list(directory)) {
        assertThat(files).contains(directory.resolve("votes.mv.before"));
      }
      assertThat(storedIn(directory)).isEqualTo(kept);
      assertThat(directory.resolve("votes.mv.before")).doesNotExist(); // stopped in order
    }
  }

  @Test
  void nothingIsLostByBeingKilledWhileTheFormatBeforeIsRewritten(@TempDir Path directory)
      throws Exception {
    Path original = Files.createDirectory(directory.resolve("original"));
    Set<String> kept = filled(original, CONVERTED, 10);
    FormatFourSamples.rewrite(original.resolve("votes.mv"));
    byte[] before = Files.readAllBytes(original.resolve("votes.mv"));
    Random random = new Random(2);
    for (int round = 0; round < 2 * ROUNDS; round++) {
      Path stores = Files.createDirectory(directory.resolve("round" + round));
      for (int i = 0; i < STORES; i++) {
        Path store = Files.createDirectory(stores.resolve(Integer.toString(i)));
        Files.write(store.resolve("votes.mv"), before);
      }
      int rewritten = killAmong(stores, random.nextInt(60));
      assertThat(rewritten).as("the last is never reached").isLessThan(STORES);
      for (int i = rewritten - 1; i <= rewritten; i++) { // the last whole one, the one under way
        Path store = stores.resolve(Integer.toString(i));
        Path backup = store.resolve("votes.mv.before");
        if (i < rewritten
            || !Arrays.equals(Files.readAllBytes(store.resolve("votes.mv")), before)) {
          assertThat(backup).hasBinaryContent(before);
        }
        try (DiskVoteStore opened = open(store)) {
          assertThat(guids(opened)).isEqualTo(kept);
          assertThat(backup).hasBinaryContent(before);
        }
        assertThat(backup).doesNotExist(); // stopped in order
        assertThat(storedIn(store)).isEqualTo(kept);
      }
    }
  }

  /** Has stores opened one by one and kills who does it; returns how many it had opened. */
  private static int killAmong(Path stores, int withinMillis) throws Exception {
    Process converter = java(Converter.class, stores.toString());
    try (BufferedReader lines = converter.inputReader(StandardCharsets.US_ASCII)) {
      assertThat(lines.readLine()).isEqualTo("rewritten");
      assertThat(converter.waitFor(withinMillis, TimeUnit.MILLISECONDS)).isFalse();
      converter.toHandle().destroyForcibly();
      assertThat(converter.waitFor(20, TimeUnit.SECONDS)).isTrue();
      return 1 + (int) lines.lines().filter("rewritten"::equals).count();
    }
  }

  private static Set<String> filled(Path directory, int votes, long seed) throws StoreException {
    Set<String> kept = new LinkedHashSet<>();
    SampleVotes samples = new SampleVotes(seed);
    try (DiskVoteStore store = open(directory)) {
      for (int i = 0; i < votes; i++) {
        SampleVotes.Sample sample = samples.next();
        store.put(sample.vote(), sample.vectors());
        store.pend(sample.vote());
        kept.add(sample.vote().guid().toString());
      }
    }
    return kept;
  }

  private static void writeAndKill(Path directory, int round, Set<String> acknowledged)
      throws Exception {
    Process writer = java(EndlessWriter.class, directory.toString(), Integer.toString(round));
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

  private static Process java(Class<?> main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static DiskVoteStore open(Path directory) throws StoreException {
    return DiskVoteStore.open(directory, SampleVotes.REALM, Runnable::run, line -> {});
  }

  private static Set<String> storedIn(Path directory) throws StoreException {
    try (DiskVoteStore store = open(directory)) {
      return guids(store);
    }
  }

  private static Set<String> guids(DiskVoteStore store) {
    Set<String> stored = new LinkedHashSet<>();
    store.load(
        (StoredMessage message) -> {
          assertThat(message.votes()).hasSize(1);
          assertThat(message.vectors()).hasSize(1);
          stored.add(message.guid().toString());
        });
    return stored;
  }
}
