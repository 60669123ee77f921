package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SummariesExperimentTest {
  private static SummariesExperiment.Result run(double liars, Optional<Duration> session) {
    return new SummariesExperiment(40, 600, Duration.ofMinutes(2), .01, liars, session, 2)
        .run(progress -> {});
  }

  @Test
  void everyMarkComesToAllSoon() {
    SummariesExperiment.Result result = run(0, Optional.empty());
    assertThat(result.lost()).isZero();
    assertThat(result.pairs()).isEqualTo(40L * result.marks()).isPositive();
    assertThat(result.medianMillis()).isBetween(2_000L, 6_000L);
    assertThat(result.slowestMillis()).isLessThan(60_000L);
    assertThat(result.synchronised()).isEqualTo(1);
    assertThat(result.allBytes()).isBetween(100_000L, 20_000_000L);
  }

  @Test
  void nothingIsLostWhereAFifthLiesAndPeersComeAndGo() {
    SummariesExperiment.Result result = run(.2, Optional.of(Duration.ofMinutes(5)));
    assertThat(result.lost()).isZero();
    assertThat(result.pairs()).isPositive();
  }
}
