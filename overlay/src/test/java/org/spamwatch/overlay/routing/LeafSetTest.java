package org.spamwatch.overlay.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
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

/** The leaf set against a twin that sorts all its members anew at every question. */
class LeafSetTest {
  /** Add (or, every third time, remove) a node. */
  record Step(boolean add, Id id) {}

  @Provide
  Arbitrary<Step> steps() {
    return Arbitraries.integers()
        .between(0, 2)
        .flatMap(op -> Ids.crowded().map(id -> new Step(op > 0, id)));
  }

  @Provide
  Arbitrary<Id> ids() {
    return Arbitraries.oneOf(Ids.any(), Ids.crowded());
  }

  private static final class Twin {
    final Id self;
    final int sideSize;
    final Set<Id> members = new LinkedHashSet<>();

    Twin(Id self, int sideSize) {
      this.self = self;
      this.sideSize = sideSize;
    }

    List<Id> side(boolean up) {
      return members.stream()
          .sorted(Comparator.comparing(id -> up ? self.clockwiseTo(id) : id.clockwiseTo(self)))
          .limit(sideSize)
          .toList();
    }

    boolean add(Id id) {
      if (id.equals(self) || !members.add(id)) {
        return false;
      }
      Set<Id> kept = new LinkedHashSet<>(side(true));
      kept.addAll(side(false));
      members.retainAll(kept);
      return members.contains(id);
    }

    List<Id> neighbours() {
      Set<Id> all = new LinkedHashSet<>(side(true));
      all.addAll(side(false));
      return List.copyOf(all);
    }

    Id closest(Id key, Set<Id> excluded) {
      List<Id> candidates = new ArrayList<>(members);
      candidates.removeAll(excluded);
      candidates.add(self);
      candidates.sort((a, b) -> a.equals(b) ? 0 : a.isCloserTo(key, b) ? -1 : 1);
      return candidates.get(0);
    }

    /** Walks clockwise from the farthest node of one side to the farthest of the other. */
    boolean covers(Id key) {
      if (members.isEmpty()) {
        return false;
      }
      List<Id> up = side(true);
      List<Id> down = side(false);
      if (members.size() < 2 * sideSize) {
        return true;
      }
      Id first = down.get(down.size() - 1);
      Id last = up.get(up.size() - 1);
      return Ids.number(first.clockwiseTo(key)).compareTo(Ids.number(first.clockwiseTo(last))) <= 0;
    }
  }

  static Contact contact(Id id) {
    return new Contact(id, new Endpoint("n" + id.brief(), 1));
  }

  @Property(tries = 400)
  void setHoldsWhatTheTwinHolds(
      @ForAll("ids") Id self,
      @ForAll @IntRange(min = 1, max = 5) int sideSize,
      @ForAll @Size(max = 60) List<@From("steps") Step> steps,
      @ForAll @Size(min = 5, max = 5) List<@From("ids") Id> keys) {
    LeafSet leaves = new LeafSet(self, sideSize);
    Twin twin = new Twin(self, sideSize);
    for (Step step : steps) {
      if (step.add()) {
        boolean accepts = leaves.wouldAccept(step.id());
        boolean added = leaves.add(new Neighbour(contact(step.id())));
        assertThat(added).isEqualTo(accepts).isEqualTo(twin.add(step.id()));
      } else {
        assertThat(leaves.remove(step.id())).isEqualTo(twin.members.remove(step.id()));
      }
      assertThat(leaves.neighbours().stream().map(Neighbour::id)).isEqualTo(twin.neighbours());
      assertThat(leaves.isEmpty()).isEqualTo(twin.members.isEmpty());
      assertThat(leaves.contains(step.id())).isEqualTo(twin.members.contains(step.id()));
    }
    assertThat(leaves.spansRing()).isEqualTo(twin.members.size() < 2 * sideSize);
    Set<Id> excluded = Set.copyOf(keys.subList(0, 2));
    for (Id key : keys) {
      assertThat(leaves.covers(key)).isEqualTo(twin.covers(key));
      assertThat(leaves.closest(key, contact(self), Set.of()).id())
          .isEqualTo(twin.closest(key, Set.of()));
      assertThat(leaves.closest(key, contact(self), excluded).id())
          .isEqualTo(twin.closest(key, excluded));
    }
    for (Id member : twin.members) {
      assertThat(leaves.covers(member)).isTrue();
    }
  }

  @Example
  void losingAWholeSideLeavesTheOtherInUse() {
    LeafSet leaves = new LeafSet(Id.ofHex("5"), 2);
    for (String id : List.of("6", "7", "3", "4")) {
      leaves.add(new Neighbour(contact(Id.ofHex(id))));
    }
    leaves.remove(Id.ofHex("6"));
    leaves.remove(Id.ofHex("7"));
    assertThat(leaves.isEmpty()).isFalse();
    assertThat(leaves.covers(Id.ofHex("41"))).isTrue();
  }

  @Example
  void aSideOfNoNodesIsRefused() {
    assertThatThrownBy(() -> new LeafSet(Id.ZERO, 0)).hasMessageContaining("at least 1");
  }
}
