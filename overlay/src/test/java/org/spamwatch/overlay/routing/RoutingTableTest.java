package org.spamwatch.overlay.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Ids;

class RoutingTableTest {
  record Step(boolean add, Id id) {}

  @Provide
  Arbitrary<Id> ids() {
    return Arbitraries.oneOf(Ids.any(), Ids.crowded());
  }

  @Provide
  Arbitrary<Step> steps() {
    return Arbitraries.integers()
        .between(0, 3)
        .flatMap(op -> Ids.crowded().map(id -> new Step(op > 0, id)));
  }

  private static Neighbour neighbour(Id id) {
    return new Neighbour(LeafSetTest.contact(id));
  }

  @Property(tries = 300)
  void aNodeIsKnownExactlyWhileATableHoldsIt(
      @ForAll @From("ids") Id self, @ForAll @Size(max = 80) List<@From("steps") Step> steps) {
    RoutingTable table = new RoutingTable(LeafSetTest.contact(self), 2, new Diversity(2, 10), 1);
    for (Step step : steps) {
      List<Neighbour> before = table.leafSet().neighbours();
      boolean changed = step.add() ? table.add(neighbour(step.id())) : table.remove(step.id());
      assertThat(changed).isEqualTo(!before.equals(table.leafSet().neighbours()));
      List<Neighbour> either = new ArrayList<>(table.leafSet().neighbours());
      table.prefixTable().neighbours().stream()
          .filter(n -> !either.contains(n))
          .forEach(either::add);
      assertThat(table.neighbours()).containsExactlyInAnyOrderElementsOf(either);
      either.forEach(each -> assertThat(table.neighbour(each.id())).isSameAs(each));
      either.forEach(n -> assertThat(table.neighbour(n.id())).isSameAs(n));
    }
  }

  @Property(tries = 300)
  void aLeafSetNeverLacksANodeThatItWouldAcceptAndThatIsOfferedAgain(
      @ForAll @From("ids") Id self,
      @ForAll @Size(min = 5, max = 40) List<@From("ids") Id> ids,
      @ForAll @IntRange(max = 20) int removed) {
    RoutingTable table = new RoutingTable(LeafSetTest.contact(self), 2, new Diversity(2, 10), 1);
    ids.forEach(id -> table.add(neighbour(id)));
    List<Neighbour> leaves = table.leafSet().neighbours();
    leaves.subList(0, Math.min(removed, leaves.size())).forEach(n -> table.remove(n.id()));
    for (Neighbour known : table.neighbours()) {
      if (table.wants(known.contact())) {
        table.add(new Neighbour(known.contact()));
      }
    }
    assertThat(table.neighbours()).noneMatch(n -> table.leafSet().wouldAccept(n.id()));
  }

  @Property(tries = 300)
  void everyStepLengthensThePrefixOrComesCloser(
      @ForAll @From("ids") Id self,
      @ForAll @From("ids") Id key,
      @ForAll @Size(max = 40) List<@From("ids") Id> ids,
      @ForAll @Size(max = 5) Set<@From("ids") Id> excluded) {
    RoutingTable table = new RoutingTable(LeafSetTest.contact(self), 2, new Diversity(2, 10), 1);
    ids.forEach(id -> table.add(neighbour(id)));
    Optional<Contact> next = table.next(key, excluded);
    next.ifPresent(
        hop -> {
          assertThat(excluded).doesNotContain(hop.id());
          assertThat(
                  hop.id().isCloserTo(key, self)
                      || hop.id().sharedPrefix(key) > self.sharedPrefix(key))
              .isTrue();
          assertThat(table.makesProgress(key, hop) || table.leafSet().covers(key)).isTrue();
        });
    if (next.isEmpty() && !table.leafSet().covers(key)) {
      assertThat(table.neighbours())
          .noneMatch(n -> !excluded.contains(n.id()) && table.makesProgress(key, n.contact()));
    }
  }

  @Property(tries = 200)
  void replicasAreTheClosestLeavesInOrder(
      @ForAll @From("ids") Id self,
      @ForAll @From("ids") Id key,
      @ForAll @Size(max = 20) List<@From("ids") Id> ids,
      @ForAll @IntRange(min = 1, max = 6) int count) {
    RoutingTable table = new RoutingTable(LeafSetTest.contact(self), 3, new Diversity(2, 10), 1);
    ids.forEach(id -> table.add(neighbour(id)));
    List<Id> all = new ArrayList<>(List.of(self));
    table.leafSet().neighbours().forEach(n -> all.add(n.id()));
    all.sort((a, b) -> a.equals(b) ? 0 : a.isCloserTo(key, b) ? -1 : 1);
    assertThat(table.closestTo(key, count).stream().map(Contact::id))
        .isEqualTo(all.subList(0, Math.min(count, all.size())));
  }

  @Example
  void aNodeThatMovedReplacesItsFormerContact() {
    RoutingTable table =
        new RoutingTable(LeafSetTest.contact(Id.ofHex("1")), 2, new Diversity(2, 10), 1);
    table.add(neighbour(Id.ofHex("2")));
    Contact moved = new Contact(Id.ofHex("2"), new Endpoint("elsewhere", 2));
    assertThat(table.wants(moved)).isFalse();
    table.add(new Neighbour(moved));
    assertThat(table.neighbours()).extracting(Neighbour::contact).containsExactly(moved);
    assertThat(table.leafSet().neighbours()).extracting(Neighbour::contact).containsExactly(moved);
  }

  @Example
  void onlyTheSideThatLostALeafAsksForAnother() {
    RoutingTable table =
        new RoutingTable(LeafSetTest.contact(Id.ofHex("5000")), 2, new Diversity(9, 99), 1);
    for (String id : List.of("4ffd", "4ffe", "4fff", "5001", "5002", "5003", "9000")) {
      table.add(neighbour(Id.ofHex(id)));
    }
    assertThat(table.leafCandidates()).isEmpty();
    table.remove(Id.ofHex("5001"));
    assertThat(table.leafCandidates()).extracting(Neighbour::id).containsExactly(Id.ofHex("5003"));
    table.remove(Id.ofHex("4fff"));
    assertThat(table.leafCandidates())
        .extracting(Neighbour::id)
        .containsExactly(Id.ofHex("5003"), Id.ofHex("4ffd"));
  }

  @Example
  void oneAddressGroupFillsNeitherRowNorTableButMayBeTheLeafSet() {
    RoutingTable table = tableOfHostsIn("203.0.113.");
    assertThat(table.leafSet().neighbours()).hasSize(4);
    assertThat(table.prefixTable().rowCount()).isEqualTo(8);
    for (int row = 0; row < 8; row++) {
      assertThat(table.prefixTable().row(row)).hasSizeLessThanOrEqualTo(2);
    }
    assertThat(table.prefixTable().size()).isEqualTo(10);
    Id further = Id.ofHex("23");
    assertThat(table.wants(new Contact(further, new Endpoint("203.0.113.99", 1)))).isFalse();
    assertThat(table.wants(new Contact(further, new Endpoint("203.0.114.99", 1)))).isTrue();
  }

  @Example
  void privateAddressesAreNotCounted() {
    assertThat(tableOfHostsIn("192.168.1.").prefixTable().size()).isEqualTo(32);
  }

  /** A table that was offered four nodes of one network for each of eight rows. */
  private static RoutingTable tableOfHostsIn(String network) {
    RoutingTable table = new RoutingTable(LeafSetTest.contact(Id.ZERO), 2, new Diversity(2, 10), 1);
    for (int i = 0; i < 32; i++) {
      Id id = Id.ZERO.withDigit(i % 8, 1 + i / 8);
      table.add(new Neighbour(new Contact(id, new Endpoint(network + i, 1))));
    }
    return table;
  }
}
