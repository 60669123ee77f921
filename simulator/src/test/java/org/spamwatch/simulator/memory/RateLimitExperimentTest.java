package org.spamwatch.simulator.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.simulator.memory.RateLimitExperiment.Missed;
import org.spamwatch.simulator.memory.RateLimitExperiment.Result;

class RateLimitExperimentTest {
  @Test
  void whoReachesTheLimitIsKnownAndNobodyElseIsOverIt() {
    Result result = new RateLimitExperiment(2_000, 50, 1).run(line -> {});
    assertThat(result.messages()).isBetween(20 * 50 + 1_980 * 2, 20 * 50 + 1_980 * 3);
    assertThat(result.atLimit()).isBetween(17, 20);
    assertThat(result.forgotten()).isZero();
    assertThat(result.over()).isZero();
    assertThat(result.bytes()).isBetween(2_000L * 56, 4_000L * 56);
  }

  @Test
  void newRecipientsAreMissedAsOftenAsFinchSays() {
    List<Missed> missed = new RateLimitExperiment(300, 100, 1).missed();
    assertThat(missed).hasSize(5);
    for (Missed each : missed) {
      double expected = each.expected() * each.probes();
      assertThat((double) each.missed())
          .isBetween(
              expected - 4 * Math.sqrt(expected) - 1, 1.1 * expected + 4 * Math.sqrt(expected) + 1);
    }
  }
}
