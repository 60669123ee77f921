package org.spamwatch.ata.adolr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The postings against a map of lists. */
class KeyPostingsTest {
  private final Map<Integer, Long> keys = new LinkedHashMap<>();

  private long key(int posting) {
    return keys.getOrDefault(posting, 0L);
  }

  @Property(tries = 40)
  void theyAreWhatAMapOfListsHolds(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    keys.clear();
    KeyPostings tried = new KeyPostings(this::key, seed);
    Map<Long, List<Integer>> twin = new LinkedHashMap<>();
    long different = 1 + random.nextLong(4_000);
    for (int step = 0; step < 6_000; step++) {
      long key = random.nextLong(different) * 0x9E3779B97F4A7C15L;
      List<Integer> places = twin.computeIfAbsent(key, k -> new ArrayList<>());
      if (random.nextInt(step < 3_000 ? 5 : 2) > 0) {
        keys.put(step, key);
        tried.add(key, step);
        places.add(step);
      } else if (!places.isEmpty()) {
        Integer gone = places.remove(random.nextInt(places.size()));
        tried.remove(key, gone);
        keys.remove(gone);
      }
      same(tried, key, places);
    }
    twin.forEach((key, places) -> same(tried, key, places));
    assertThat(tried.count(1)).isZero();
  }

  private static void same(KeyPostings tried, long key, List<Integer> places) {
    assertThat(tried.count(key)).isEqualTo(places.size());
    for (int i = 0; i < places.size(); i++) {
      assertThat(tried.get(key, i)).isEqualTo(places.get(places.size() - 1 - i));
    }
  }

  @Test
  void manyAreFoundWhenTheirSegmentsHaveBecomeMany() {
    int many = 200_000;
    KeyPostings tried = new KeyPostings(posting -> posting * 77L, 3);
    for (int posting = 0; posting < many; posting++) {
      tried.add(posting * 77L, posting);
    }
    for (int posting = 0; posting < many; posting += 2) {
      tried.remove(posting * 77L, posting);
    }
    for (int posting = 0; posting < many; posting++) {
      assertThat(tried.count(posting * 77L)).isEqualTo(posting % 2);
    }
    assertThat(tried.get(77L, 0)).isEqualTo(1);
  }
}
