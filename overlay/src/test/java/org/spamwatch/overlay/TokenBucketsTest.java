package org.spamwatch.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TokenBucketsTest {
  private final Timers timers = new Timers(1_700_000_000_000_000L);

  private void pass(long micros) {
    timers.advance(timers.nowMicros() + micros);
  }

  @Test
  void aBucketGivesItsBurstAtOnceAndThenItsRate() {
    TokenBuckets<String> buckets = new TokenBuckets<>(timers, 10, 3, 8);

    assertThat(buckets.take("a", 3)).isTrue();
    assertThat(buckets.take("a")).isFalse();
    pass(99_999);
    assertThat(buckets.take("a")).isFalse();
    pass(1);
    assertThat(buckets.take("a")).isTrue();
    assertThat(buckets.take("b", 3)).as("another key has a bucket of its own").isTrue();
    assertThat(buckets.take("c", 4)).as("more than the burst").isFalse();
  }

  @Test
  void saysWhetherThereIsATokenWithoutTakingIt() {
    TokenBuckets<String> buckets = new TokenBuckets<>(timers, 10, 2, 8);

    assertThat(buckets.has("a")).isTrue();
    assertThat(buckets.size()).isZero();
    buckets.take("a");
    assertThat(buckets.has("a")).isTrue();
    buckets.take("a");
    assertThat(buckets.has("a")).isFalse();
    pass(99_999);
    assertThat(buckets.has("a")).isFalse();
    pass(1);
    assertThat(buckets.has("a")).isTrue();
  }

  @Test
  void whatIsRefusedTakesNothing() {
    TokenBuckets<String> buckets = new TokenBuckets<>(timers, 1, 3, 8);

    assertThat(buckets.take("a", 2)).isTrue();
    assertThat(buckets.take("a", 2)).isFalse();
    assertThat(buckets.take("a", 1)).isTrue();
  }

  @Test
  void manyKeysNeitherGrowItNorFreeADrainedOne() {
    TokenBuckets<Integer> buckets = new TokenBuckets<>(timers, 1, 100, 16);
    assertThat(buckets.take(-1, 100)).isTrue();

    for (int key = 0; key < 10_000; key++) {
      assertThat(buckets.take(key, 99)).isTrue();
      assertThat(buckets.size()).isLessThanOrEqualTo(16);
      assertThat(buckets.take(-1)).isFalse();
    }
  }

  @Test
  void fullBucketsAreDroppedAsTimeGoes() {
    TokenBuckets<Integer> buckets = new TokenBuckets<>(timers, 1, 2, 1_000);
    for (int key = 0; key < 1_000; key++) {
      buckets.take(key);
    }
    pass(2_000_000);
    for (int i = 0; i < 500; i++) {
      buckets.take(-1);
    }

    assertThat(buckets.size()).isEqualTo(1);
  }

  @Property
  void agreesWithAnUnboundedTwinThatCountsTokens(
      @ForAll @IntRange(min = 1, max = 50) int burst,
      @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 2_999) Integer> steps) {
    Timers time = new Timers(1_700_000_000_000_000L);
    TokenBuckets<Integer> buckets = new TokenBuckets<>(time, 1_000, burst, 3);
    Map<Integer, Long> tokensOf = new LinkedHashMap<>(); // in thousandths
    for (int step : steps) {
      long pause = step % 100 * 100L; // up to 10 ms: a thousandth of a token a microsecond
      time.advance(time.nowMicros() + pause);
      tokensOf.replaceAll((key, held) -> Math.min(burst * 1000L, held + pause));
      int key = step % 3;
      int wanted = 1 + step / 100 % 10;
      long held = tokensOf.getOrDefault(key, burst * 1000L);
      boolean there = held >= wanted * 1000L;
      tokensOf.put(key, there ? held - wanted * 1000L : held);

      assertThat(buckets.take(key, wanted)).isEqualTo(there);
    }
  }

  /** Few keys are looked for one by one, many by an index: it comes and goes in this run. */
  @Property(tries = 100)
  void ofManyKeysEachIsCountedApart(
      @ForAll @Size(min = 300, max = 600) List<@IntRange(max = 999) Integer> steps) {
    Timers time = new Timers(1_700_000_000_000_000L);
    TokenBuckets<Integer> buckets = new TokenBuckets<>(time, 1_000, 10, 1_000);
    Map<Integer, Long> tokensOf = new LinkedHashMap<>();
    for (int i = 0; i < steps.size(); i++) {
      boolean isBusy = i / 100 % 2 == 0; // else most buckets fill up again and are dropped
      long pause = isBusy ? steps.get(i) % 10 * 10L : 2_000;
      time.advance(time.nowMicros() + pause);
      tokensOf.replaceAll((key, held) -> Math.min(10_000L, held + pause));
      int key = isBusy ? steps.get(i) % 100 : steps.get(i) % 3;
      int wanted = 1 + steps.get(i) / 100;
      long held = tokensOf.getOrDefault(key, 10_000L);
      boolean there = held >= wanted * 1000L;
      tokensOf.put(key, there ? held - wanted * 1000L : held);

      assertThat(buckets.take(key, wanted)).isEqualTo(there);
    }
  }

  @Test
  void rangesAreChecked() {
    assertThatThrownBy(() -> new TokenBuckets<>(timers, 0, 1, 1))
        .hasMessage("perSecond 0 is not in 1 to 1000000");
    assertThatThrownBy(() -> new TokenBuckets<>(timers, 1, 1_000_001, 1))
        .hasMessage("burst 1000001 is not in 1 to 1000000");
    assertThatThrownBy(() -> new TokenBuckets<>(timers, 1, 1, 0))
        .hasMessage("maxKeys 0 is not at least 1");
    assertThatThrownBy(() -> new TokenBuckets<>(timers, 1, 1, 1).take("a", 0))
        .hasMessage("tokens 0 is not at least 1");
  }
}
