package org.spamwatch.overlay.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Timers;

/** Which of several holders passes a key on when the leaf set changes. */
class ReplicaMaintenanceTest {
  private static final Contact SELF = contact(50);
  private static final Contact BELOW = contact(40);
  private static final Contact ABOVE = contact(60);
  private static final Contact FAR = contact(90);

  private record Records(Id key) implements Message {}

  private final Timers timers = new Timers(0);
  private final List<Contact> nodes = new ArrayList<>(List.of(SELF));
  private final TreeMap<Id, Boolean> held = new TreeMap<>();
  private final Set<Id> given = new LinkedHashSet<>();
  private final ReplicaMaintenance replicaMaintenance =
      new ReplicaMaintenance(new Routing(), timers, 4, new HeldKeys());

  private static Id id(int place) {
    return Id.of((long) place << 48, 0, 0);
  }

  private static Contact contact(int place) {
    return new Contact(id(place), new Endpoint("192.0.2." + place, 9460));
  }

  private void comes(Contact node) {
    nodes.add(node);
    replicaMaintenance.leafSetChanged(node, true);
    pass(10);
  }

  private void dies(Contact node) {
    nodes.remove(node);
    replicaMaintenance.leafSetChanged(node, false);
    pass(10);
  }

  private void pass(int seconds) {
    timers.advance(timers.nowMicros() + Duration.ofSeconds(seconds).toNanos() / 1000);
  }

  @Test
  void aNodeThatWasEmptyWhenItsNeighboursCameLeavesTheirKeysToThem() {
    List.of(BELOW, ABOVE, FAR).forEach(this::comes);
    held.put(id(51), true);
    held.put(id(58), true);
    dies(FAR);
    assertThat(given).containsExactly(id(51));
  }

  @Test
  void aNodeThatHeldKeysBeforeItsNeighboursCamePassesAllOfThemOn() {
    held.put(id(51), true);
    held.put(id(58), true);
    List.of(BELOW, ABOVE, FAR).forEach(this::comes);
    assertThat(given).containsExactlyInAnyOrder(id(51), id(58));
    given.clear();
    dies(FAR);
    assertThat(given).as("the others are new still").containsExactlyInAnyOrder(id(51), id(58));
  }

  @Test
  void afterTwoMinutesANeighbourIsNoNewcomerAnyMore() {
    held.put(id(58), true);
    List.of(BELOW, ABOVE, FAR).forEach(this::comes);
    given.clear();
    pass(120);
    dies(FAR);
    assertThat(given).isEmpty();
  }

  @Test
  void manyKeysArePassedOnInPartsEachOnceRoundTheRing() {
    Set<Id> own = new LinkedHashSet<>();
    for (int i = 0; i < 7_000; i++) {
      own.add(Id.of(id(50).high() + i, 0, 0));
      held.put(Id.of(id(39).high() + i, 0, 0), true); // nearer to BELOW
    }
    own.forEach(key -> held.put(key, true));
    nodes.addAll(List.of(BELOW, ABOVE));
    replicaMaintenance.leafSetChanged(FAR, false);
    timers.advance(timers.nowMicros());
    assertThat(given.size()).as("in the first turn").isLessThanOrEqualTo(2_000);
    for (int step = 0; step < 12_000; step++) {
      timers.advance(timers.nowMicros() + 5_000);
    }
    assertThat(given).containsExactlyInAnyOrderElementsOf(own);
  }

  @Property(tries = 300)
  void aPassMeetsTheKeysOfItsArcOnceInTheOrderOfTheRing(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    TreeMap<Id, Boolean> all = new TreeMap<>();
    for (int i = 0; i < random.nextInt(30); i++) {
      all.put(Id.of(random.nextLong(16) << 60, 0, 0), true);
    }
    Id first = Id.of(random.nextLong(16) << 60, 0, 0);
    Id last = Id.of(random.nextLong(16) << 60, 0, 0);
    List<Id> expected = new ArrayList<>(all.tailMap(first, true).keySet());
    expected.addAll(all.headMap(first, false).keySet());
    expected.removeIf(
        key ->
            !first.equals(last) && first.clockwiseTo(key).compareTo(first.clockwiseTo(last)) > 0);
    Handover.Arc arc = new Handover.Arc(first, first, last);
    List<Id> met = new ArrayList<>();
    Id from = first;
    int most = 1 + random.nextInt(4);
    while (met.size() <= all.size()) {
      List<Id> keys = ReplicaMaintenance.keysFrom(all, from, most + 1);
      Id next = null;
      for (int i = 0; i < keys.size() && arc.goesOn(from, keys.get(i)); i++) {
        if (i < most) {
          met.add(keys.get(i));
        } else {
          next = keys.get(i);
        }
      }
      if (next == null) {
        break;
      }
      from = next;
    }
    assertThat(met).isEqualTo(expected);
  }

  private final class HeldKeys implements ReplicaMaintenance.Holdings {
    @Override
    public boolean isEmpty() {
      return held.isEmpty();
    }

    @Override
    public List<Id> keysFrom(Id first, int most) {
      return ReplicaMaintenance.keysFrom(held, first, most);
    }

    @Override
    public List<TransferBatch> take(Set<Id> keys) {
      List<TransferBatch> parcels =
          keys.stream().map(key -> new TransferBatch(new Records(key), 1)).toList();
      keys.clear();
      return parcels;
    }

    @Override
    public List<Records> routed(Id key) {
      return List.of(new Records(key));
    }
  }

  /** The tables of a node in a ring as small as its leaf set. */
  private final class Routing implements KeyBasedRouting {
    @Override
    public boolean isAlone() {
      return false;
    }

    @Override
    public Contact self() {
      return SELF;
    }

    @Override
    public void register(Application application) {}

    @Override
    public void route(Id key, Message message, int ttl, Optional<Contact> hint) {
      given.add(key);
    }

    @Override
    public List<Contact> firstHops(Id key, int count) {
      return List.of();
    }

    @Override
    public void send(Contact to, Message message, Consumer<Boolean> outcome) {
      given.add(((Records) message).key());
      timers.afterMicros(1_000, () -> outcome.accept(true));
    }

    @Override
    public boolean isRoot(Id key) {
      return replicaSet(key, 1).contains(SELF);
    }

    @Override
    public List<Contact> replicaSet(Id key, int count) {
      Comparator<Id> closestFirst = (a, b) -> a.equals(b) ? 0 : a.isCloserTo(key, b) ? -1 : 1;
      return nodes.stream()
          .sorted(Comparator.comparing(Contact::id, closestFirst))
          .limit(count)
          .toList();
    }
  }
}
