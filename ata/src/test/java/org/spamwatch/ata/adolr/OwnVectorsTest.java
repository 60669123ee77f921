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
import org.spamwatch.overlay.Id;

class OwnVectorsTest {
  private static final int FEATURES = 40;
  private static final int ALL = Integer.MAX_VALUE;

  private record Kept(Id guid, FeatureVector vector) {
    Id digest() {
      return vector.digest();
    }
  }

  private final OwnVectors own = new OwnVectors(() -> 7);

  @Property(tries = 200)
  void findsWhatAListOfAllFinds(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    OwnVectors tried = new OwnVectors(() -> 7);
    List<Kept> list = new ArrayList<>();
    for (int step = 0; step < 200; step++) {
      if (random.nextInt(3) > 0 || list.isEmpty()) {
        Kept added = new Kept(Id.random(random), vector(random));
        tried.add(added.guid(), added.vector());
        list.add(added);
      } else {
        Kept gone = list.remove(random.nextInt(list.size()));
        tried.remove(gone.guid(), gone.vector());
        tried.remove(gone.guid(), gone.vector());
      }
      assertThat(tried.size()).isEqualTo(list.size());
      Id key = Vectors.feature(1 + random.nextInt(FEATURES));
      assertThat(tried.knows(key))
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
    assertThat(tried.resolve(QueryVector.of(query), 2, ALL, ALL))
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
    List<Match> found = own.resolve(QueryVector.of(rare), 2, 100, 64);
    assertThat(found).extracting(Match::guid).containsExactly(guid);
  }

  @Test
  void noMoreAreComparedOrFoundThanAllowed() {
    SplittableRandom random = new SplittableRandom(1);
    FeatureVector same = Vectors.of(Vectors.feature(1), Vectors.feature(2));
    for (int i = 0; i < 1_000; i++) {
      own.add(Id.random(random), same);
    }
    assertThat(own.resolve(QueryVector.of(same), 2, ALL, 64)).hasSize(64);
    assertThat(own.resolve(QueryVector.of(same), 2, 10, 64)).hasSize(10);
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
