package org.spamwatch.overlay.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.ReplicaLookup;
import org.spamwatch.overlay.lookup.LookupMessage.ClosestFound;

/** Which nodes a search finds, and what it costs, when nobody lies and when some do. */
class IterativeLookupTest {
  private final AskedRing ring = new AskedRing();
  private final Id far = ring.at(61).id();

  private List<Contact> closestFour(Id key) {
    return ring.closest(key, 4);
  }

  private static List<Contact> firstFour(List<Contact> found) {
    return found.subList(0, Math.min(4, found.size()));
  }

  /** Nodes at a key that there are not. */
  private static List<Contact> invented(Id key, int of) {
    List<Contact> invented = new ArrayList<>();
    for (int i = 0; i < ReplicaLookup.NAMED; i++) {
      invented.add(AskedRing.contact(key.high() + 1 + i, "invented" + of + "-" + i));
    }
    return invented;
  }

  @Test
  void amongHonestNodesAFewRoutesAndQuestionsFindTheFourClosest() {
    assertThat(firstFour(ring.find(far))).isEqualTo(closestFour(far));
    assertThat(ring.routes).isBetween(2, 3);
    assertThat(ring.askedInPerson)
        .as("but for the root, which a route has met")
        .hasSizeLessThanOrEqualTo(8)
        .containsAll(closestFour(far).subList(1, 4));
  }

  @Test
  void thisNodesOwnKeyIsFoundWithoutARoute() {
    assertThat(firstFour(ring.find(ring.self().id()))).isEqualTo(closestFour(ring.self().id()));
    assertThat(ring.routes).isZero();
  }

  @Test
  void whereEveryRouteIsDroppedTheWayIsAskedForStepByStep() {
    ring.routesAreDropped = true;
    assertThat(firstFour(ring.find(far))).isEqualTo(closestFour(far));
    assertThat(ring.routes).isLessThanOrEqualTo(IterativeLookup.MAX_ROUTES);
  }

  @Test
  void aRootThatNamesNodesWhichDoNotExistHidesNobody() {
    ring.lies.put(ring.at(61), invented(far, 0));
    assertThat(firstFour(ring.find(far))).isEqualTo(closestFour(far));
  }

  /** Every second node lies, and names liars alone: they lie twice as far apart as nodes do. */
  @Test
  void liarsThatNameOnlyEachOtherHideNobody() {
    List<Contact> liars = new ArrayList<>();
    for (int i = 1; i < AskedRing.SIZE; i += 2) {
      liars.add(ring.at(i));
    }
    liars.forEach(
        liar -> ring.lies.put(liar, PendingLookup.closest(far, liars, ReplicaLookup.NAMED)));
    assertThat(firstFour(ring.find(far))).isEqualTo(closestFour(far));
  }

  @Test
  void whoDoesNotAnswerIsNotFound() {
    ring.silent.addAll(List.of(ring.at(60), ring.at(62)));
    assertThat(ring.find(far))
        .startsWith(ring.at(61))
        .contains(ring.at(59), ring.at(63))
        .doesNotContain(ring.at(60), ring.at(62));
  }

  @Test
  void noLiesMakeASearchAskMoreThanItsBound() {
    for (int i = 1; i < AskedRing.SIZE; i++) {
      ring.lies.put(ring.at(i), invented(far, i));
    }
    ring.find(far);
    assertThat(ring.askedInPerson).hasSizeLessThanOrEqualTo(IterativeLookup.MAX_ASKED);
    assertThat(ring.routes).isLessThanOrEqualTo(IterativeLookup.MAX_ROUTES);
  }

  @Test
  void anAnswerFromSomebodyElseThanWasAskedIsNone() {
    ring.silent.addAll(ring.all);
    List<List<Contact>> found = new ArrayList<>();
    ring.search.find(far, found::add);
    for (long number = 0; number < 100; number++) {
      ring.search.receive(ring.at(5), new ClosestFound(number, invented(far, 0)));
    }
    ring.run(2_000);
    assertThat(found).containsExactly(List.of(ring.self()));
  }

  @Test
  void beyondTheSearchesThatMayBeOpenTheOwnTablesAreTheAnswer() {
    ring.silent.addAll(ring.all);
    List<List<Contact>> found = new ArrayList<>();
    for (int i = 0; i < IterativeLookup.MAX_OPEN; i++) {
      ring.search.find(far, answered -> {});
    }
    ring.search.find(far, found::add);
    assertThat(found).as("on a later turn").isEmpty();
    ring.run(0);
    assertThat(found).containsExactly(ring.search.named(far));
    ring.run(2_000);
    ring.silent.clear();
    assertThat(firstFour(ring.find(far))).isEqualTo(closestFour(far));
  }

  // A node's own neighbours ---------------------------------------------------------------------

  @Test
  void aNodeLooksForItsOwnNeighboursByFarNodesAndSeedsAndLessAndLessOften() {
    ring.seeds = List.of(ring.at(40));
    ring.search.update(ring.at(1), true);
    ring.run(60_000);
    assertThat(ring.askedInPerson).contains(ring.at(40)).hasSizeLessThanOrEqualTo(16);
    assertThat(ring.met).containsAll(ring.closest(ring.self().id(), 4).subList(1, 4));
    ring.run(3_600_000L - 60_000);
    int inAnHour = ring.askedInPerson.size();
    assertThat(inAnHour).isLessThanOrEqualTo(6 * 16);
    ring.run(24 * 3_600_000L);
    assertThat(ring.askedInPerson.size() - inAnHour)
        .as("at least every 38 minutes, at most every 22")
        .isBetween(37 * 4, 65 * 16);
  }

  @Test
  void aNodeWhoseNeighboursAreLiarsMeetsTheTrueOnesByItsSeeds() {
    List<Contact> own = new ArrayList<>(ring.known.subList(0, 16));
    ring.known = new ArrayList<>(List.of(ring.at(9), ring.at(-9)));
    ring.seeds = List.of(ring.at(40), ring.at(80), ring.at(100));
    ring.search.update(ring.at(9), true);
    ring.run(60_000);
    assertThat(ring.met).containsAll(own.subList(0, 4));
  }
}
