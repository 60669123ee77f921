package org.spamwatch.overlay.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

/** The lease table against a list of everything ever offered, judged anew at every question. */
class LeaseTableTest {
  /** One offer, after a pause; a record's content follows from its name and number. */
  record Offer(int key, int name, int sequence, boolean withdrawn, int leaseMillis, int pause) {
    Id id() {
      return Id.ofHex(Integer.toHexString(key));
    }

    String content() {
      return name + "#" + sequence;
    }
  }

  private record Seen(Offer offer, long atMillis) {
    long expires() {
      return atMillis + offer.leaseMillis();
    }
  }

  @Provide
  Arbitrary<Offer> offers() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 3),
            Arbitraries.integers().between(1, 3),
            Arbitraries.integers().between(1, 4),
            Arbitraries.of(true, false, false),
            Arbitraries.integers().between(-1, 30),
            Arbitraries.integers().between(0, 6))
        .as(Offer::new);
  }

  private static LeaseTable<Named> table(Timers timers) {
    return table(timers, 1000, 100, Duration.ofMillis(7));
  }

  private static LeaseTable<Named> table(Timers timers, int inAll, int perKey, Duration sweep) {
    return new LeaseTable<>(
        timers, new Capacity(Publishers.contact("self"), inAll, perKey, inAll, inAll), sweep);
  }

  private static boolean merge(
      LeaseTable<Named> table,
      Id key,
      String name,
      String record,
      long sequence,
      boolean withdrawn,
      long leaseMillis) {
    Named named = named(key, name, record, sequence, withdrawn);
    return table.merge(new org.spamwatch.overlay.lease.Offer<>(key, named, leaseMillis));
  }

  private static Named named(Id key, String name, String record, long sequence, boolean withdrawn) {
    return new Named(key, name, record, Publishers.at("host-" + name), sequence, withdrawn);
  }

  private static Optional<LeaseTable.Leased<Named>> find(
      LeaseTable<Named> table, Id key, String name) {
    return table.find(key, named(key, name, "", 0, false));
  }

  private static List<String> contents(LeaseTable<Named> table, Id key) {
    return table.records(key).stream().map(Named::content).toList();
  }

  private static List<Id> keys(LeaseTable<Named> table) {
    return table.keysFrom(Id.ZERO, Integer.MAX_VALUE);
  }

  private static boolean offer(LeaseTable<Named> table, Offer offer) {
    return merge(
        table,
        offer.id(),
        "name" + offer.name(),
        offer.content(),
        offer.sequence(),
        offer.withdrawn(),
        offer.leaseMillis());
  }

  /** What a holder must know of a name: the naive twin replays the name's whole history. */
  private static Map<String, Seen> twin(List<Seen> history, int key, long now) {
    Map<String, Seen> held = new LinkedHashMap<>();
    for (Seen seen : history) {
      Offer offer = seen.offer();
      if (offer.key() != key || offer.leaseMillis() <= 0) {
        continue;
      }
      Seen old = held.get("name" + offer.name());
      if (old == null || old.expires() <= seen.atMillis() || beats(seen, old)) {
        held.put("name" + offer.name(), seen);
      }
    }
    held.values().removeIf(seen -> seen.expires() <= now);
    return held;
  }

  private static boolean beats(Seen seen, Seen old) {
    int order = Integer.compare(seen.offer().sequence(), old.offer().sequence());
    if (order != 0) {
      return order > 0;
    }
    return seen.offer().withdrawn() == old.offer().withdrawn()
        ? seen.expires() > old.expires()
        : seen.offer().withdrawn();
  }

  @Property(tries = 500)
  void tableKnowsWhatTheTwinKnows(@ForAll @Size(max = 60) List<@From("offers") Offer> offers) {
    Timers timers = new Timers(0);
    LeaseTable<Named> table = table(timers);
    List<Seen> history = new ArrayList<>();
    long now = 0;
    for (Offer offer : offers) {
      now += offer.pause();
      timers.advance(now * 1000);
      offer(table, offer);
      history.add(new Seen(offer, now));
      for (int key = 1; key <= 3; key++) {
        Id id = Id.ofHex(Integer.toHexString(key));
        Map<String, Seen> expected = twin(history, key, now);
        assertThat(contents(table, id))
            .containsExactlyInAnyOrderElementsOf(
                expected.values().stream()
                    .filter(seen -> !seen.offer().withdrawn())
                    .map(seen -> seen.offer().content())
                    .toList());
        assertThat(table.leased(id)).hasSameSizeAs(expected.values());
        expected.forEach(
            (name, seen) ->
                assertThat(find(table, id, name))
                    .hasValueSatisfying(
                        leased -> {
                          assertThat(leased.record().sequence()).isEqualTo(seen.offer().sequence());
                          assertThat(leased.record().withdrawn())
                              .isEqualTo(seen.offer().withdrawn());
                          assertThat(leased.expiresAtMicros()).isEqualTo(seen.expires() * 1000);
                        }));
      }
    }
    timers.advance(now * 1000 + 60_000);
    assertThat(table.size()).isZero();
    assertThat(keys(table)).isEmpty();
  }

  @Property(tries = 200)
  void everythingIsAsInMapsOfMapsWhateverTheRoom(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Timers timers = new Timers(0);
    int keys = 1 + random.nextInt(60);
    Capacity room =
        new Capacity(
            Publishers.contact("self"),
            1 + random.nextInt(2 * keys),
            1 + random.nextInt(6),
            1 + random.nextInt(keys),
            1 + random.nextInt(2 * keys));
    LeaseTable<Named> table = new LeaseTable<>(timers, room, Duration.ofMillis(20));
    NaiveLeaseTable twin = new NaiveLeaseTable(timers, room, Duration.ofMillis(20));
    for (int step = 0; step < 400; step++) {
      timers.advance(timers.nowMicros() + 1000L * random.nextInt(3));
      // Keys that differ behind their first 64 bits only are keys of their own.
      int number = random.nextInt(keys);
      Id key = Id.of((long) (number / 3) << 58, number % 3 == 0 ? 0 : -1, -number % 3);
      Named record =
          new Named(
              key,
              "name" + random.nextInt(5),
              "record " + step,
              Publishers.at(List.of("self", "host-1", "host-2", "host-3").get(random.nextInt(4))),
              random.nextInt(8),
              random.nextInt(5) == 0);
      org.spamwatch.overlay.lease.Offer<Named> offer =
          new org.spamwatch.overlay.lease.Offer<>(key, record, random.nextInt(60) - 1);
      if (random.nextInt(12) == 0) {
        table.remove(key, record);
        twin.remove(key, record.name());
      } else {
        assertThat(table.isNewer(offer)).isEqualTo(twin.isNewer(offer));
        if (random.nextBoolean()) {
          assertThat(table.hasRoom(offer)).isEqualTo(twin.hasRoom(offer));
        }
        assertThat(table.merge(offer)).isEqualTo(twin.merge(offer));
      }
      assertThat(table.size()).isEqualTo(twin.size());
      assertThat(keys(table)).isEqualTo(twin.keys());
      assertThat(table.leased(key)).isEqualTo(twin.leased(key));
      assertThat(table.records(key)).isEqualTo(twin.records(key));
      assertThat(table.standsOrIsKept(key)).isEqualTo(!twin.records(key).isEmpty());
    }
    for (Id key : twin.keys()) {
      assertThat(table.leased(key)).isEqualTo(twin.leased(key));
    }
  }

  @Property(tries = 100)
  void keysComeInTheOrderOfTheRingEachOnce(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    LeaseTable<Named> table = table(new Timers(0));
    TreeMap<Id, Boolean> held = new TreeMap<>();
    for (int i = 0; i < random.nextInt(30); i++) {
      Id key = Id.of(random.nextLong(4) << 60, random.nextLong(3), 0);
      merge(table, key, "name" + i, "said", 1, false, 10);
      held.put(key, true);
    }
    Id from = Id.of(random.nextLong(5) << 60, random.nextLong(3), 0);
    int most = random.nextInt(30);
    assertThat(table.keysFrom(from, most))
        .isEqualTo(ReplicaMaintenance.keysFrom(held, from, most))
        .hasSize(Math.min(most, held.size()));
  }

  @Property(tries = 400)
  void anyOrderAndRepetitionGiveTheSameRecords(
      @ForAll @Size(max = 20) List<@From("offers") Offer> offers, @ForAll Random random) {
    List<Offer> shuffled = new ArrayList<>(offers);
    shuffled.addAll(offers.subList(0, offers.size() / 2));
    Collections.shuffle(shuffled, random);
    assertThat(snapshot(shuffled)).isEqualTo(snapshot(offers));
  }

  private static List<List<LeaseTable.Leased<Named>>> snapshot(List<Offer> offers) {
    LeaseTable<Named> table = table(new Timers(0));
    offers.forEach(offer -> offer(table, offer));
    List<List<LeaseTable.Leased<Named>>> all = new ArrayList<>();
    for (Id key : keys(table)) {
      List<LeaseTable.Leased<Named>> held = new ArrayList<>(table.leased(key));
      held.sort((a, b) -> a.record().content().compareTo(b.record().content()));
      all.add(held);
    }
    return all;
  }

  @Property(tries = 300)
  void boundsHold(@ForAll @Size(max = 60) List<@From("offers") Offer> offers) {
    Timers timers = new Timers(0);
    LeaseTable<Named> table = table(timers, 4, 2, Duration.ofMillis(7));
    long now = 0;
    for (Offer offer : offers) {
      now += offer.pause();
      timers.advance(now * 1000);
      boolean accepted = offer(table, offer);
      assertThat(table.size()).isBetween(0, 4);
      assertThat(table.leased(offer.id())).hasSizeLessThanOrEqualTo(2);
      assertThat(!accepted || find(table, offer.id(), "name" + offer.name()).isPresent()).isTrue();
    }
  }

  @Example
  void aTombstoneHoldsOffAnOlderPublicationForItsLease() {
    Timers timers = new Timers(0);
    LeaseTable<Named> table = table(timers);
    Id key = Id.ofHex("1");
    merge(table, key, "server", "old", 5, false, 50);
    assertThat(merge(table, key, "server", "gone", 6, true, 50)).isTrue();
    assertThat(merge(table, key, "server", "old", 5, false, 1000)).isFalse();
    assertThat(contents(table, key)).isEmpty();
    assertThat(merge(table, key, "server", "again", 7, false, 50)).isTrue();
    assertThat(contents(table, key)).containsExactly("again");
  }

  @Example
  void aLeaseBeyondAllTimeIsHeldAndNotLostToOverflow() {
    LeaseTable<Named> table = table(new Timers(1_700_000_000_000_000L));
    Id key = Id.ofHex("1");
    merge(table, key, "server", "for ever", 1, false, Long.MAX_VALUE);
    assertThat(contents(table, key)).containsExactly("for ever");
  }

  @Example
  void ownRecordsTakeNobodysRoomAndMakeNone() {
    Capacity room = new Capacity(Publishers.contact("self"), 2, 4, 2, 2);
    LeaseTable<Named> table = new LeaseTable<>(new Timers(0), room, Duration.ofMinutes(1));
    for (int i = 1; i <= 100; i++) {
      Id key = Id.of((long) i << 32, 0, 0);
      Named own = new Named(key, "own", "own", Publishers.at("self"), 1, false);
      assertThat(table.merge(new org.spamwatch.overlay.lease.Offer<>(key, own, 50))).isTrue();
      Named other = new Named(key, "other", "other", Publishers.at("host-" + i), 1, false);
      org.spamwatch.overlay.lease.Offer<Named> offer =
          new org.spamwatch.overlay.lease.Offer<>(key, other, 50);
      assertThat(table.hasRoom(offer)).isEqualTo(i <= 2);
      assertThat(table.merge(offer)).isEqualTo(i <= 2);
    }
    assertThat(table.size()).isEqualTo(102);
  }

  @Example
  void expiredRecordsDoNotTakeTheRoomOfNewOnes() {
    Timers timers = new Timers(0);
    LeaseTable<Named> table = table(timers, 10, 1, Duration.ofMinutes(1));
    Id key = Id.ofHex("1");
    merge(table, key, "a", "a", 1, false, 10);
    timers.advance(10_000);
    assertThat(merge(table, key, "b", "b", 1, false, 10)).isTrue();
    assertThat(contents(table, key)).containsExactly("b");
    assertThat(table.size()).isEqualTo(1);
  }
}
