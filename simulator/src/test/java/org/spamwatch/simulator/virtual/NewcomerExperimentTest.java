package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NewcomerExperimentTest {
  @Test
  void itLearnsSixtyDaysAndSaysSo() {
    NewcomerExperiment.Result result = new NewcomerExperiment(4, 6, 5, .01, 3).run(line -> {});
    assertThat(result.announcements()).isEqualTo(3 * 60 * 5);
    assertThat(result.held()).isEqualTo(result.announcements());
    assertThat(result.allMillis()).isBetween(1_000L, 600_000L);
    assertThat(result.completeMillis()).isGreaterThanOrEqualTo(result.allMillis());
    assertThat(result.received()).isBetween(result.raw(), 2 * result.raw());
    assertThat(result.sent()).isBetween(1L, result.raw());
  }
}
