package org.spamwatch.agent.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;

class DistinctRateTest {
  private static final long DAY = 86_400_000;

  private final DistinctRate rate = new DistinctRate(100, DAY, 7);

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
    DistinctRate one = new DistinctRate(1, DAY, 7);
    assertThat(one.ask(1, 0)).isZero();
    assertThat(one.ask(2, DAY / 2)).isCloseTo(DAY / 2, org.assertj.core.data.Offset.offset(2L));
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
    DistinctRate held = new DistinctRate(limit, DAY, seed);
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
  void votersAreCountedApartAndTheEldestForgotten() {
    Quota quota = new Quota(1, DAY, 7, 2);
    assertThat(quota.ask(Id.ofHex("a1"), Id.ofHex("01"), 0)).isZero();
    assertThat(quota.ask(Id.ofHex("a2"), Id.ofHex("02"), 0)).isZero();
    assertThat(quota.ask(Id.ofHex("a1"), Id.ofHex("02"), 0)).isPositive();
    quota.ask(Id.ofHex("a3"), Id.ofHex("03"), 0);
    assertThat(quota.voters()).isEqualTo(2);
    assertThat(quota.ask(Id.ofHex("a2"), Id.ofHex("03"), 0)).isZero();
  }

  @Test
  void noLimitIsNoLimit() {
    Quota quota = new Quota(0, DAY, 7, 2);
    Set<Long> waits = new LinkedHashSet<>();
    for (int i = 0; i < 1000; i++) {
      waits.add(quota.ask(Id.ofHex("a1"), Id.ofHex(String.format("%08x", i)), 0));
    }
    assertThat(waits).containsExactly(0L);
    assertThat(quota.voters()).isZero();
  }
}
