package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockJumpTest {
  private static final Duration WRONG = Duration.ofHours(2);

  /** Longer than between two sweeps, and than the first day; what is forgotten is seen after it. */
  @ParameterizedTest
  @CsvSource({"90, true", "90, false", "3653, true", "-3653, false", "-2, true"})
  void aPeerAloneLosesNothingByAClockThatWasWrongForADay(int days, boolean inProcess) {
    Duration ahead = Duration.ofDays(days);
    for (boolean settled : new boolean[] {false, true}) {
      ClockJump.Outcome outcome =
          new ClockJump(1, 1, settled, ahead, inProcess, Duration.ofDays(2), Duration.ofDays(2))
              .run();
      assertThat(outcome.lost() + outcome.notFound() + outcome.notFoundThere()).isZero();
      assertThat(outcome.accepted()).isGreaterThanOrEqualTo(16);
      assertThat(outcome.refused()).isEqualTo(settled && days < 0 ? 12 : 0);
    }
  }

  @Test
  void aPeerAmongOthersIsToldThatItsClockIsWrongAndTakesPartAgainOnceItIsNot() {
    Duration ahead = Duration.ofDays(90);
    ClockJump.Outcome outcome = new ClockJump(2, 3, true, ahead, true, WRONG, WRONG).run();
    assertThat(outcome.lost() + outcome.notFound() + outcome.notFoundThere()).isZero();
    assertThat(outcome.refused()).isEqualTo(4); // those before it was told are kept
    assertThat(outcome.refusedRecords()).isZero();
  }
}
