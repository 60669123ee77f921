package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class SummariesModelTest {
  private static final Percentage CLOSE = Percentage.withPercentage(25);

  @Test
  void itSaysWhatARunFinds() {
    int anHour = 600;
    SummariesExperiment.Result run =
        new SummariesExperiment(40, anHour, Duration.ofMinutes(2), 0, 0, Optional.empty(), 2)
            .run(progress -> {});
    SummariesModel.Result model = new SummariesModel(40, 24L * anHour, 2).run();
    assertThat(model.medianMillis()).isCloseTo(run.medianMillis(), CLOSE);
    assertThat(model.slowestMillis()).isCloseTo(run.slowestMillis(), CLOSE);
    assertThat(model.bytes()).isCloseTo(run.allBytes(), CLOSE);
    assertThat(SummariesModel.indexBytes(run.messages())).isCloseTo(run.indexBytes(), CLOSE);
  }

  @Test
  void moreOfEitherCostsMoreAndOneSeedGivesOneAnswer() {
    SummariesModel.Result small = new SummariesModel(100, 1_000, 1).run();
    assertThat(new SummariesModel(100, 1_000, 1).run()).isEqualTo(small);
    SummariesModel.Result busy = new SummariesModel(100, 10_000, 1).run();
    SummariesModel.Result large = new SummariesModel(2_000, 1_000, 1).run();
    assertThat(busy.bytes()).isGreaterThan(5 * small.bytes());
    assertThat(busy.indexBytes()).isGreaterThan(9 * small.indexBytes());
    assertThat(large.medianMillis()).isGreaterThan(small.medianMillis());
    assertThat(large.comparing()).isGreaterThan(small.comparing());
  }
}
