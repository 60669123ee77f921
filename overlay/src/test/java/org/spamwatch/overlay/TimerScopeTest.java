package org.spamwatch.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TimerScopeTest {
  private static final long SECOND = 1_000_000;

  private final Timers timers = new Timers(0);
  private final TimerScope scope = new TimerScope(timers, new SplittableRandom(1));
  private final List<Long> runs = new ArrayList<>();

  private void run() {
    runs.add(timers.nowMicros());
  }

  private void runFor(long micros) {
    long end = timers.nowMicros() + micros;
    while (timers.nextDeadlineMicros().orElse(Long.MAX_VALUE) <= end) {
      timers.advance(timers.nextDeadlineMicros().orElseThrow());
    }
    timers.advance(end);
  }

  @Test
  void whatRepeatsDoesSoAQuarterOfItsPeriodEarlierOrLater() {
    scope.every(Duration.ofSeconds(4), this::run);
    runFor(4_000 * SECOND);
    assertThat(runs).hasSizeBetween(950, 1_050);
    List<Long> pauses =
        LongStream.range(1, runs.size())
            .mapToObj(i -> runs.get((int) i) - runs.get((int) i - 1))
            .toList();
    assertThat(pauses).allSatisfy(pause -> assertThat(pause).isBetween(3 * SECOND, 5 * SECOND));
    assertThat(pauses).anyMatch(pause -> pause < 3.2 * SECOND).anyMatch(p -> p > 4.8 * SECOND);
  }

  @Test
  void thePauseIsAskedForEachTime() {
    scope.repeat(() -> (runs.size() + 1) * SECOND, this::run);
    runFor(100 * SECOND);
    for (int i = 0; i < runs.size(); i++) {
      long pause = runs.get(i) - (i == 0 ? 0 : runs.get(i - 1));
      assertThat(pause).isBetween((i + 1) * SECOND * 3 / 4, (i + 1) * SECOND * 5 / 4);
    }
    assertThat(runs).hasSizeGreaterThan(9);
  }

  @Test
  void nothingRunsOnceItIsClosed() {
    scope.every(Duration.ofSeconds(1), this::run);
    scope.after(Duration.ofSeconds(1), this::run);
    scope.afterAbout(Duration.ofSeconds(1), this::run);
    scope.close();
    scope.every(Duration.ofSeconds(1), this::run);
    scope.after(Duration.ofSeconds(1), this::run);
    runFor(10 * SECOND);
    assertThat(runs).isEmpty();
    assertThat(timers.pending()).isZero();
  }

  @Test
  void whatClosesItIsItsLastRun() {
    scope.every(
        Duration.ofSeconds(1),
        () -> {
          run();
          scope.close();
        });
    runFor(10 * SECOND);
    assertThat(runs).hasSize(1);
    assertThat(timers.pending()).isZero();
  }

  @Test
  void aJitteredPauseIsWithinItsPart() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 1_000; i++) {
      assertThat(TimerScope.jittered(1_000, 10, random)).isBetween(900L, 1_100L);
      assertThat(TimerScope.jittered(0, 4, random)).isZero();
    }
  }
}
