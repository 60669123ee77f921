package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random histories of a network: joins, crashes, restarts, departures, partitions, publications and
 * queries under loss, repetition and reordering, all drawn from one seed.
 *
 * <p>Replay: a failure names its seed. Add it to the list below, where it stays after the mistake
 * is mended, or run {@code mvn -pl overlay -am verify -Dtest=ScenarioTest
 * -Dsurefire.failIfNoSpecifiedTests=false} with the list cut to it; {@code Scenario} writes its
 * history, step by step, into the message of the failed assertion.
 */
class ScenarioTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void aNetworkThatHadALifeKeepsItsPromises(long seed) {
    new Scenario(seed).live(40).validate();
  }

  static LongStream soakSeeds() {
    return LongStream.range(1_000, 1_000 + Long.getLong("soak.seeds", 100));
  }

  @Tag("soak")
  @ParameterizedTest
  @MethodSource("soakSeeds")
  void manyNetworksKeepTheirPromises(long seed) {
    Scenario scenario = new Scenario(seed).live(120);
    scenario.validate();
    assertThat(scenario.history()).isNotEmpty();
  }
}
