package org.spamwatch.ata.adolr;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.adolr.AdolrMessage.Listed;
import org.spamwatch.ata.adolr.Vectors.Published;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.SharedSecretSignatures;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.RecordTerms;
import org.spamwatch.overlay.lease.Refusal;

class FeatureStoreTest {
  private static final int FEATURES = 12;
  private static final Id A = Vectors.feature(1);
  private static final Id B = Vectors.feature(2);
  private static final Id C = Vectors.feature(3);
  private static final Contact VIA = FakeRouting.contact(77);
  private static final long DAY = Duration.ofDays(1).toMillis();

  private final Timers timers = new Timers(0);
  private final FeatureStore store = store(Limits.DEFAULT);

  @Property(tries = 300)
  void mergingIsCommutativeAndIdempotent(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<FeatureRecord> records = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      records.add(anyRecord(random));
    }
    FeatureStore one = store(Limits.DEFAULT);
    records.forEach(record -> merge(one, record));
    List<FeatureRecord> again = new ArrayList<>(records);
    again.addAll(records.subList(0, random.nextInt(30)));
    Collections.shuffle(again, new Random(seed));
    FeatureStore other = store(Limits.DEFAULT);
    again.forEach(record -> merge(other, record));
    assertThat(other.size()).isEqualTo(one.size());
    assertThat(held(other)).isEqualTo(held(one));
    FeatureVector query = Vectors.random(random, 4);
    assertThat(other.resolve(A, query, 1, 3)).isEqualTo(one.resolve(A, query, 1, 3));
  }

  @Test
  void onePublishersManyMatchesLeaveRoomForAnothersSmallerOne() {
    for (int i = 1; i <= 100; i++) {
      Published crowd = new Published(Vectors.of(A, B), Vectors.feature(1000 + i));
      merge(store, record(A, crowd, FakeRouting.contact(1), i));
    }
    Published alone = new Published(Vectors.of(A, C), Vectors.feature(2000));
    merge(store, record(A, alone, FakeRouting.contact(2), 1));
    List<Match> found = store.resolve(A, Vectors.of(A, B), 1, 64);
    assertThat(found).hasSize(64).extracting(Match::guid).contains(alone.guid());
  }

  @Test
  void ownVectorsMatchAndAreNeitherListedNorTheirPublisherTold() {
    FeatureVector own = Vectors.of(A, B);
    Id guid = Vectors.feature(1000);
    store.own().add(guid, own);
    assertThat(store.knows(A)).isTrue();
    List<Match> found = store.resolve(A, Vectors.of(A, B), 2, 64);
    assertThat(found).extracting(Match::guid).containsExactly(guid);
    assertThat(store.list(A)).isEmpty();
    assertThat(store.held(A)).isEmpty();
    assertThat(store.publishers(A, found, 1)).isEmpty();
    store.own().remove(guid, own);
    assertThat(store.knows(A)).isFalse();
    assertThat(store.resolve(A, Vectors.of(A, B), 2, 64)).isEmpty();
  }

  @Test
  void lookingUpWhatIsNotHeldAllocatesNothing() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1_000; i++) {
      store.own().add(Id.random(random), drawn(random));
      FeatureVector published = drawn(random);
      Id feature = published.keys().get(0);
      Contact publisher = FakeRouting.contact(i % 40);
      merge(store, record(feature, new Published(published, Id.random(random)), publisher, 1));
    }
    FeatureVector unknown = drawn(random);
    Id feature = unknown.keys().get(0);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int found = 0;
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 10_000; i++) {
      found += store.resolve(feature, unknown, 1, 64).size() + (store.knows(feature) ? 1 : 0);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(found).isZero();
    assertThat(allocated).as("bytes, of which asking takes some itself").isLessThan(10_000);
  }

  private static FeatureVector drawn(SplittableRandom random) {
    Set<Id> keys = new LinkedHashSet<>();
    while (keys.size() < 12) {
      keys.add(FeatureVector.key(random.nextLong()));
    }
    return new FeatureVector(Scheme.CHAR50, false, List.copyOf(keys));
  }

  @Test
  void ofManyPublishersAFewAreToldAndOfEveryObjectOne() {
    FeatureStore again = store(Limits.DEFAULT);
    Published crowded = new Published(Vectors.of(A, B), Vectors.feature(1000));
    Published alone = new Published(Vectors.of(A, C), Vectors.feature(1001));
    for (int i = 1; i <= 50; i++) {
      merge(store, record(A, crowded, FakeRouting.contact(i), 1));
      merge(again, record(A, crowded, FakeRouting.contact(51 - i), 1));
    }
    merge(store, record(A, alone, FakeRouting.contact(7), 1));
    merge(again, record(A, alone, FakeRouting.contact(7), 1));
    merge(store, withdrawal(A, alone, FakeRouting.contact(8), 1));
    List<Match> found = store.resolve(A, Vectors.of(A), 1, 64);
    List<ObjectPublisher> told = store.publishers(A, found, 5);
    assertThat(told).hasSize(ObjectPublisher.MAX_TOLD).doesNotHaveDuplicates();
    assertThat(told).contains(new ObjectPublisher(alone.guid(), FakeRouting.contact(7)));
    assertThat(again.publishers(A, found, 5)).as("replicas agree").isEqualTo(told);
    Set<ObjectPublisher> drawn = new LinkedHashSet<>();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1000; i++) {
      drawn.addAll(store.publishers(A, found, random.nextLong()));
    }
    assertThat(drawn).as("no publisher is left out by every query").hasSize(51);
    assertThat(store.publishers(A, List.of(), 5)).isEmpty();
    assertThat(store.publishers(B, found, 5)).as("records of that feature alone").isEmpty();
  }

  @Test
  void recordsOfASchemeThatIsNotKnownAreHeldAndMatchNothing() {
    FeatureVector newer = new FeatureVector(Scheme.of(200), false, List.of(A, B));
    FeatureRecord record = record(A, new Published(newer, C), FakeRouting.contact(1), 1);
    assertThat(store.merge(record, VIA)).isEmpty();
    assertThat(store.held(A))
        .extracting(held -> held.publication().vector())
        .containsExactly(newer);
    assertThat(store.list(A)).extracting(Listed::scheme).containsExactly(Scheme.of(200));
    assertThat(store.resolve(A, newer, 1, 64)).isEmpty();
    assertThat(store.resolve(A, Vectors.of(A, B), 1, 64)).isEmpty();
  }

  @Test
  void anEndTellsOfSoManyPublishersAndNoMore() {
    for (int object = 0; object < 64; object++) {
      Published one = new Published(Vectors.of(A), Vectors.feature(1000 + object));
      merge(store, record(A, one, FakeRouting.contact(1), 1));
      merge(store, record(A, one, FakeRouting.contact(2), 1));
    }
    List<Match> found = store.resolve(A, Vectors.of(A), 1, 64);
    List<ObjectPublisher> told = store.publishers(A, found, 5);
    assertThat(told).hasSize(ObjectPublisher.MAX_TOLD);
    assertThat(told).extracting(ObjectPublisher::guid).doesNotHaveDuplicates();
  }

  @Property(tries = 300)
  void resolvesAsTheSelectionRuleOverAllThatWasPublished(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    FeatureStore all = store(Limits.DEFAULT);
    List<Published> published = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      Published one =
          new Published(Vectors.random(random, FEATURES), Vectors.feature(random.nextInt(30)));
      published.add(one);
      one.vector().keys().forEach(key -> merge(all, record(key, one, FakeRouting.contact(1), 1)));
    }
    FeatureVector query = Vectors.random(random, FEATURES);
    int thres = 1 + random.nextInt(query.size());
    assertThat(all.resolve(query.keys().get(0), query, thres, 1000))
        .containsExactlyInAnyOrderElementsOf(Vectors.expected(published, query, thres));
  }

  @Property(tries = 300)
  void queryVectorsDecideAsTheVectorsThemselves(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    FeatureVector query = Vectors.random(random, FEATURES);
    FeatureVector other = Vectors.random(random, FEATURES);
    int thres = 1 + random.nextInt(query.size());
    int shared = QueryVector.of(query).match(other, thres);
    boolean matches = other.compact().matches(query.compact(), thres);
    assertThat(shared).isEqualTo(matches ? other.compact().overlap(query.compact()) : 0);
  }

  @Test
  void aLeaseOfCenturiesIsCutToTheLongestGranted() {
    merge(withLease(Long.MAX_VALUE));
    assertThat(store.held(A)).extracting(FeatureRecord::leaseMillis).containsExactly(DAY);
    timers.advance(DAY * 1000 - 1);
    assertThat(store.list(A)).hasSize(1);
    timers.advance(DAY * 1000);
    assertThat(store.list(A)).isEmpty();
    assertThat(store.held(A)).isEmpty();
    timers.advance(DAY * 1000 + 60_000_000);
    assertThat(store.size()).isZero();
  }

  @Test
  void aFeatureIsKnownAsLongAsARecordOfItStands() {
    Published one = new Published(Vectors.of(A, B), C);
    Contact publisher = FakeRouting.contact(1);
    merge(store, record(A, one, publisher, 1));
    assertThat(store.knows(A)).isTrue();
    assertThat(store.knows(B)).isFalse(); // in the record's vector, but no record is held of it
    timers.advance(DAY * 1000);
    assertThat(store.knows(A)).isFalse();
  }

  @Test
  void aLeaseOfNothingIsNotKept() {
    merge(withLease(0));
    assertThat(store.size()).isZero();
  }

  @Test
  void anOlderSequenceNumberChangesNothing() {
    Published one = new Published(Vectors.of(A), B);
    Contact publisher = FakeRouting.contact(1);
    merge(record(A, one, publisher, 10));
    merge(withdrawal(A, one, publisher, 9));
    merge(withdrawal(A, one, publisher, Long.MIN_VALUE));
    assertThat(store.list(A)).hasSize(1);
    merge(withdrawal(A, one, publisher, 11));
    merge(record(A, one, publisher, 10));
    assertThat(store.list(A)).isEmpty();
  }

  @Test
  void aWithdrawalCountsForItsPublisherOnly() {
    Published one = new Published(Vectors.of(A), B);
    merge(record(A, one, FakeRouting.contact(1), 1));
    merge(withdrawal(A, one, FakeRouting.contact(2), 99));
    assertThat(store.list(A)).hasSize(1);
  }

  @Test
  void aFullFeatureRefusesFurtherRecordsAndGoesOnAnswering() {
    FeatureStore small = store(limits(1000, 4));
    for (int i = 0; i < 10; i++) {
      Published one = new Published(Vectors.of(A), Vectors.feature(100 + i));
      merge(small, record(A, one, FakeRouting.contact(1), 1));
    }
    assertThat(small.size()).isEqualTo(4);
    assertThat(small.refused().of(Refusal.QUOTA)).isEqualTo(6);
    assertThat(small.resolve(A, Vectors.of(A), 1, 64)).hasSize(4);
    Published held = new Published(Vectors.of(A), Vectors.feature(100));
    merge(small, withdrawal(A, held, FakeRouting.contact(1), 2));
    assertThat(small.resolve(A, Vectors.of(A), 1, 64)).as("what is held can change").hasSize(3);
    merge(small, record(B, new Published(Vectors.of(B), C), FakeRouting.contact(1), 1));
    assertThat(small.list(B)).as("other features are not affected").hasSize(1);
  }

  @Test
  void aFullTableRefusesFurtherRecordsUntilLeasesEnd() {
    FeatureStore small = store(limits(50, 1000));
    for (int i = 0; i < 1000; i++) {
      Id feature = Vectors.feature(i);
      merge(small, record(feature, new Published(Vectors.of(feature), A), contact(1 + i), 1));
    }
    assertThat(small.size()).isEqualTo(50);
    assertThat(small.refused().of(Refusal.QUOTA)).isEqualTo(950);
    assertThat(small.list(Vectors.feature(49))).hasSize(1);
    assertThat(small.list(Vectors.feature(50))).isEmpty();
    timers.advance(DAY * 1000 + 60_000_000);
    merge(small, record(A, new Published(Vectors.of(A), B), contact(1), 1));
    assertThat(small.list(A)).hasSize(1);
  }

  /** Else a query of 64 full features compares 65,536 records of 64 identities each. */
  @Test
  void aQueryLooksThroughTheRoutedFeatureAndOnlySoManyOthers() {
    int full = 8;
    FeatureStore small = store(limits(1_000_000, full));
    List<Id> features = new ArrayList<>();
    for (int f = 0; f < 64; f++) {
      features.add(Vectors.feature(f));
      for (int i = 0; i < full; i++) {
        Published one = new Published(Vectors.of(features.get(f)), Vectors.feature(900 + f));
        merge(small, record(features.get(f), one, contact(i), 1));
      }
    }
    FeatureVector query = Vectors.of(features.toArray(Id[]::new));
    for (int routed : new int[] {0, 31, 63}) {
      List<Match> matches = small.resolve(features.get(routed), query, 1, 1000);
      assertThat(matches).hasSize(4);
      assertThat(matches).extracting(Match::guid).contains(Vectors.feature(900 + routed));
    }
  }

  private static Contact contact(long number) {
    return FakeRouting.contact(number);
  }

  private FeatureStore store(Limits limits) {
    return new FeatureStore(contact(0), terms(contact(0), limits), timers);
  }

  static Limits limits(int maxFeatureRecords, int maxRecordsPerFeature) {
    return Limits.DEFAULT.withFeatureRecords(maxFeatureRecords, maxRecordsPerFeature);
  }

  static RecordTerms terms(Contact self, Limits limits) {
    return new RecordTerms(limits, LeaseConfig.DEFAULT, signatures(self));
  }

  static Signatures signatures(Contact self) {
    return new SharedSecretSignatures(self.id(), AdolrCluster.SECRET);
  }

  private static void merge(FeatureStore store, FeatureRecord record) {
    store.merge(record, VIA);
  }

  private void merge(FeatureRecord record) {
    merge(store, record);
  }

  private static FeatureRecord anyRecord(SplittableRandom random) {
    FeatureVector vector = Vectors.random(random, 4);
    Contact publisher = contact(random.nextInt(2));
    Id feature = vector.keys().get(random.nextInt(vector.size()));
    return Publication.signed(
            signatures(publisher),
            Vectors.feature(100 + random.nextInt(3)),
            vector,
            publisher,
            random.nextInt(3),
            random.nextBoolean())
        .record(feature, 1 + random.nextInt(3));
  }

  private static Set<FeatureRecord> held(FeatureStore store) {
    Set<FeatureRecord> held = new LinkedHashSet<>();
    for (Id feature : store.featuresFrom(Id.ZERO, Integer.MAX_VALUE)) {
      held.addAll(store.held(feature));
    }
    return held;
  }

  static FeatureRecord record(Id feature, Published one, Contact publisher, long sequence) {
    return published(one, publisher, sequence, false).record(feature, DAY);
  }

  private static FeatureRecord withdrawal(
      Id feature, Published one, Contact publisher, long sequence) {
    return published(one, publisher, sequence, true).record(feature, DAY);
  }

  private static Publication published(
      Published one, Contact publisher, long sequence, boolean withdrawn) {
    return Publication.signed(
        signatures(publisher), one.guid(), one.vector(), publisher, sequence, withdrawn);
  }

  private static FeatureRecord withLease(long millis) {
    return published(new Published(Vectors.of(A), B), contact(1), 1, false).record(A, millis);
  }
}
