package org.spamwatch.overlay.routing;

import static org.assertj.core.api.Assertions.assertThat;

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
import net.jqwik.api.constraints.Size;
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
      neighbour.roundTrip().add(roundTrip);
    }
    return neighbour;
  }

  @Property(tries = 400)
  void invariantsHoldAfterEveryStep(
      @ForAll @Size(max = 80) List<@From("steps") Step> steps, @ForAll @From("id") Id self) {
    PrefixTable table = new PrefixTable(self);
    Map<Id, Neighbour> held = new LinkedHashMap<>();
    for (Step step : steps) {
      boolean hadRoom = table.hasRoomFor(step.id());
      int before = table.size();
      if (step.add()) {
        Neighbour neighbour = neighbour(step.id(), step.roundTrip());
        boolean added = table.add(neighbour);
        assertThat(added || !hadRoom).isTrue();
        assertThat(added && held.containsKey(step.id())).isFalse();
        if (added) {
          held.put(step.id(), neighbour);
          assertThat(table.size()).isEqualTo(hadRoom ? before + 1 : before);
        }
      } else {
        assertThat(table.remove(step.id())).isEqualTo(held.remove(step.id()) != null);
      }
      held.values().retainAll(table.neighbours());
      check(table, self, held);
    }
  }

  @Provide
  Arbitrary<Id> id() {
    return Ids.crowded();
  }

  private static void check(PrefixTable table, Id self, Map<Id, Neighbour> held) {
    assertThat(table.neighbours())
        .doesNotHaveDuplicates()
        .hasSize(table.size())
        .hasSize(held.size());
    for (int row = 0; row < table.rowCount(); row++) {
      int[] perDigit = new int[Id.BASE];
      for (Neighbour neighbour : table.row(row)) {
        assertThat(self.sharedPrefix(neighbour.id())).isEqualTo(row);
        perDigit[neighbour.id().digit(row)]++;
      }
      assertThat(perDigit[self.digit(row)]).isZero();
      for (int candidates : perDigit) {
        assertThat(candidates).isBetween(0, PrefixTable.CANDIDATES);
      }
    }
    assertThat(table.hasRoomFor(self)).isFalse();
    held.keySet().forEach(id -> assertThat(table.hasRoomFor(id)).isFalse());
  }

  @Property(tries = 300)
  void nextHopSharesALongerPrefixUnlessAllCandidatesAreExcluded(
      @ForAll @From("id") Id self,
      @ForAll @From("id") Id key,
      @ForAll @Size(max = 40) List<@From("id") Id> ids,
      @ForAll @Size(max = 10) Set<@From("id") Id> excluded) {
    PrefixTable table = new PrefixTable(self);
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

  @Example
  void theFirstToComeStaysAndTheNearestIsAskedFirst() {
    PrefixTable table = new PrefixTable(Id.ofHex("0"));
    table.add(neighbour(Id.ofHex("a1"), 900));
    table.add(neighbour(Id.ofHex("a2"), 50));
    table.add(neighbour(Id.ofHex("a3"), 70));
    assertThat(table.add(neighbour(Id.ofHex("a4"), 80))).isFalse();
    assertThat(table.add(neighbour(Id.ofHex("a5"), 60))).isTrue();
    assertThat(table.add(neighbour(Id.ofHex("a6"), -1))).isFalse();
    assertThat(table.row(0).stream().map(Neighbour::id))
        .containsExactly(Id.ofHex("a2"), Id.ofHex("a5"), Id.ofHex("a1"));
    assertThat(table.next(Id.ofHex("a9"), Set.of()).orElseThrow().id()).isEqualTo(Id.ofHex("a2"));
  }
}
