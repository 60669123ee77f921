package org.spamwatch.overlay.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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

  private static LeaseTable<String, String> table(Timers timers) {
    return table(timers, 1000, 100, Duration.ofMillis(7));
  }

  private static LeaseTable<String, String> table(
      Timers timers, int inAll, int perKey, Duration sweep) {
    return new LeaseTable<>(
        timers, new Capacity(Publishers.contact("self"), inAll, perKey, inAll, inAll), sweep);
  }

  private static boolean merge(
      LeaseTable<String, String> table,
      Id key,
      String name,
      String record,
      long sequence,
      boolean withdrawn,
      long leaseMillis) {
    Publisher publisher = Publishers.at("host-" + name);
    return table.merge(
        new org.spamwatch.overlay.lease.Offer<>(
            key, name, record, publisher, sequence, withdrawn, leaseMillis));
  }

  private static boolean offer(LeaseTable<String, String> table, Offer offer) {
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
    LeaseTable<String, String> table = table(timers);
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
        assertThat(table.records(id))
            .containsExactlyInAnyOrderElementsOf(
                expected.values().stream()
                    .filter(seen -> !seen.offer().withdrawn())
                    .map(seen -> seen.offer().content())
                    .toList());
        assertThat(table.leased(id)).hasSameSizeAs(expected.values());
        expected.forEach(
            (name, seen) ->
                assertThat(table.find(id, name))
                    .hasValueSatisfying(
                        leased -> {
                          assertThat(leased.sequence()).isEqualTo(seen.offer().sequence());
                          assertThat(leased.withdrawn()).isEqualTo(seen.offer().withdrawn());
                          assertThat(leased.expiresAtMicros()).isEqualTo(seen.expires() * 1000);
                        }));
      }
    }
    timers.advance(now * 1000 + 60_000);
    assertThat(table.size()).isZero();
    assertThat(table.keys()).isEmpty();
  }

  @Property(tries = 400)
  void anyOrderAndRepetitionGiveTheSameRecords(
      @ForAll @Size(max = 20) List<@From("offers") Offer> offers, @ForAll Random random) {
    List<Offer> shuffled = new ArrayList<>(offers);
    shuffled.addAll(offers.subList(0, offers.size() / 2));
    Collections.shuffle(shuffled, random);
    assertThat(snapshot(shuffled)).isEqualTo(snapshot(offers));
  }

  private static List<List<LeaseTable.Leased<String>>> snapshot(List<Offer> offers) {
    LeaseTable<String, String> table = table(new Timers(0));
    offers.forEach(offer -> offer(table, offer));
    List<List<LeaseTable.Leased<String>>> all = new ArrayList<>();
    for (Id key : table.keys()) {
      List<LeaseTable.Leased<String>> held = new ArrayList<>(table.leased(key));
      held.sort((a, b) -> a.record().compareTo(b.record()));
      all.add(held);
    }
    return all;
  }

  @Property(tries = 300)
  void boundsHold(@ForAll @Size(max = 60) List<@From("offers") Offer> offers) {
    Timers timers = new Timers(0);
    LeaseTable<String, String> table = table(timers, 4, 2, Duration.ofMillis(7));
    long now = 0;
    for (Offer offer : offers) {
      now += offer.pause();
      timers.advance(now * 1000);
      boolean accepted = offer(table, offer);
      assertThat(table.size()).isBetween(0, 4);
      assertThat(table.leased(offer.id())).hasSizeLessThanOrEqualTo(2);
      assertThat(!accepted || table.find(offer.id(), "name" + offer.name()).isPresent()).isTrue();
    }
  }

  @Example
  void aTombstoneHoldsOffAnOlderPublicationForItsLease() {
    Timers timers = new Timers(0);
    LeaseTable<String, String> table = table(timers);
    Id key = Id.ofHex("1");
    merge(table, key, "server", "old", 5, false, 50);
    assertThat(merge(table, key, "server", "gone", 6, true, 50)).isTrue();
    assertThat(merge(table, key, "server", "old", 5, false, 1000)).isFalse();
    assertThat(table.records(key)).isEmpty();
    assertThat(merge(table, key, "server", "again", 7, false, 50)).isTrue();
    assertThat(table.records(key)).containsExactly("again");
  }

  @Example
  void aLeaseBeyondAllTimeIsHeldAndNotLostToOverflow() {
    LeaseTable<String, String> table = table(new Timers(1_700_000_000_000_000L));
    Id key = Id.ofHex("1");
    merge(table, key, "server", "for ever", 1, false, Long.MAX_VALUE);
    assertThat(table.records(key)).containsExactly("for ever");
  }

  @Example
  void expiredRecordsDoNotTakeTheRoomOfNewOnes() {
    Timers timers = new Timers(0);
    LeaseTable<String, String> table = table(timers, 10, 1, Duration.ofMinutes(1));
    Id key = Id.ofHex("1");
    merge(table, key, "a", "a", 1, false, 10);
    timers.advance(10_000);
    assertThat(merge(table, key, "b", "b", 1, false, 10)).isTrue();
    assertThat(table.records(key)).containsExactly("b");
    assertThat(table.size()).isEqualTo(1);
  }
}
