package org.spamwatch.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.spamwatch.sketch.DistinctRate.Counting;

class DistinctRateTest {
  private static final long DAY = 86_400_000;

  private final DistinctRate rate = new DistinctRate(100, DAY, 7, Counting.SUCCESSES);

  @Test
  void aBurstUpToTheLimitPassesAndTheNextIsRefused() {
    int passed = 0;
    for (long event = 0; event < 200; event++) {
      passed += rate.ask(event, 1_000) == 0 ? 1 : 0;
    }
    assertThat(passed).isBetween(100, 101); // one in 1,700 may pass as a repeat
  }

  @Test
  void repeatsAreFree() {
    for (int i = 0; i < 10_000; i++) {
      assertThat(rate.ask(i % 50, i)).isZero();
    }
    assertThat(rate.rate()).isLessThanOrEqualTo(50);
  }

  @Test
  void itSaysWhenTheNextIsFree() {
    for (long event = 0; event < 100; event++) {
      rate.ask(event, 0);
    }
    long wait = rate.ask(1000, 0);
    assertThat(wait).isPositive();
    assertThat(rate.ask(1000, wait - 1)).isPositive();
    assertThat(rate.ask(1000, wait)).isZero();
  }

  @Test
  void oneEventAPeriodIsOneAPeriod() {
    DistinctRate one = new DistinctRate(1, DAY, 7, Counting.SUCCESSES);
    assertThat(one.ask(1, 0)).isZero();
    assertThat(one.ask(2, DAY / 2)).isCloseTo(DAY / 2, within(2L));
    assertThat(one.ask(2, DAY + 2)).isZero();
  }

  @Test
  void aClockThatIsSetBackGainsNothing() {
    for (long event = 0; event < 100; event++) {
      rate.ask(event, 5 * DAY);
    }
    assertThat(rate.ask(1000, 0)).isPositive();
  }

  @Property(tries = 50)
  void inTheLongRunNobodyExceedsTheLimit(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int limit) {
    SplittableRandom random = new SplittableRandom(seed);
    DistinctRate held = new DistinctRate(limit, DAY, seed, Counting.SUCCESSES);
    int days = 20;
    int passed = 0;
    int attempts = limit * days * 3;
    for (int i = 0; i < attempts; i++) {
      long now = (long) ((double) i / attempts * days * DAY);
      passed += held.ask(random.nextLong(), now) == 0 ? 1 : 0;
    }
    // The first burst, then the rate; a refused event may look like one that was seen.
    assertThat(passed).isBetween(limit * days / 2, limit * (days + 2) + attempts / 100 + 1);
  }

  @Test
  void refusedAttemptsCountToo() {
    DistinctRate attempts = new DistinctRate(100, DAY, 7, Counting.ATTEMPTS);
    for (long event = 0; event < 250; event++) {
      attempts.ask(event, 0);
    }
    assertThat(attempts.rate()).isBetween(230.0, 250.0); // 2.5 times the limit: a full filter
    assertThat(attempts.ask(3, 0)).as("seen, but the rate is what it is").isPositive();
    long wait = attempts.ask(1000, 0);
    assertThat((double) wait).isCloseTo(DAY * Math.log(attempts.rate() / 100), within(2.0));
    assertThat(attempts.ask(1000, wait - 1)).isEqualTo(1);
    assertThat(attempts.ask(1000, wait)).isZero();
  }

  /** Finch: a filter at e times the limit is emptied before the rate has fallen to the limit. */
  @Test
  void whoWasFarOverTheLimitIsNewWhenHeIsHeardAgain() {
    DistinctRate attempts = new DistinctRate(100, DAY, 7, Counting.ATTEMPTS);
    for (long event = 0; event < 400; event++) {
      attempts.ask(event, 0);
    }
    assertThat(attempts.rate()).isGreaterThan(100 * Math.E);
    long wait = attempts.ask(1, 0);
    assertThat(wait).isGreaterThan(DAY);
    double before = attempts.rate();
    assertThat(attempts.ask(1, wait)).isZero();
    assertThat(attempts.rate()).as("counted anew").isBetween(99.0, 100.0).isLessThan(before);
  }

  @Property(tries = 200)
  void whatItSaysIsTheFirstMomentThatPasses(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 40) int limit,
      @ForAll Counting counting) {
    SplittableRandom random = new SplittableRandom(seed);
    long period = 1L + random.nextInt(5_000);
    long now = 0;
    DistinctRate asked = new DistinctRate(limit, period, seed, counting);
    for (int i = 0; i < 4 * limit; i++) {
      now += random.nextLong(1 + 2 * period / limit);
      asked.ask(random.nextInt(6 * limit), now);
    }
    long wait = asked.ask(-1, now);
    if (wait > 0) {
      assertThat(wait == 1 || asked.ask(-1, now + wait - 1) > 0).isTrue();
      if (counting == Counting.SUCCESSES) {
        assertThat(asked.ask(-1, now + wait)).isZero();
      }
    }
  }
}
