package org.spamwatch.overlay.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;

/** Keys that are gathered against the same that are put in one by one. */
class GatheredKeysTest {
  @Property(tries = 60)
  void theyStandWhereTheyWouldStandOneByOne(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    LeasePages<Named> pages = new LeasePages<>();
    LeasePages<Named> twin = new LeasePages<>();
    KeptRecords<Named> kept = new KeptRecords<>(pages);
    KeptRecords<Named> twins = new KeptRecords<>(twin);
    int spread = 1 + random.nextInt(5_000); // few share a key, or nearly all do
    for (int i = random.nextInt(300); i > 0; i--) { // what is there already
      Named record = record(random, spread, i);
      long end = random.nextLong(99);
      pages.add(record.held().get(0), record, end, false);
      twin.add(record.held().get(0), record, end, false);
    }
    for (int load = 0; load < 2; load++) {
      for (int i = random.nextInt(1_500); i > 0; i--) {
        Named record = record(random, spread, -i);
        kept.gather(record);
        twins.add(record);
      }
      kept.putGathered(Runnable::run);
      assertThat(kept.size()).isEqualTo(twins.size());
      assertThat(all(pages)).isEqualTo(all(twin));
    }
    for (int i = 0; i < 500; i++) { // they are pages as others are
      Named record = record(random, spread, i);
      kept.add(record);
      twins.add(record);
    }
    assertThat(all(pages)).isEqualTo(all(twin));
  }

  @Test
  void noTurnPutsInManyEvenIfAllBeginAlike() {
    LeasePages<Named> pages = new LeasePages<>();
    GatheredKeys<Named> gathered = new GatheredKeys<>(pages);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 50_000; i++) {
      gathered.add(named(List.of(Id.of(random.nextLong() >>> 20, 0, 0)), i));
    }
    List<Integer> sizes = new ArrayList<>(List.of(0));
    gathered.putIn(
        turn -> {
          turn.run();
          sizes.add(size(pages));
        });
    assertThat(sizes).containsExactly(0, 20_000, 40_000, 50_000);
    gathered.putIn(Runnable::run);
    assertThat(size(pages)).isEqualTo(50_000);
  }

  private static int size(LeasePages<Named> pages) {
    return pages.between(pages.from(Id.ZERO), pages.behind(Id.of(-1, -1, -1)));
  }

  private static List<String> all(LeasePages<Named> pages) {
    List<String> all = new ArrayList<>();
    for (long place = pages.from(Id.ZERO); pages.has(place); place = pages.next(place)) {
      all.add(pages.key(place) + " " + pages.record(place).name());
    }
    return all;
  }

  private static Named record(SplittableRandom random, int spread, long number) {
    Set<Id> keys = new LinkedHashSet<>();
    for (int key = random.nextInt(8); key >= 0; key--) {
      long drawn = random.nextInt(spread) * 0x9E3779B97F4A7C15L;
      long high = (drawn & (-1L << 28)) | random.nextInt(2); // the first bits may not decide
      keys.add(Id.of(high, 0, 0));
    }
    return named(List.copyOf(keys), number);
  }

  private static Named named(List<Id> keys, long number) {
    return new Named(keys, "n" + number, "", Publishers.at("host"), number, false);
  }
}
