package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random histories of a network of whole peers. A failure names its seed and tells its history;
 * {@code bin/spamwatch-sim faults --seed N} replays it, and the seed is added to {@code
 * fault-seeds.txt}, where it stays after the mistake is mended.
 */
class FaultScenarioTest {
  private static final Duration SPAN = Duration.ofMinutes(10);

  static LongStream keptSeeds() throws IOException {
    try (InputStream list = FaultScenarioTest.class.getResourceAsStream("fault-seeds.txt")) {
      String text =
          new String(Objects.requireNonNull(list).readAllBytes(), StandardCharsets.US_ASCII);
      return text.lines()
          .filter(line -> !line.startsWith("#"))
          .mapToLong(line -> Long.parseLong(line.split(" ", 2)[0]));
    }
  }

  static LongStream soakSeeds() {
    LongStream random = LongStream.range(10_000, 10_000 + Long.getLong("soak.seeds", 1_000));
    return LongStream.concat(LongStream.of(15), random); // a long one that lost such a disk too
  }

  private static void keepsItsPromises(long seed, boolean announcing) {
    FaultScenario.Outcome outcome = new FaultScenario(seed, 0, SPAN, announcing).run();
    assertThat(outcome.violation()).as(() -> String.join("\n", outcome.history())).isEmpty();
    assertThat(outcome.turns()).isGreaterThan(10_000);
  }

  @ParameterizedTest
  @MethodSource("keptSeeds")
  void aKeptSeedKeepsItsPromises(long seed) {
    keepsItsPromises(seed, false);
  }

  /** In the first a peer that has announced loses its disk. */
  @ParameterizedTest
  @ValueSource(longs = {59, 3})
  void whatIsAnnouncedIsKnownToAll(long seed) {
    keepsItsPromises(seed, true);
  }

  @Tag("soak")
  @ParameterizedTest
  @MethodSource("soakSeeds")
  void manyNetworksKeepTheirPromises(long seed) {
    keepsItsPromises(seed, seed % 2 == 1);
  }

  @Test
  void oneSeedGivesOneHistory() {
    FaultScenario scenario = new FaultScenario(42, 3, Duration.ofMinutes(2), true);
    assertThat(scenario.run()).isEqualTo(scenario.run());
  }

  @Test
  void tooFewPeersAreRefused() {
    assertThatThrownBy(() -> new FaultScenario(1, 2, SPAN, false)).hasMessageContaining("peers 2");
  }
}
