package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class FewEntriesTest {
  @Property(tries = 200)
  void theyAreThoseOfAMapInTheOrderInWhichTheyCame(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, Integer> tried = Map.of();
    Map<String, Integer> twin = new LinkedHashMap<>();
    for (int step = 0; step < 60; step++) {
      String key = "key" + random.nextInt(4);
      if (random.nextBoolean()) {
        tried = FewEntries.with(tried, key, step);
        twin.put(key, step);
      } else {
        tried = FewEntries.without(tried, key);
        twin.remove(key);
      }
      assertThat(List.copyOf(tried.entrySet())).isEqualTo(List.copyOf(twin.entrySet()));
    }
  }
}
