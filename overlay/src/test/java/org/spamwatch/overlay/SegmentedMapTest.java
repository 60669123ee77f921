package org.spamwatch.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SegmentedMapTest {
  /** Grows past the size at which it is divided, and shrinks to nothing, several times. */
  @Property(tries = 5)
  void itIsAMap(@ForAll long seed) {
    Random random = new Random(seed);
    Map<Integer, Integer> map = new SegmentedMap<>();
    Map<Integer, Integer> twin = new HashMap<>();
    for (int step = 0; step < 60_000; step++) {
      int key = random.nextInt(12_000);
      boolean isGrowing = step / 10_000 % 2 == 0;
      if (random.nextInt(10) < (isGrowing ? 9 : 0)) {
        assertThat(map.put(key, step)).isEqualTo(twin.put(key, step));
      } else {
        assertThat(map.remove(key)).isEqualTo(twin.remove(key));
      }
      assertThat(map.size()).isEqualTo(twin.size());
    }
    assertThat(map).isEqualTo(twin);
    twin.keySet().forEach(key -> assertThat(map.containsKey(key)).isTrue());
    List.copyOf(twin.keySet()).forEach(map::remove);
    assertThat(map).isEmpty();
  }

  @Test
  void aSmallOneIsInTheOrderInWhichEntriesCame() {
    Map<Integer, Integer> map = new SegmentedMap<>();
    List<Integer> keys = IntStream.range(0, 4_000).mapToObj(i -> i * 7919 % 10_007).toList();
    keys.forEach(key -> map.put(key, key));
    assertThat(new ArrayList<>(map.keySet())).isEqualTo(keys);
    assertThat(new ArrayList<>(map.values())).isEqualTo(keys);
  }

  @Test
  void theSameCallsGiveTheSameOrderOfALargeOne() {
    Map<Integer, Integer> one = new SegmentedMap<>();
    Map<Integer, Integer> other = new SegmentedMap<>();
    for (int i = 0; i < 20_000; i++) {
      one.put(i, i);
      other.put(i, i);
    }
    assertThat(one.keySet()).containsExactlyElementsOf(other.keySet()).hasSize(20_000);
  }

  @Test
  void whatWasClearedIsGone() {
    Map<Integer, Integer> map = new SegmentedMap<>();
    IntStream.range(0, 5_000).forEach(i -> map.put(i, i));
    map.clear();
    assertThat(map).isEmpty();
    assertThat(map.get(1)).isNull();
  }
}
