package org.spamwatch.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class NumberSetTest {
  private static void removeEldest(Set<Long> set) {
    Iterator<Long> eldest = set.iterator();
    eldest.next();
    eldest.remove();
  }

  /** Numbers from a pool a little larger than the set may become, so that some come again. */
  @Property(tries = 60)
  void isALinkedHashSetWhoseEldestGo(
      @ForAll @IntRange(min = 1, max = 500) int capacity, @ForAll long seed) {
    NumberSet numbers = new NumberSet();
    Set<Long> twin = new LinkedHashSet<>();
    long random = seed;
    for (int i = 0; i < 2_000; i++) {
      random = random * 6364136223846793005L + 1442695040888963407L;
      // Small numbers, and such as have their ones only where the index does not look first.
      long number = (random >>> 33) % (capacity * 3L / 2 + 1) << (i % 2 == 0 ? 0 : 40);
      assertThat(numbers.contains(number)).isEqualTo(twin.contains(number));
      assertThat(numbers.add(number)).isEqualTo(twin.add(number));
      if (twin.size() > capacity) {
        removeEldest(numbers);
        removeEldest(twin);
      }
      assertThat(numbers).hasSameSizeAs(twin);
    }
    assertThat(new ArrayList<>(numbers)).isEqualTo(new ArrayList<>(twin));
  }

  @Test
  void onlyTheEldestCanBeRemoved() {
    NumberSet numbers = new NumberSet();
    numbers.add(1L);
    numbers.add(2L);
    Iterator<Long> each = numbers.iterator();
    assertThatThrownBy(each::remove).hasMessageContaining("only the eldest");
    each.next();
    each.next();
    assertThatThrownBy(each::remove).hasMessageContaining("only the eldest");
  }
}
