package org.spamwatch.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class RecentlySeenTest {
  private static final long SPAN = 100;

  @Property(tries = 500)
  void remembersTheLastSoMany(
      @ForAll @Size(max = 80) List<@IntRange(max = 15) Integer> things,
      @ForAll @IntRange(min = 1, max = 10) int capacity) {
    RecentlySeen<Integer> seen = new RecentlySeen<>(capacity);
    List<Integer> last = new ArrayList<>();
    for (int thing : things) {
      boolean isNew = !last.contains(thing);
      if (isNew) {
        last.add(thing);
        if (last.size() > capacity) {
          last.remove(0);
        }
      }
      assertThat(seen.add(thing)).isEqualTo(isNew);
      assertThat(seen.size()).isEqualTo(last.size());
      assertThat(last).allMatch(seen::contains);
    }
  }

  @Property(tries = 500)
  void remembersForASpanAndForNoMoreThanTwo(
      @ForAll @Size(max = 80) List<@IntRange(max = 15) Integer> things,
      @ForAll @Size(min = 80, max = 80) List<@IntRange(max = 90) Integer> pauses) {
    Timers timers = new Timers(0);
    Duration span = Duration.ofNanos(SPAN * 1000);
    RecentlySeen<Integer> seen = new RecentlySeen<>(1_000, timers, span);
    RecentlySeen<Long> numbers = new RecentlySeen<>(1_000, timers, span);
    Map<Integer, Long> at = new LinkedHashMap<>();
    for (int i = 0; i < things.size(); i++) {
      timers.advance(timers.nowMicros() + pauses.get(i));
      long now = timers.nowMicros();
      Integer thing = things.get(i);
      boolean isNew = seen.add(thing);
      assertThat(numbers.add(thing.longValue())).isEqualTo(isNew);
      assertThat(numbers.size()).isEqualTo(seen.size());
      if (isNew) {
        Long before = at.put(thing, now);
        assertThat(before == null || now - before >= SPAN).as("forgotten too soon").isTrue();
      } else {
        assertThat(now - at.getOrDefault(thing, now)).isLessThan(2 * SPAN + 90);
      }
      at.forEach(
          (one, when) -> {
            if (now - when < SPAN) {
              assertThat(seen.contains(one)).isTrue();
            } else if (now - when >= 2 * SPAN + 90) {
              assertThat(seen.contains(one)).isFalse();
            }
          });
    }
  }
}
