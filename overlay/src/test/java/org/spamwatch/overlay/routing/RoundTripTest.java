package org.spamwatch.overlay.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.NotEmpty;
import org.spamwatch.overlay.Id;

class RoundTripTest {
  @Property(tries = 300)
  void timeoutIsTheLargerOfBothTerms(
      @ForAll @NotEmpty List<@IntRange(max = 2_000_000) Integer> samples) {
    RoundTrip roundTrip = new RoundTrip();
    double smoothed = samples.get(0);
    double deviation = samples.get(0) / 2.0;
    roundTrip.add(samples.get(0), 0);
    for (int i = 1; i < samples.size(); i++) {
      double error = samples.get(i) - smoothed;
      if (i == 1 && error < 0) {
        smoothed = samples.get(i);
        deviation = smoothed / 2;
      } else {
        smoothed += error / 8;
        deviation += (Math.abs(error) - deviation) / 4;
      }
      roundTrip.add(samples.get(i), i);
    }
    // Whole microseconds lose less than 8 to rounding in the filter's steady state.
    assertThat((double) roundTrip.smoothedMicros()).isBetween(smoothed - 10, smoothed + 10);
    double timeout = Math.max(1.5 * smoothed + 50_000, smoothed + 4 * deviation);
    assertThat((double) roundTrip.timeoutMicros()).isBetween(timeout - 100, timeout + 100);
  }

  @Example
  void aQuietLinkKeepsTheFloor() {
    RoundTrip roundTrip = new RoundTrip();
    for (int i = 0; i < 100; i++) {
      roundTrip.add(40_000, i);
    }
    assertThat(roundTrip.timeoutMicros()).isEqualTo(40_000 + 20_000 + 50_000);
  }

  @Example
  void theOpeningOfALinkIsForgottenAtTheSecondSample() {
    RoundTrip roundTrip = new RoundTrip();
    roundTrip.add(160_000, 0);
    roundTrip.add(40_000, 1);
    assertThat(roundTrip.smoothedMicros()).isEqualTo(40_000);
    roundTrip.add(24_000, 2);
    assertThat(roundTrip.smoothedMicros()).isEqualTo(38_000);
  }

  @Example
  void anEstimateThatWasNotRenewedForLongCountsNoMoreThanTheNextSample() {
    RoundTrip roundTrip = new RoundTrip();
    roundTrip.add(20_000, 0);
    roundTrip.add(20_000, 1_000);
    roundTrip.add(100_000, RoundTrip.STALE_MICROS + 2_000);
    assertThat(roundTrip.smoothedMicros()).isEqualTo(60_000);
    roundTrip.add(100_000, 2 * RoundTrip.STALE_MICROS + 2_000);
    assertThat(roundTrip.smoothedMicros()).isEqualTo(65_000);
  }

  @Property(tries = 300)
  void anEstimateIsAsOldAsItIsWhateverTheDate(
      @ForAll @LongRange(max = 4_000_000_000_000_000L) long now,
      @ForAll @LongRange(max = 4_000_000_000_000L) long pause) {
    Neighbour neighbour = new Neighbour(LeafSetTest.contact(Id.ZERO));
    assertThat(neighbour.hasBeenHeardSince(now - pause)).as("never").isFalse();
    neighbour.heard(now);
    neighbour.roundTrip().add(20_000, now);
    neighbour.roundTrip().add(20_000, now);
    neighbour.roundTrip().add(100_000, now + pause);
    boolean isStale = pause / 1000 > RoundTrip.STALE_MICROS / 1000 + 1;
    boolean isFresh = pause / 1000 < RoundTrip.STALE_MICROS / 1000;
    assertThat(neighbour.roundTrip().smoothedMicros())
        .isIn(isStale ? List.of(60_000L) : isFresh ? List.of(30_000L) : List.of(30_000L, 60_000L));
    assertThat(neighbour.hasBeenHeardSince(now - pause)).isTrue();
    assertThat(neighbour.hasBeenHeardSince(now + 2_000 + pause)).isFalse();
  }

  @Example
  void anAnswerToARepetitionMakesTheTimeoutLongerForAWhileAndNoNodeFarther() {
    RoundTrip roundTrip = new RoundTrip();
    for (int i = 0; i < 100; i++) {
      roundTrip.add(40_000, i);
    }
    long before = roundTrip.timeoutMicros();
    for (int i = 0; i < 3; i++) {
      roundTrip.addRepeated(500_000);
    }
    assertThat(roundTrip.smoothedMicros()).isEqualTo(40_000);
    assertThat(roundTrip.timeoutMicros()).as("what it took").isGreaterThan(500_000);
    for (int i = 0; i < 20; i++) {
      roundTrip.add(40_000, i);
    }
    assertThat(roundTrip.timeoutMicros()).isEqualTo(before);
  }

  @Example
  void noAnswerMakesATimeoutLongerThanSomeSeconds() {
    RoundTrip roundTrip = new RoundTrip();
    roundTrip.addRepeated(1_000);
    assertThat(roundTrip.timeoutMicros()).as("never measured").isEqualTo(1_500_000);
    roundTrip.add(160_000, 0);
    for (int i = 0; i < 100; i++) {
      roundTrip.addRepeated(Long.MAX_VALUE);
    }
    assertThat(roundTrip.timeoutMicros()).isBetween(5_000_000L, 7_000_000L);
    roundTrip.add(40_000, 1);
    assertThat(roundTrip.smoothedMicros()).as("the opening is forgotten").isEqualTo(40_000);
  }

  @Example
  void aNodeNeverMeasuredIsGivenASecondAndAHalf() {
    RoundTrip roundTrip = new RoundTrip();
    assertThat(roundTrip.smoothedMicros()).isEqualTo(-1);
    assertThat(roundTrip.timeoutMicros()).isEqualTo(1_500_000);
  }
}
