package org.spamwatch.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class LazyMapTest {
  /** One change: {@code step} is a key of 0 to 5 and what is done with it. */
  private static void change(Map<Integer, Integer> map, int step) {
    int key = step % 6;
    switch (step / 6) {
      case 0, 1 -> map.put(key, step);
      case 2, 3 -> map.remove(key);
      case 4 -> map.merge(key, 1, Integer::sum);
      case 5 -> map.computeIfPresent(key, (k, value) -> value % 2 == 0 ? null : value - 1);
      case 6 -> map.values().removeIf(value -> value % 3 == key % 3);
      case 7 -> map.computeIfAbsent(key, k -> k);
      case 8 -> map.remove(key, key);
      default -> map.clear();
    }
  }

  @Property(tries = 500)
  void isALinkedHashMap(@ForAll @Size(max = 60) List<@IntRange(max = 59) Integer> steps) {
    Map<Integer, Integer> lazy = new LazyMap<>();
    Map<Integer, Integer> twin = new LinkedHashMap<>();
    for (int step : steps) {
      change(lazy, step);
      change(twin, step);
      assertThat(lazy).isEqualTo(twin).hasSameSizeAs(twin).hasSameHashCodeAs(twin);
      assertThat(new ArrayList<>(lazy.entrySet())).isEqualTo(new ArrayList<>(twin.entrySet()));
      assertThat(new ArrayList<>(lazy.values())).isEqualTo(new ArrayList<>(twin.values()));
      for (int key = 0; key < 6; key++) {
        assertThat(lazy.get(key)).isEqualTo(twin.get(key));
        assertThat(lazy.containsKey(key)).isEqualTo(twin.containsKey(key));
      }
      assertThat(lazy.containsValue(3)).isEqualTo(twin.containsValue(3));
    }
  }

  @Property(tries = 500)
  void aLazySetIsALinkedHashSet(@ForAll @Size(max = 60) List<@IntRange(max = 29) Integer> steps) {
    Set<Integer> lazy = new LazySet<>();
    Set<Integer> twin = new LinkedHashSet<>();
    for (int step : steps) {
      int element = step % 6;
      switch (step / 6) {
        case 0, 1 -> assertThat(lazy.add(element)).isEqualTo(twin.add(element));
        case 2, 3 -> assertThat(lazy.remove(element)).isEqualTo(twin.remove(element));
        default -> {
          lazy.removeIf(each -> each % 2 == element % 2);
          twin.removeIf(each -> each % 2 == element % 2);
        }
      }
      assertThat(new ArrayList<>(lazy)).isEqualTo(new ArrayList<>(twin));
      assertThat(lazy.contains(element)).isEqualTo(twin.contains(element));
    }
    lazy.clear();
    assertThat(lazy).isEmpty();
  }
}
