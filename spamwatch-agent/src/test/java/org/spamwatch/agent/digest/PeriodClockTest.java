package org.spamwatch.agent.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Periods, whatever the clock does. */
final class PeriodClockTest {
  private static final Duration DAY = Duration.ofDays(1);

  private long dateMillis = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
  private long nanos;
  private PeriodClock clock = made();

  private PeriodClock made() {
    return new PeriodClock(DAY, () -> Instant.ofEpochMilli(dateMillis), () -> nanos);
  }

  private long first = clock.period();

  private void runs(Duration time) {
    nanos += time.toNanos();
    dateMillis += time.toMillis();
  }

  @Test
  void periodsAreThoseOfTheDate() {
    assertThat(first).isEqualTo(dateMillis / DAY.toMillis());
    runs(Duration.ofHours(23));
    assertThat(clock.period()).isEqualTo(first);
    runs(Duration.ofHours(1));
    assertThat(clock.period()).isEqualTo(first + 1);
    assertThat(clock.wrong()).isEmpty();
  }

  @Test
  void aJumpAheadCostsOnePeriodForEachSixHours() {
    dateMillis += Duration.ofDays(3653).toMillis();
    assertThat(clock.period()).isEqualTo(first);
    assertThat(clock.wrong().orElseThrow()).contains("3653 periods ahead");
    runs(Duration.ofHours(6));
    assertThat(clock.period()).isEqualTo(first + 1);
    runs(Duration.ofHours(5));
    assertThat(clock.period()).isEqualTo(first + 1);
    runs(Duration.ofHours(1));
    assertThat(clock.period()).isEqualTo(first + 2);
  }

  @Test
  void aJumpBackLetsThePeriodStand() {
    runs(DAY);
    assertThat(clock.period()).isEqualTo(first + 1);
    dateMillis -= Duration.ofDays(30).toMillis();
    runs(DAY);
    assertThat(clock.period()).isEqualTo(first + 1);
    assertThat(clock.wrong().orElseThrow()).contains("29 periods behind");
    dateMillis += Duration.ofDays(30).toMillis();
    assertThat(clock.period()).isEqualTo(first + 2);
  }

  @Test
  void restartsDoNotHastenIt() {
    dateMillis += Duration.ofDays(100).toMillis();
    for (int restart = 0; restart < 20; restart++) {
      PeriodClock.Kept kept = clock.kept();
      nanos = restart; // another boot's
      clock = made();
      clock.restore(kept);
      runs(Duration.ofMinutes(17));
    }
    assertThat(clock.period()).isEqualTo(first);
    runs(Duration.ofMinutes(20));
    assertThat(clock.period()).isEqualTo(first + 1);
  }

  @Test
  void aPeriodOfNothingIsRefused() {
    assertThatThrownBy(() -> new PeriodClock(Duration.ZERO, Instant::now, () -> 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
