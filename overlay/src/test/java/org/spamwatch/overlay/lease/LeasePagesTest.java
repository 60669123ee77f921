package org.spamwatch.overlay.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.spamwatch.overlay.Id;

/** The pages against a map of lists. */
class LeasePagesTest {
  private record Held(Named record, long end, boolean isKept) {
    boolean isLeased() {
      return end != Postings.UNLEASED;
    }
  }

  private final SplittableRandom drawn = new SplittableRandom(1);

  private static Id key(SplittableRandom random, int keys) {
    int number = random.nextInt(keys);
    long high = number * 0x9E3779B97F4A7C15L & 0xFFF0_0000_0000_0000L;
    return Id.of(high | number % 5, number % 2, -(number % 3));
  }

  private static Named named(Id key, long number) {
    return new Named(key, "n" + number, "", Publishers.at("host"), number, false);
  }

  @Property(tries = 30)
  void theyHoldWhatAMapOfListsHolds(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    LeasePages<Named> pages = new LeasePages<>();
    TreeMap<Id, List<Held>> twin = new TreeMap<>();
    int keys = 1 + random.nextInt(3_000);
    for (int phase = 0; phase < 4; phase++) {
      int adding = phase % 2 == 0 ? 9 : 1; // grow, then shrink
      for (int step = 0; step < 1_500; step++) {
        Id key = key(random, keys);
        List<Held> its = twin.getOrDefault(key, List.of());
        if (random.nextInt(10) < adding) {
          add(pages, twin.computeIfAbsent(key, k -> new ArrayList<>()), key, step, random);
        } else if (its.size() > 0) {
          int which = random.nextInt(its.size());
          long place = pages.from(key);
          for (int i = 0; i < which; i++) {
            place = pages.next(place);
          }
          assertThat(pages.record(place)).isSameAs(its.get(which).record());
          Held held = its.get(which);
          if (held.isLeased() && random.nextInt(4) == 0) {
            Held other = new Held(named(key, -step), step, held.isKept());
            pages.set(place, other.record(), other.end());
            its.set(which, other);
          } else if (held.isLeased() && random.nextInt(4) == 0) {
            pages.keepNoMore(place);
            its.set(which, new Held(held.record(), held.end(), false));
          } else {
            long next = held.isLeased() ? pages.endLease(place) : pages.remove(place);
            its.remove(which);
            if (held.isLeased() && held.isKept()) {
              its.add(new Held(held.record(), Postings.UNLEASED, true));
            }
            Id behind = its.isEmpty() ? twin.higherKey(key) : key;
            if (which < its.size()) {
              assertThat(pages.record(next)).isSameAs(its.get(which).record());
            } else {
              Map.Entry<Id, List<Held>> higher = twin.higherEntry(key);
              assertThat(pages.has(next)).isEqualTo(higher != null);
              assertThat(higher == null || pages.isAnyAt(next, higher.getKey())).isTrue();
            }
            assertThat(behind == null || pages.isAnyAt(pages.from(behind), behind)).isTrue();
            if (its.isEmpty()) {
              twin.remove(key);
            }
          }
        }
      }
      same(pages, twin);
      searched(pages, twin, keys);
      for (int pass = 0; pass < 2; pass++) { // the first finds anew when leases end
        due(pages, twin, random.nextLong(99));
        due(pages, twin, random.nextLong(1_500));
      }
    }
  }

  /** What has ended by a time lies in pages that are due, and others are passed over in the end. */
  private static void due(LeasePages<Named> pages, NavigableMap<Id, List<Held>> twin, long now) {
    List<Named> ended = new ArrayList<>();
    int looked = 0;
    long place = pages.dueFrom(pages.from(Id.ZERO), now);
    while (pages.has(place)) {
      int due = pages.due(place, now);
      long behind = pages.behindPage(place);
      for (int i = 0; i < due; i++) {
        if (pages.isLeased(place) && pages.end(place) <= now) {
          ended.add(pages.record(place));
        }
        place = pages.next(place);
      }
      looked++;
      place = pages.dueFrom(behind, now);
    }
    assertThat(ended)
        .isEqualTo(
            twin.values().stream()
                .flatMap(List::stream)
                .filter(held -> held.isLeased() && held.end() <= now)
                .map(Held::record)
                .toList());
    assertThat(looked == 0 || !ended.isEmpty() || !pages.has(pages.dueFrom(0, now))).isTrue();
  }

  private static void add(
      LeasePages<Named> pages, List<Held> its, Id key, int step, SplittableRandom random) {
    Named record = named(key, step);
    if (random.nextInt(3) == 0) {
      pages.keep(pages.postings().keep(record, 0));
      its.add(new Held(record, Postings.UNLEASED, true));
      return;
    }
    Held added = new Held(record, random.nextLong(99), random.nextBoolean());
    pages.add(key, record, added.end(), added.isKept());
    its.add((int) its.stream().filter(Held::isLeased).count(), added);
  }

  private void searched(LeasePages<Named> pages, NavigableMap<Id, List<Held>> twin, int keys) {
    for (int i = 0; i < 200; i++) {
      Id key = key(drawn, keys + 5);
      assertThat(pages.isAnyAt(pages.from(key), key)).isEqualTo(twin.containsKey(key));
      Id ceiling = twin.ceilingKey(key);
      assertThat(
              ceiling == null ? !pages.has(pages.from(key)) : at(pages, pages.from(key), ceiling))
          .isTrue();
      Id higher = twin.higherKey(key);
      assertThat(
              higher == null ? !pages.has(pages.behind(key)) : at(pages, pages.behind(key), higher))
          .isTrue();
    }
  }

  private static boolean at(LeasePages<Named> pages, long place, Id key) {
    return pages.isAnyAt(place, key) && pages.key(place).equals(key);
  }

  private static void same(LeasePages<Named> pages, NavigableMap<Id, List<Held>> twin) {
    long place = pages.from(Id.ZERO);
    long leased = pages.leasedFrom(place);
    int size = 0;
    int passed = 0;
    for (Map.Entry<Id, List<Held>> entry : twin.entrySet()) {
      assertThat(pages.between(pages.from(Id.ZERO), pages.from(entry.getKey()))).isEqualTo(passed);
      for (Held held : entry.getValue()) {
        assertThat(pages.key(place)).isEqualTo(entry.getKey());
        assertThat(pages.record(place)).isSameAs(held.record());
        assertThat(pages.end(place)).isEqualTo(held.end());
        assertThat(pages.isKept(place)).isEqualTo(held.isKept());
        assertThat(passed == 0 || pages.next(pages.previous(place)) == place).isTrue();
        if (held.isLeased()) {
          assertThat(leased).isEqualTo(place);
          leased = pages.leasedFrom(pages.next(place));
          size++;
        }
        place = pages.next(place);
        passed++;
      }
    }
    assertThat(pages.has(place)).isFalse();
    assertThat(pages.has(leased)).isFalse();
    assertThat(pages.size()).isEqualTo(size);
  }
}
