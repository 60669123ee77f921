package org.spamwatch.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class RecentMapTest {
  @Property(tries = 500)
  void keepsTheLastSoMany(
      @ForAll @Size(max = 60) List<@IntRange(max = 31) Integer> steps,
      @ForAll @IntRange(min = 1, max = 5) int most,
      @ForAll boolean byUse) {
    RecentMap<Integer, Integer> recent =
        byUse ? RecentMap.lastUsed(most) : RecentMap.lastCome(most);
    Map<Integer, Integer> twin = new LinkedHashMap<>(); // the eldest first
    for (int step : steps) {
      int key = step % 8;
      Integer before = twin.get(key);
      switch (step / 8) {
        case 0, 1 -> {
          assertThat(recent.put(key, step)).isEqualTo(before);
          twin.put(key, step);
          renew(twin, key, byUse);
          if (twin.size() > most) {
            twin.remove(twin.keySet().iterator().next());
          }
        }
        case 2 -> {
          assertThat(recent.get(key)).isEqualTo(before);
          renew(twin, key, byUse);
        }
        default -> assertThat(recent.remove(key)).isEqualTo(twin.remove(key));
      }
      assertThat(recent.size()).isEqualTo(twin.size());
    }
    List.copyOf(twin.keySet()).forEach(k -> assertThat(recent.get(k)).isEqualTo(twin.get(k)));
  }

  private static void renew(Map<Integer, Integer> twin, int key, boolean byUse) {
    if (byUse && twin.containsKey(key)) {
      twin.put(key, twin.remove(key));
    }
  }
}
