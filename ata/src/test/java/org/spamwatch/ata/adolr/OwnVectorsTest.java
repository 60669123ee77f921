package org.spamwatch.ata.adolr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.RecordTerms;

class OwnVectorsTest {
  private static final int FEATURES = 40;
  private static final int ALL = Integer.MAX_VALUE;

  private record Kept(Id guid, FeatureVector vector) {
    Id digest() {
      return vector.digest();
    }
  }

  private final OwnVectors own = empty().own();

  private static FeatureStore empty() {
    Contact self = FakeRouting.contact(1);
    return new FeatureStore(self, FeatureStoreTest.terms(self, Limits.DEFAULT), new Timers(0));
  }

  @Property(tries = 200)
  void findsWhatAListOfAllFinds(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    FeatureStore store = empty();
    OwnVectors tried = store.own();
    List<Kept> list = new ArrayList<>();
    for (int step = 0; step < 200; step++) {
      if (random.nextInt(3) > 0 || list.isEmpty()) {
        Kept added = new Kept(Id.random(random), vector(random));
        if (random.nextInt(5) == 0) {
          tried.gather(added.guid(), added.vector());
          tried.putGathered(Runnable::run);
        } else {
          tried.add(added.guid(), added.vector());
        }
        list.add(added);
      } else {
        Kept gone = list.remove(random.nextInt(list.size()));
        tried.remove(gone.guid(), gone.vector());
        tried.remove(gone.guid(), gone.vector());
      }
      assertThat(tried.size()).isEqualTo(list.size());
      Id key = Vectors.feature(1 + random.nextInt(FEATURES));
      assertThat(store.knows(key))
          .isEqualTo(list.stream().anyMatch(kept -> kept.vector().keys().contains(key)));
    }
    FeatureVector query = vector(random);
    Set<Match> expected = new LinkedHashSet<>();
    for (Kept kept : list) {
      int shared = QueryVector.of(query).match(kept.vector(), 2);
      if (shared > 0) {
        expected.add(new Match(kept.guid(), kept.digest(), shared, query.size()));
      }
    }
    assertThat(found(tried, query, ALL, ALL))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  /**
   * Own vectors and this node's own publications of them share places; neither may hide another.
   */
  @Property(tries = 200)
  void publishingThemHereChangesNothing(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Contact self = FakeRouting.contact(1);
    RecordTerms terms = FeatureStoreTest.terms(self, FeatureStoreTest.limits(100, 4));
    Timers timers = new Timers(0);
    FeatureStore store = new FeatureStore(self, terms, timers);
    FeatureStore plain = new FeatureStore(self, terms, timers);
    List<Kept> all = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      all.add(new Kept(Id.random(random), vector(random)));
    }
    Set<Kept> kept = new LinkedHashSet<>();
    for (int step = 1; step < 120; step++) {
      timers.advance(timers.nowMicros() + random.nextLong(400_000_000));
      Kept one = all.get(random.nextInt(all.size()));
      if (random.nextInt(3) == 0) {
        if (kept.remove(one)) {
          store.own().remove(one.guid(), one.vector());
        } else {
          kept.add(one);
          store.own().add(one.guid(), one.vector());
        }
      } else {
        Contact publisher = FakeRouting.contact(1 + random.nextInt(2));
        boolean withdrawn = random.nextInt(4) == 0;
        Publication said =
            Publication.signed(
                FeatureStoreTest.signatures(publisher),
                one.guid(),
                random.nextBoolean() ? one.vector() : one.vector().ascending(),
                publisher,
                timers.nowMicros() + step,
                withdrawn);
        long lease = 1_000L * (1 + random.nextInt(2_000));
        for (Id feature : one.vector().keys()) {
          if (random.nextInt(3) > 0) {
            FeatureRecord record = said.record(feature, lease);
            assertThat(store.merge(record, publisher)).isEqualTo(plain.merge(record, publisher));
          }
        }
      }
      assertThat(store.own().size()).isEqualTo(kept.size());
      same(store, plain, kept, vector(random));
    }
  }

  private static void same(
      FeatureStore store, FeatureStore plain, Set<Kept> kept, FeatureVector query) {
    assertThat(store.size()).isEqualTo(plain.size());
    assertThat(store.featuresFrom(Id.ZERO, ALL)).isEqualTo(plain.featuresFrom(Id.ZERO, ALL));
    for (Id feature : query.keys()) {
      assertThat(store.held(feature)).isEqualTo(plain.held(feature));
      assertThat(store.list(feature)).isEqualTo(plain.list(feature));
      boolean isKept = kept.stream().anyMatch(each -> each.vector().keys().contains(feature));
      assertThat(store.knows(feature)).isEqualTo(isKept || plain.knows(feature));
    }
    Set<Match> expected = new LinkedHashSet<>();
    for (Kept each : kept) {
      int shared = QueryVector.of(query).match(each.vector(), 2);
      if (shared > 0) {
        expected.add(new Match(each.guid(), each.digest(), shared, query.size()));
      }
    }
    assertThat(store.own(query, 2, ALL))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(expected);
    expected.addAll(plain.resolve(query.keys().get(0), query, 2, ALL));
    assertThat(store.resolve(query.keys().get(0), query, 2, ALL))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void whatManySharePassesARareFeatureNoneOver() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20_000; i++) {
      FeatureVector footer = Vectors.of(Vectors.feature(1), Vectors.feature(2), fresh(random));
      own.add(Id.random(random), footer);
    }
    FeatureVector rare = Vectors.of(Vectors.feature(1), fresh(random), fresh(random));
    Id guid = Id.random(random);
    own.add(guid, rare);
    List<Match> found = found(own, rare, 100, 64);
    assertThat(found).extracting(Match::guid).containsExactly(guid);
  }

  @Test
  void noMoreAreComparedOrFoundThanAllowed() {
    SplittableRandom random = new SplittableRandom(1);
    FeatureVector same = Vectors.of(Vectors.feature(1), Vectors.feature(2));
    for (int i = 0; i < 1_000; i++) {
      own.add(Id.random(random), same);
    }
    assertThat(found(own, same, ALL, 64)).hasSize(64);
    assertThat(found(own, same, 10, 64)).hasSize(10);
  }

  private static List<Match> found(OwnVectors own, FeatureVector asked, int compared, int most) {
    QueryVector query = QueryVector.of(asked);
    Found found = new Found();
    found.begin(query);
    own.resolve(query, 2, compared, most, found);
    return found.matches();
  }

  private static Id fresh(SplittableRandom random) {
    return FeatureVector.key(random.nextLong());
  }

  private static FeatureVector vector(SplittableRandom random) {
    Set<Id> keys = new LinkedHashSet<>();
    while (keys.size() < 6) {
      keys.add(Vectors.feature(1 + random.nextInt(FEATURES)));
    }
    return Vectors.of(keys.toArray(new Id[0]));
  }
}
