package org.spamwatch.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spamwatch.sketch.DistinctRate.Counting;
import org.spamwatch.sketch.DistinctRates.Outcome;

class DistinctRatesTest {
  private static final long HOUR = 3_600_000;
  private static final long MEBIBYTE = 1 << 20;

  private final DistinctRates rates = new DistinctRates(100, HOUR, Counting.SUCCESSES, MEBIBYTE, 7);

  /** One key's rate by exact sets. */
  private static final class Exact {
    private final Set<Long> seen = new HashSet<>();
    private double rate;
    private long last;
    private long since;

    Outcome count(long event, long now, int limit, long period, Counting counting) {
      if (rate == 0 && seen.isEmpty()) {
        last = now;
        since = now;
      }
      if (now - since >= period) {
        seen.clear();
        since = now;
      }
      if (seen.contains(event)) {
        double decayed = rate * Math.exp(-(double) (now - last) / period);
        return decayed <= limit ? Outcome.REPEAT : Outcome.OVER;
      }
      double i = Math.max((double) (now - last), 1e-6) / period;
      double after = rate == 0 ? 1 : -Math.expm1(-i) / i + Math.exp(-i) * rate;
      if (after <= limit || counting == Counting.ATTEMPTS) {
        seen.add(event);
        rate = after;
        last = now;
      }
      return after <= limit ? Outcome.NEW : Outcome.OVER;
    }
  }

  @Property(tries = 100)
  void itCountsAsExactSetsDo(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 24) int limit,
      @ForAll Counting counting) {
    SplittableRandom random = new SplittableRandom(seed);
    DistinctRates tested = new DistinctRates(limit, HOUR, counting, MEBIBYTE, seed);
    Map<Long, Exact> exact = new HashMap<>();
    long now = random.nextLong(-HOUR, HOUR);
    int differing = 0;
    for (int i = 0; i < 1_000 && differing == 0; i++) {
      now += random.nextLong(HOUR / limit / 2);
      long key = random.nextInt(8);
      long event = random.nextInt(3 * limit);
      Outcome expected =
          exact.computeIfAbsent(key, k -> new Exact()).count(event, now, limit, HOUR, counting);
      Outcome found = tested.count(key, 1, event, now);
      if (found != expected) {
        // Only what looks like a repeat may differ, or what is at the limit to the last bit.
        boolean isAtLimit = Math.abs(tested.rate(key, now) - limit) < 1.001;
        assertThat(found == Outcome.REPEAT || isAtLimit).isTrue();
        differing++;
      } else {
        assertThat(tested.rate(key, now))
            .isCloseTo(
                exact.get(key).rate * Math.exp(-(double) (now - exact.get(key).last) / HOUR),
                within(1e-3));
      }
    }
  }

  @Test
  void aBurstUpToTheLimitPassesAndRepeatsAreFree() {
    int passed = 0;
    for (long event = 0; event < 300; event++) {
      passed += rates.count(1, 1, event, 5) == Outcome.NEW ? 1 : 0;
    }
    assertThat(passed).isBetween(98, 100);
    assertThat(rates.count(1, 1, 3, 5)).isEqualTo(Outcome.REPEAT);
    assertThat(rates.look(1, 5)).isEqualTo(Outcome.OVER);
    assertThat(rates.look(2, 5)).isEqualTo(Outcome.NEW);
    assertThat(rates.look(1, 2 * HOUR)).isEqualTo(Outcome.NEW);
    assertThat(rates.forget(1)).isTrue();
    assertThat(rates.forget(1)).isFalse();
    assertThat(rates.forget(2)).isFalse();
    assertThat(rates.rate(1, 5)).isZero();
    assertThat(rates.count(1, 1, 3, 5)).isEqualTo(Outcome.NEW);
  }

  @Test
  void aClockThatGoesBackStopsTimeAndOneThatGoesOnForgets() {
    for (long event = 0; event < 100; event++) {
      rates.count(1, 1, event, 50 * HOUR);
    }
    assertThat(rates.count(1, 1, 1_000, 0)).isEqualTo(Outcome.OVER);
    assertThat(rates.count(1, 1, 3, -HOUR)).isEqualTo(Outcome.REPEAT);
    assertThat(rates.rate(1, 0)).isCloseTo(100, within(2.0));
    assertThat(rates.count(1, 1, 3, Long.MAX_VALUE >> 4)).isEqualTo(Outcome.NEW);
    assertThat(rates.rate(1, Long.MAX_VALUE >> 4)).isLessThan(1);
  }

  /** Finch's table: how many addresses were sent to, and one new in how many looks like one. */
  @ParameterizedTest
  @CsvSource({"50, 170000", "100, 1700", "200, 40", "272, 10.7", "400, 3.2"})
  void newEventsLookLikeRepeatsAsOftenAsFinchSays(int sent, double oneIn) {
    SplittableRandom random = new SplittableRandom(sent);
    int keys = 400;
    int probes = 0;
    int missed = 0;
    for (int seed = 0; seed < 10; seed++) {
      DistinctRates tested = new DistinctRates(100, HOUR, Counting.ATTEMPTS, MEBIBYTE, seed);
      for (long key = 0; key < keys; key++) {
        for (int i = 0; i < sent; i++) {
          tested.count(key, 1, random.nextLong(), 0);
        }
        for (int i = 0; i < 4; i++) {
          double before = tested.rate(key, 0);
          tested.count(key, 1, random.nextLong(), 0);
          missed += tested.rate(key, 0) == before ? 1 : 0;
        }
        probes += 4;
      }
    }
    double expected = probes / oneIn;
    assertThat((double) missed)
        .isCloseTo(expected, within(1 + 4 * Math.sqrt(expected) + .04 * expected));
  }

  @Test
  void whoBringsMostKeysHasHisOwnGiveWay() {
    DistinctRates small = new DistinctRates(100, HOUR, Counting.ATTEMPTS, 256 << 10, 3);
    for (int user = 0; user < 200; user++) {
      for (long event = 0; event < 4; event++) {
        small.count(user, user, event, 0);
      }
    }
    int flooder = 1_000_000;
    for (long event = 0; event < 150; event++) {
      small.count(flooder, flooder, event, 0);
    }
    long most = 0;
    for (long key = 0; key < 100_000; key++) {
      small.count(2_000_000 + key, flooder, key, 1);
      most = Math.max(most, small.bytes());
    }
    assertThat(most).isLessThanOrEqualTo(256 << 10);
    assertThat(small.keys()).isEqualTo(4096);
    assertThat(small.forgotten()).isEqualTo(100_000 + 201 - 4096);
    int known = 0;
    for (int user = 0; user < 200; user++) {
      known += small.rate(user, 1) > 3.9 ? 1 : 0;
    }
    assertThat(known).as("users of whom nothing was forgotten").isEqualTo(200);
    assertThat(small.rate(flooder, 1)).as("what he did before").isGreaterThan(100);
  }

  @Test
  void whoHasFewEventsIsNeverOverForAnothersSake() {
    // Filters for eight only: most users' are taken away again and again.
    DistinctRates small = new DistinctRates(50, HOUR, Counting.SUCCESSES, 1, 3);
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 200_000; i++) {
      int user = random.nextInt(3_000);
      assertThat(small.count(user, user % 7, random.nextInt(50), i / 1_000))
          .isNotEqualTo(Outcome.OVER);
    }
    assertThat(small.forgotten()).isPositive();
    assertThat(small.keys()).isEqualTo(1024);
  }

  @Test
  void whatIsWrittenIsTakenUp() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 20_000; i++) {
      long key = random.nextInt(400);
      rates.count(key, (int) key, random.nextInt(1 + (int) key / 3), i * 10L);
    }
    long now = 200_000;
    List<byte[]> written = rates.write(1, 1_000, now);
    assertThat(written).hasSizeGreaterThan(350);
    assertThat(rates.write(1, 10, now)).hasSize(10);
    DistinctRates other = new DistinctRates(100, HOUR, Counting.SUCCESSES, MEBIBYTE, 7);
    long later = 77 * HOUR;
    written.forEach(key -> other.restore(key, later));
    assertThat(other.write(1, 1_000, later))
        .usingElementComparator(Arrays::compare)
        .containsExactlyInAnyOrderElementsOf(written);
    for (long key = 0; key < 400; key++) {
      assertThat(other.rate(key, later))
          .isEqualTo(rates.rate(key, now) >= 1 ? rates.rate(key, now) : 0);
      long event = key / 6;
      Outcome expected =
          rates.rate(key, now) >= 1 ? rates.count(key, 1, event, now + 5) : Outcome.NEW;
      assertThat(other.count(key, 1, event, later + 5)).isEqualTo(expected);
    }
  }

  @Test
  void whatIsDamagedIsRefusedInALine() {
    for (long event = 0; event < 90; event++) {
      rates.count(1, 1, event, 0);
      rates.count(2, 1, event % 3, 0);
    }
    SplittableRandom random = new SplittableRandom(6);
    for (byte[] whole : rates.write(0, 10, 0)) {
      for (int length = 0; length < whole.length; length++) {
        byte[] cut = Arrays.copyOf(whole, length);
        assertThatThrownBy(() -> fresh(7).restore(cut, 0))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageNotContaining("\n");
      }
      for (int i = 0; i < 2_000; i++) {
        byte[] flipped = whole.clone();
        flipped[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
        DistinctRates other = fresh(7);
        try {
          other.restore(flipped, 0);
          other.count(1, 1, 1, 0);
          other.write(0, 10, 0);
        } catch (IllegalArgumentException e) {
          assertThat(e).hasMessageNotContaining("\n");
        }
      }
    }
    byte[] filtered = rates.write(50, 10, 0).get(0);
    assertThatThrownBy(() -> fresh(8).restore(filtered, 0)).hasMessageContaining("another seed");
  }

  private static DistinctRates fresh(long seed) {
    return new DistinctRates(100, HOUR, Counting.SUCCESSES, MEBIBYTE, seed);
  }

  @Test
  void countingAllocatesNothing() {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < 50_000; i++) {
      rates.count(i % 2_000, 1, i % 40, i);
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 50_000; i < 100_000; i++) {
      rates.count(i % 2_000, 1, i % 40, i);
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
  }

  @Test
  void aLimitMustBePositive() {
    assertThatThrownBy(() -> new DistinctRates(0, HOUR, Counting.SUCCESSES, 1, 1))
        .hasMessage("a limit of 0 in 3600000 ms is not positive");
  }
}
