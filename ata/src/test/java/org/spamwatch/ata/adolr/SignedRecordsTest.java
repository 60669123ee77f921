package org.spamwatch.ata.adolr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.spamwatch.ata.adolr.AdolrCluster.Peer;
import org.spamwatch.ata.adolr.AdolrMessage.PublishFeature;
import org.spamwatch.ata.adolr.AdolrMessage.RecordRefused;
import org.spamwatch.ata.adolr.AdolrMessage.ReplicateFeatures;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.RealmSignatures;
import org.spamwatch.overlay.identity.SharedSecretSignatures;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.RecordTerms;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.wire.WireException;

/** Feature records that are forged, foreign, replayed, or too many. */
class SignedRecordsTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final SigningKey KEY = SigningKey.ofSeed(new byte[SigningKey.SEED_BYTES]);
  private static final Contact PUBLISHER =
      new Contact(KEY.verifyingKey().nodeId(), new Endpoint("192.0.2.7", 9460));
  private static final Id F1 = Id.ofHex("0011223344556677");
  private static final Id F2 = Id.ofHex("fedcba9876543210");
  private static final Id GUID = Id.ofHex("cafe000000000000000000000000000000000002");
  private static final FeatureVector VECTOR =
      new FeatureVector(Scheme.CHAR50, true, List.of(F1, F2));
  private static final FeatureRecord RECORD = record(F2, "aa");

  /** Messages of junk that fill a feature. */
  private static final int BATCHES = 1_056 / ReplicateFeatures.MAX_PUBLICATIONS;

  private static RealmSignatures signatures(String realm) {
    return new RealmSignatures(KEY, Realm.open(Id.ofHex(realm)), Optional.empty(), 1);
  }

  private static FeatureRecord record(Id feature, String realm) {
    return Publication.signed(signatures(realm), GUID, VECTOR, PUBLISHER, NOW * 1000, false)
        .record(feature, 1000);
  }

  /** A store of another node of realm aa, which has checked nothing yet. */
  private static FeatureStore store() {
    Contact self = FakeRouting.contact(0);
    Timers timers = new Timers(NOW * 1000);
    return new FeatureStore(self, terms(signatures("aa")), timers);
  }

  private static RecordTerms terms(Signatures signatures) {
    return new RecordTerms(Limits.DEFAULT, LeaseConfig.DEFAULT, signatures);
  }

  private static Optional<Refusal> merge(FeatureRecord record) {
    return store().merge(record, PUBLISHER);
  }

  @Property(tries = 300)
  void aRecordWithAnyBitFlippedIsNotTaken(@ForAll @IntRange(max = 8 * 280) int anyBit) {
    byte[] bytes = AdolrCluster.TABLE.encode(new PublishFeature(RECORD));
    int bit = anyBit % (8 * (bytes.length - 1)) + 8; // not the type of the message
    bytes[bit / 8] ^= (byte) (1 << bit % 8);
    Optional<FeatureRecord> read = read(bytes);
    // What is not signed is which of its features a record is of, and its lease.
    boolean isAsSigned = read.isPresent() && read.get().publication().equals(RECORD.publication());
    if (read.isPresent() && !isAsSigned) {
      assertThat(merge(read.get())).as("bit %d", bit).isPresent();
      FeatureStore holder = store();
      assertThat(holder.merge(record(F1, "aa"), PUBLISHER)).isEmpty();
      assertThat(holder.merge(read.get(), PUBLISHER))
          .as("bit %d, at a holder of another of its records", bit)
          .isPresent();
    }
  }

  private static Optional<FeatureRecord> read(byte[] bytes) {
    try {
      return Optional.of(((PublishFeature) AdolrCluster.TABLE.decode(bytes)).record());
    } catch (WireException e) {
      return Optional.empty();
    }
  }

  @Example
  void aRecordIsWorthNothingInAnotherRealmOrUnderAnotherFeature() {
    assertThat(merge(RECORD)).isEmpty();
    assertThat(merge(record(F2, "bb"))).contains(Refusal.FORGED);
    Id elsewhere = FeatureVector.key(~F2.high());
    Id beside = FeatureVector.key(F2.high() ^ 1);
    for (Id moved : List.of(elsewhere, beside)) {
      Publication forged = with(new FeatureVector(Scheme.CHAR50, true, List.of(F1, moved)));
      assertThat(merge(forged.record(moved, 1000))).contains(Refusal.FORGED);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> RECORD.publication().record(moved, 1000));
    }
    Publication longer =
        with(new FeatureVector(Scheme.CHAR50, true, List.of(F1, F2, Vectors.feature(3))));
    assertThat(merge(longer.record(F2, 1000))).contains(Refusal.FORGED);
    Publication part = with(new FeatureVector(Scheme.CHAR50, false, List.of(F1, F2)));
    assertThat(merge(part.record(F2, 1000))).contains(Refusal.FORGED);
  }

  /** The publication of {@link #RECORD} with its signature over another vector. */
  private static Publication with(FeatureVector vector) {
    Proof proof = RECORD.publication().proof();
    return new Publication(GUID, vector, PUBLISHER, NOW * 1000, false, proof);
  }

  @Example
  void theOrderOfKeysIsNotSigned() {
    Id f3 = Vectors.feature(3);
    FeatureVector one = Vectors.of(F1, F2, f3);
    FeatureVector other = Vectors.of(f3, F2, F1);
    Publication signed =
        Publication.signed(signatures("aa"), GUID, one, PUBLISHER, NOW * 1000, false);
    Publication turned = new Publication(GUID, other, PUBLISHER, NOW * 1000, false, signed.proof());
    assertThat(merge(turned.record(F1, 1000))).isEmpty();
  }

  @Example
  void allRecordsOfAPublicationCostOneCheckAtAHolderAndShareIt() {
    SplittableRandom random = new SplittableRandom(2);
    Contact self = FakeRouting.contact(0);
    RealmSignatures checking = signatures("aa");
    FeatureStore holder = new FeatureStore(self, terms(checking), new Timers(NOW * 1000));
    Publication other = RECORD.publication();
    byte[] said = other.statement(Id.ofHex("aa"));
    for (int i = 0; i < 20; i++) {
      List<Id> keys =
          Stream.generate(() -> FeatureVector.key(random.nextLong())).limit(1 + 3 * i).toList();
      FeatureVector vector = new FeatureVector(Scheme.CHAR50, i % 2 == 0, keys);
      Publication one =
          Publication.signed(
              signatures("aa"), Id.random(random), vector, PUBLISHER, NOW * 1000, false);
      long before = checking.checks();
      for (Id key : keys) {
        assertThat(holder.merge(one.record(key, 1000), PUBLISHER)).isEmpty();
        assertThat(checking.holds(PUBLISHER.id(), said, other.proof(), NOW))
            .as("and pushes the publication out of what is remembered")
            .isTrue();
      }
      assertThat(checking.checks() - before).as("the publication's and the other's").isEqualTo(2);
      assertThat(keys)
          .allMatch(key -> holder.held(key).get(0).publication().guid().equals(one.guid()));
    }
  }

  @Example
  void whatIsProvenByAnotherRecordIsNotChargedForAndTheRestIs() {
    FeatureStore holder = store();
    int burstOfOne = 2 * Limits.DEFAULT.maxChecksPerSecond();
    for (int i = 0; i < burstOfOne + 10; i++) {
      Contact publisher = FakeRouting.contact(1);
      Publication forged =
          new Publication(
              Vectors.feature(i),
              VECTOR,
              publisher,
              NOW * 1000,
              false,
              RECORD.publication().proof());
      Refusal expected = i < burstOfOne ? Refusal.FORGED : Refusal.BUSY;
      assertThat(holder.merge(forged.record(F1, 1000), FakeRouting.contact(9))).contains(expected);
    }
    assertThat(holder.merge(record(F1, "aa"), FakeRouting.contact(8))).isEmpty();
    assertThat(holder.merge(record(F2, "aa"), FakeRouting.contact(9))).isEmpty();
  }

  /** The test vector of {@code docs/protocol.md}: statement, key and signature. */
  @Example
  void whatIsSignedIsWhatTheProtocolSays() throws IOException {
    Properties vector = new Properties();
    try (InputStream in =
        SignedRecordsTest.class.getResourceAsStream("signed-publication-v1.properties")) {
      vector.load(Objects.requireNonNull(in));
    }
    HexFormat hex = HexFormat.of();
    byte[] statement = hex.parseHex(vector.getProperty("statement"));
    VerifyingKey key = VerifyingKey.of(hex.parseHex(vector.getProperty("key")));
    byte[] signature = hex.parseHex(vector.getProperty("signature"));
    assertThat(RECORD.publication().statement(Id.ofHex("aa"))).isEqualTo(statement);
    assertThat(RECORD.publication().proof()).isEqualTo(new Proof(key, signature, Optional.empty()));
    assertThat(key.verifies(statement, signature)).isTrue();
  }

  @Example
  void noRecordIsAboveOneKilobyte() {
    Contact far = new Contact(PUBLISHER.id(), new Endpoint("h".repeat(Endpoint.MAX_HOST), 1));
    assertThat(bytes(10, PUBLISHER)).hasSize(1 + 250); // with the type
    assertThat(bytes(60, PUBLISHER)).hasSize(1 + 650);
    int membership = 80;
    assertThat(bytes(FeatureVector.MAX_SIZE, far)).hasSizeLessThanOrEqualTo(1_024 - membership);
  }

  private static byte[] bytes(int features, Contact publisher) {
    List<Id> keys = LongStream.range(0, features).mapToObj(Vectors::feature).toList();
    FeatureVector vector = new FeatureVector(Scheme.CHAR50, false, keys);
    Publication one = Publication.signed(signatures("aa"), GUID, vector, publisher, NOW, false);
    return AdolrCluster.TABLE.encode(new PublishFeature(one.record(keys.get(0), 1)));
  }

  /** 1,024 records of self-made publishers of one /24 lie under a feature before it is used. */
  @Example
  void aFeatureFilledBeforehandIsFoundAllTheSame() {
    AdolrCluster cluster = new AdolrCluster(5).grow(6);
    Peer publisher = cluster.peer(1);
    FeatureVector vector = Vectors.of(Vectors.feature(1), Vectors.feature(2));
    List<ReplicateFeatures> junk = new ArrayList<>();
    for (int batch = 0; batch < 2 * BATCHES; batch++) {
      junk.add(junk(vector.keys().get(batch / BATCHES), batch % BATCHES));
    }
    for (Peer holder : cluster.running()) {
      for (int batch = 0; batch < 2 * BATCHES; batch++) {
        ReplicateFeatures sent = junk.get(batch);
        Contact attacker = cluster.peer(2 + batch / BATCHES).contact();
        cluster.call(holder, () -> holder.adolr.receive(attacker, sent));
      }
      assertThat(holder.adolr.recordCount()).isEqualTo(2 * 1_024);
    }
    cluster.publish(publisher, vector, GUID);
    cluster.run(Duration.ofSeconds(10));
    for (Peer asker : cluster.running()) {
      Note note = new Note(asker.contact().endpoint().hashCode());
      assertThat(cluster.ask(asker, vector, 2, Resolution.FULL, note).matches())
          .as("asked by %s", asker.contact())
          .extracting(Match::guid)
          .containsExactly(GUID);
    }
    for (Peer holder : cluster.running()) {
      assertThat(holder.adolr.recordCount()).isEqualTo(2 * 1_024);
    }
  }

  private static ReplicateFeatures junk(Id feature, int batch) {
    List<FeatureRecords> records = new ArrayList<>();
    for (int i = 0; i < ReplicateFeatures.MAX_PUBLICATIONS; i++) {
      int number = batch * ReplicateFeatures.MAX_PUBLICATIONS + i;
      Contact self = new Contact(Vectors.feature(70_000 + number), host(number));
      Publication one =
          Publication.signed(
              new SharedSecretSignatures(self.id(), AdolrCluster.SECRET),
              Vectors.feature(80_000 + number),
              Vectors.of(feature),
              self,
              1_000_000,
              false);
      records.add(FeatureRecords.of(one.record(feature, 86_400_000)));
    }
    return new ReplicateFeatures(records);
  }

  private static Endpoint host(int number) {
    return new Endpoint("192.0.2." + number % 256, 1024 + number);
  }

  @Example
  void aPublisherWhoseClockIsAheadIsToldSoByTheRoot() {
    FakeRouting routing = new FakeRouting();
    Adolr root =
        new Adolr(
            routing,
            routing,
            routing,
            terms(signatures("aa")),
            new Timers((NOW - 3_600_000) * 1000),
            new SplittableRandom(1));
    root.receive(
        PUBLISHER,
        new ReplicateFeatures(List.of(FeatureRecords.of(RECORD), FeatureRecords.of(RECORD))));
    assertThat(routing.sent(RecordRefused.class))
        .containsExactly(new RecordRefused(F2, Refusal.AHEAD));
    assertThat(routing.sent.get(0).to()).isEqualTo(PUBLISHER);
    assertThat(root.recordsRefused().of(Refusal.AHEAD)).isEqualTo(2);
    root.receive(PUBLISHER, ReplicateFeatures.of(record(F1, "bb")));
    assertThat(routing.sent).as("nobody is told of a forgery").hasSize(1);
  }
}
