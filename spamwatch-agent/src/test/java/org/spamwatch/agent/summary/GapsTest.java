package org.spamwatch.agent.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

class GapsTest {
  private static final Id ONE = Id.of(1, 0, 0);
  private static final Id OTHER = Id.of(2, 0, 0);

  private final Timers timers = new Timers(0);
  private final Gaps gaps = new Gaps(timers);

  private void pass(Duration time) {
    timers.advance(timers.nowMicros() + time.toNanos() / 1_000);
  }

  @Test
  void aGapCountsUntilItIsFilled() {
    assertThat(gaps.isAnyCounted()).isFalse();
    gaps.set(ONE, true);
    gaps.set(OTHER, true);
    assertThat(gaps.isAnyCounted()).isTrue();
    gaps.set(ONE, false);
    assertThat(gaps.isAnyCounted()).isTrue();
    gaps.set(OTHER, false);
    assertThat(gaps.isAnyCounted()).isFalse();
    assertThat(gaps.lasting()).isEmpty();
  }

  @Test
  void oneThatNobodyFillsIsToldButCountsForTenMinutesOnly() {
    gaps.set(ONE, true);
    pass(Duration.ofMinutes(10).minusMillis(1));
    assertThat(gaps.isAnyCounted()).isTrue();
    assertThat(gaps.lasting()).isEmpty();
    pass(Duration.ofMillis(1));
    assertThat(gaps.isAnyCounted()).isFalse();
    assertThat(gaps.lasting()).containsExactly(ONE);
    gaps.set(OTHER, true);
    assertThat(gaps.isAnyCounted()).as("another's counts all the same").isTrue();
    gaps.set(OTHER, false);
    gaps.set(ONE, false);
    gaps.set(ONE, true);
    assertThat(gaps.isAnyCounted()).as("it has had its ten minutes of today").isFalse();
    gaps.set(ONE, false);
    assertThat(gaps.lasting()).isEmpty();
    pass(Duration.ofDays(1));
    gaps.set(ONE, true);
    assertThat(gaps.isAnyCounted()).as("another day").isTrue();
  }

  @Test
  void manyThatAreFilledSoonAreNoReasonNotToCountTheNext() {
    for (int i = 0; i < 100; i++) {
      gaps.set(ONE, true);
      pass(Duration.ofSeconds(5));
      assertThat(gaps.isAnyCounted()).isTrue();
      gaps.set(ONE, false);
      pass(Duration.ofMinutes(1));
    }
    gaps.set(ONE, true);
    assertThat(gaps.isAnyCounted()).isTrue();
  }

  @Test
  void allTogetherCountForAnHourADay() {
    for (int day = 0; day < 3; day++) {
      Duration counted = Duration.ZERO;
      for (int liar = 0; liar < 300; liar++) {
        gaps.set(Id.of(liar, day, 0), true);
        pass(Duration.ofMinutes(2));
        counted = counted.plusMinutes(gaps.isAnyCounted() ? 2 : 0);
        gaps.set(Id.of(liar, day, 0), liar % 2 == 0);
      }
      assertThat(counted).isBetween(Duration.ofMinutes(10), Duration.ofMinutes(70));
      pass(Duration.ofDays(1));
      assertThat(gaps.isAnyCounted()).isFalse();
    }
  }

  @Property(tries = 50)
  void whateverOriginsDoNoneCountsMoreThanTenMinutesADay(@ForAll long seed) {
    Random random = new Random(seed);
    long counted = 0;
    int seconds = 0;
    for (; seconds < 86_400; seconds += 30) {
      gaps.set(ONE, random.nextInt(4) != 0);
      counted += gaps.isAnyCounted() ? 30 : 0;
      pass(Duration.ofSeconds(30));
    }
    assertThat(counted).isBetween(600L, 630L);
  }
}
