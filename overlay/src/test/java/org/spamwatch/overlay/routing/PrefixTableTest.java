package org.spamwatch.overlay.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.UniqueElements;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Ids;

class PrefixTableTest {
  /** Add a node with a round trip (-1: not measured) or remove it. */
  record Step(boolean add, Id id, int roundTrip) {}

  @Provide
  Arbitrary<Step> steps() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 3),
            Ids.crowded(),
            Arbitraries.integers().between(-1, 9))
        .as((op, id, roundTrip) -> new Step(op > 0, id, roundTrip));
  }

  private static Neighbour neighbour(Id id, int roundTrip) {
    Neighbour neighbour = new Neighbour(LeafSetTest.contact(id));
    if (roundTrip >= 0) {
      neighbour.roundTrip().add(roundTrip, 0);
    }
    return neighbour;
  }

  @Property(tries = 400)
  void invariantsHoldAfterEveryStep(
      @ForAll @Size(max = 80) List<@From("steps") Step> steps, @ForAll @From("id") Id self) {
    PrefixTable table = new PrefixTable(self, 1);
    Map<Id, Neighbour> held = new LinkedHashMap<>();
    for (Step step : steps) {
      if (step.add()) {
        long micros = step.roundTrip() < 0 ? Long.MAX_VALUE : step.roundTrip();
        boolean wanted = table.wants(step.id(), micros);
        Neighbour neighbour = neighbour(step.id(), step.roundTrip());
        Neighbour out = table.add(neighbour).orElse(null);
        boolean there = held.containsKey(step.id());
        boolean added = !there && !neighbour.equals(out);
        assertThat(added).isEqualTo(wanted && !there);
        if (added) {
          held.put(step.id(), neighbour);
        }
        if (out != null && added) {
          assertThat(held.remove(out.id())).isSameAs(out);
        }
      } else {
        assertThat(table.remove(step.id())).isEqualTo(held.remove(step.id()) != null);
      }
      check(table, self, held);
    }
  }

  @Provide
  Arbitrary<Id> id() {
    return Ids.crowded();
  }

  private static void check(PrefixTable table, Id self, Map<Id, Neighbour> held) {
    assertThat(table.neighbours())
        .hasSize(table.size())
        .containsExactlyInAnyOrderElementsOf(held.values());
    List<Neighbour> inRows = new ArrayList<>();
    int contested = 0;
    for (int row = 0; row < table.rowCount(); row++) {
      inRows.addAll(table.row(row));
      int[] perDigit = new int[Id.BASE];
      for (Neighbour neighbour : table.row(row)) {
        assertThat(self.sharedPrefix(neighbour.id())).isEqualTo(row);
        perDigit[neighbour.id().digit(row)]++;
      }
      assertThat(perDigit[self.digit(row)]).isZero();
      for (int candidates : perDigit) {
        assertThat(candidates).isBetween(0, PrefixTable.CANDIDATES);
      }
      boolean isFull = Arrays.stream(perDigit).anyMatch(n -> n == PrefixTable.CANDIDATES);
      contested += isFull && contested == row ? 1 : 0;
    }
    assertThat(table.neighbours()).isEqualTo(inRows);
    assertThat(table.contestedRows()).isEqualTo(contested);
    held.forEach((id, neighbour) -> assertThat(table.find(id)).isSameAs(neighbour));
    assertThat(table.wants(self)).isFalse();
    held.keySet().forEach(id -> assertThat(table.wants(id)).isFalse());
  }

  @Property(tries = 300)
  void nextHopSharesALongerPrefixUnlessAllCandidatesAreExcluded(
      @ForAll @From("id") Id self,
      @ForAll @From("id") Id key,
      @ForAll @Size(max = 40) List<@From("id") Id> ids,
      @ForAll @Size(max = 10) Set<@From("id") Id> excluded) {
    PrefixTable table = new PrefixTable(self, 1);
    ids.forEach(id -> table.add(neighbour(id, 1)));
    int shared = self.sharedPrefix(key);
    Optional<Id> next = table.next(key, excluded).map(contact -> contact.id());
    next.ifPresent(
        id -> {
          assertThat(id.sharedPrefix(key)).isGreaterThan(shared);
          assertThat(excluded).doesNotContain(id);
        });
    boolean possible =
        table.neighbours().stream()
            .anyMatch(n -> n.id().sharedPrefix(key) > shared && !excluded.contains(n.id()));
    assertThat(next.isPresent()).isEqualTo(possible);
  }

  /** Round trips far enough apart to be told apart, in the order of the ids. */
  private static List<Neighbour> candidates(List<Integer> roundTripSteps) {
    List<Neighbour> all = new ArrayList<>();
    for (int i = 0; i < roundTripSteps.size(); i++) {
      int micros = (int) (1_000 * Math.pow(1.2, roundTripSteps.get(i)));
      all.add(neighbour(Id.ofHex("a" + Integer.toHexString(i + 16)), micros));
    }
    return all;
  }

  @Property(tries = 300)
  void aFullSlotHoldsTheLowestHashAndTheTwoNearestOfTheRestWhateverTheOrder(
      @ForAll @Size(min = 3, max = 30) @UniqueElements List<@IntRange(max = 40) Integer> steps,
      @ForAll long secret) {
    PrefixTable table = new PrefixTable(Id.ZERO, secret);
    List<Neighbour> offered = candidates(steps);
    offered.forEach(table::add);
    List<Neighbour> expected = new ArrayList<>(offered);
    expected.sort(Comparator.comparingLong(n -> n.roundTrip().smoothedMicros()));
    Neighbour sampled =
        Collections.min(offered, Comparator.comparingLong(n -> Slot.keyedHash(n.id(), secret)));
    expected.remove(sampled);
    assertThat(table.row(0))
        .containsExactlyInAnyOrder(sampled, expected.get(0), expected.get(1))
        .isSortedAccordingTo(Comparator.comparingLong(n -> n.roundTrip().smoothedMicros()));
    assertThat(table.next(Id.ofHex("a"), Set.of())).contains(table.row(0).get(0).contact());
  }

  @Example
  void theSampleFallsOnNearAndFarOnFirstAndLastAlike() {
    Map<Id, Integer> drawn = new LinkedHashMap<>();
    for (long secret = 0; secret < 1_000; secret++) {
      PrefixTable table = new PrefixTable(Id.ZERO, secret * 0x9E3779B97F4A7C15L);
      List<Neighbour> offered = candidates(List.of(9, 8, 7, 0, 1, 2, 6, 5, 4, 3));
      offered.forEach(table::add);
      drawn.merge(table.row(0).get(2).id(), 1, Integer::sum);
    }
    // Steps 0 and 1 are the nearest; if the sample falls on them the third place is step 2's.
    assertThat(drawn).hasSize(8);
    drawn.remove(Id.ofHex("a15"));
    assertThat(drawn.values()).allSatisfy(count -> assertThat(count).isBetween(70, 130));
  }

  @Example
  void aSixteenthNearerIsNotEnoughToTakeAPlace() {
    PrefixTable table = new PrefixTable(Id.ZERO, 7);
    List<Neighbour> offered = candidates(List.of(20, 21, 22));
    offered.forEach(table::add);
    Neighbour sampled =
        Collections.min(offered, Comparator.comparingLong(n -> Slot.keyedHash(n.id(), 7)));
    Neighbour farthest = table.row(0).get(table.row(0).get(2).equals(sampled) ? 1 : 2);
    long micros = farthest.roundTrip().smoothedMicros();
    Id other = idWithAHigherHashThan(sampled, 7);
    assertThat(table.wants(other, micros - micros / 16)).isFalse();
    assertThat(table.add(neighbour(other, (int) (micros - micros / 16))))
        .get()
        .extracting(Neighbour::id)
        .isEqualTo(other);
    assertThat(table.wants(other, micros - micros / 16 - 1)).isTrue();
    assertThat(table.add(neighbour(other, (int) (micros - micros / 16 - 1)))).contains(farthest);
  }

  private static Id idWithAHigherHashThan(Neighbour sampled, long secret) {
    for (int i = 0; i < 256; i++) {
      Id id = Id.ofHex("aa" + HexFormat.of().toHexDigits((byte) i));
      if (Slot.keyedHash(id, secret) > Slot.keyedHash(sampled.id(), secret)) {
        return id;
      }
    }
    throw new AssertionError("every hash is lower");
  }

  @Example
  void aCandidateThatWasMeasuredAgainTakesItsPlaceInTheSlot() {
    PrefixTable table = new PrefixTable(Id.ZERO, 1);
    List<Neighbour> offered = candidates(List.of(10, 5, 15));
    offered.forEach(table::add);
    Neighbour nearest = offered.get(1);
    assertThat(table.row(0)).containsExactly(nearest, offered.get(0), offered.get(2));
    for (int i = 0; i < 40; i++) {
      nearest.roundTrip().add(100_000, i);
      table.add(nearest);
    }
    assertThat(table.row(0)).containsExactly(offered.get(0), offered.get(2), nearest);
    assertThat(table.replaced()).isZero();
    assertThat(table.contestedRows()).isEqualTo(1);
  }
}
