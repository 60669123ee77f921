package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.spamwatch.overlay.Id;

class NegativeCacheTest {
  private static Id id(int number) {
    return Id.of((long) number << 32, 0, 0);
  }

  @Property
  void whoWasLastAtItsPlaceIsRemembered(
      @ForAll @Size(max = 200) List<@IntRange(min = 1, max = 300) Integer> numbers) {
    NegativeCache negativeCache = new NegativeCache();
    Map<Integer, Id> twin = new LinkedHashMap<>();
    for (int number : numbers) {
      negativeCache.add(id(number));
      twin.put(Math.floorMod(id(number).hashCode(), 64), id(number));
    }
    for (int number = 1; number <= 300; number++) {
      Id one = id(number);
      assertThat(negativeCache.has(one)).isEqualTo(twin.containsValue(one));
    }
    negativeCache.clear();
    assertThat(numbers).noneMatch(number -> negativeCache.has(id(number)));
  }
}
