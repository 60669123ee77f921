package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChurnExperimentTest {
  private static ChurnExperiment small(Duration median, Optional<Duration> away) {
    return new ChurnExperiment(60, median, .005, Duration.ofMinutes(10), away, 5, 10, 1);
  }

  @Test
  void sixtyPeersOfMedianSessionsOfFiveMinutesKeepTheirPromises() {
    ChurnExperiment.Result result = small(Duration.ofMinutes(5), Optional.empty()).run(stage -> {});
    assertThat(result.departures()).isGreaterThan(40);
    assertThat(result.routes().asked()).isEqualTo(3_000);
    assertThat(result.routes().share()).isGreaterThanOrEqualTo(.995);
    assertThat(result.routes().repeated()).isZero();
    assertThat(result.votes().share()).isGreaterThanOrEqualTo(.98);
    assertThat(result.pointers().share()).isGreaterThanOrEqualTo(.98);
    assertThat(result.features().share()).isGreaterThanOrEqualTo(.98);
    assertThat(result.maintenance()).isLessThanOrEqualTo(5);
  }

  @Test
  void peersThatComeBackBringTheirDisks() {
    ChurnExperiment.Result result =
        small(Duration.ofMinutes(5), Optional.of(Duration.ofSeconds(30))).run(stage -> {});
    assertThat(result.departures()).isGreaterThan(30);
    assertThat(result.routes().share()).isGreaterThanOrEqualTo(.99);
    assertThat(result.votes().share()).isGreaterThanOrEqualTo(.98);
  }

  @Tag("soak")
  @ParameterizedTest
  @CsvSource({"60, .999, .999", "15, .998, .995", "5, .995, .990"})
  void aThousandPeersReachTheFigures(int minutes, double right, double found) {
    ChurnExperiment.Result result =
        new ChurnExperiment(
                1_000,
                Duration.ofMinutes(minutes),
                .005,
                Duration.ofHours(1),
                Optional.empty(),
                20,
                200,
                1)
            .run(stage -> {});
    assertThat(result.routes().share()).isGreaterThanOrEqualTo(right);
    assertThat(result.votes().share()).isGreaterThanOrEqualTo(found);
    assertThat(result.pointers().share()).isGreaterThanOrEqualTo(found);
    assertThat(result.features().share()).isGreaterThanOrEqualTo(found);
    assertThat(result.maintenance()).isLessThanOrEqualTo(5);
  }

  @Test
  void sizesOutOfRangeAreRefused() {
    assertThatThrownBy(() -> small(Duration.ZERO, Optional.empty()))
        .hasMessageContaining("sessions");
  }
}
