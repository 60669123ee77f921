package org.spamwatch.ata.adolr;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.wire.WireException;

/** Feature records that are forged, foreign, replayed, or too many. */
class SignedRecordsTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final SigningKey KEY = SigningKey.ofSeed(new byte[SigningKey.SEED_BYTES]);
  private static final Contact PUBLISHER =
      new Contact(KEY.verifyingKey().nodeId(), new Endpoint("192.0.2.7", 9460));
  private static final Id F1 = Id.ofHex("00112233445566778899aabbccddeeff01234567");
  private static final Id F2 = Id.ofHex("fedcba9876543210fedcba9876543210fedcba98");
  private static final Id GUID = Id.ofHex("cafe000000000000000000000000000000000002");
  private static final FeatureVector VECTOR =
      new FeatureVector(Scheme.CHAR50, true, List.of(F1, F2));
  private static final FeatureRecord RECORD = record(F2, "aa");

  private static RealmSignatures signatures(String realm) {
    return new RealmSignatures(KEY, Realm.open(Id.ofHex(realm)), Optional.empty(), 1);
  }

  private static FeatureRecord record(Id feature, String realm) {
    return FeatureRecord.signed(
        signatures(realm), feature, GUID, VECTOR.compact(), PUBLISHER, NOW * 1000, 1000, false);
  }

  /** A store of another node of realm aa, which has checked nothing yet. */
  private static FeatureStore store() {
    Contact self = FakeRouting.contact(0);
    Timers timers = new Timers(NOW * 1000);
    return new FeatureStore(self, Limits.DEFAULT, LeaseConfig.DEFAULT, timers, signatures("aa"));
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
    boolean isTheLeaseAlone =
        read.isPresent() && read.get().equals(withLease(read.get().leaseMillis()));
    if (read.isPresent() && !isTheLeaseAlone) {
      assertThat(merge(read.get())).as("bit %d", bit).isPresent();
    }
  }

  private static FeatureRecord withLease(long millis) {
    return new FeatureRecord(
        F2, GUID, RECORD.vector(), PUBLISHER, NOW * 1000, millis, false, RECORD.proof());
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
    FeatureRecord moved =
        new FeatureRecord(
            F1, GUID, RECORD.vector(), PUBLISHER, NOW * 1000, 1000, false, RECORD.proof());
    assertThat(merge(moved)).contains(Refusal.FORGED);
  }

  @Example
  void theOrderOfIdentitiesIsNotSigned() {
    Id f3 = Vectors.feature(3);
    FeatureVector one = Vectors.of(F1, F2, f3);
    FeatureVector other = Vectors.of(f3, F2, F1);
    FeatureRecord signed =
        FeatureRecord.signed(
            signatures("aa"), F1, GUID, one.compact(), PUBLISHER, NOW * 1000, 1000, false);
    FeatureRecord turned =
        new FeatureRecord(
            F1, GUID, other.compact(), PUBLISHER, NOW * 1000, 1000, false, signed.proof());
    assertThat(merge(turned)).isEmpty();
  }

  /** The test vector of {@code docs/protocol.md}: statement, key and signature. */
  @Example
  void whatIsSignedIsWhatTheProtocolSays() throws IOException {
    Properties vector = new Properties();
    try (InputStream in =
        SignedRecordsTest.class.getResourceAsStream("signed-feature-v1.properties")) {
      vector.load(Objects.requireNonNull(in));
    }
    HexFormat hex = HexFormat.of();
    byte[] statement = hex.parseHex(vector.getProperty("statement"));
    VerifyingKey key = VerifyingKey.of(hex.parseHex(vector.getProperty("key")));
    byte[] signature = hex.parseHex(vector.getProperty("signature"));
    assertThat(RECORD.statement(Id.ofHex("aa"))).isEqualTo(statement);
    assertThat(RECORD.proof()).isEqualTo(new Proof(key, signature, Optional.empty()));
    assertThat(key.verifies(statement, signature)).isTrue();
  }

  @Example
  void aRecordOfTenFeaturesAndAUsualHostIsWithinOneKilobyte() {
    SplittableRandom random = new SplittableRandom(1);
    FeatureVector ten = Vectors.random(random, 10);
    Contact far = new Contact(PUBLISHER.id(), new Endpoint("h".repeat(Endpoint.MAX_HOST), 1));
    FeatureRecord record =
        FeatureRecord.signed(
            signatures("aa"), ten.keys().get(0), GUID, ten.compact(), far, NOW, 1, false);
    assertThat(AdolrCluster.TABLE.encode(new PublishFeature(record))).hasSizeLessThan(1_024);
  }

  /** 1,024 records of self-made publishers of one /24 lie under a feature before it is used. */
  @Example
  void aFeatureFilledBeforehandIsFoundAllTheSame() {
    AdolrCluster cluster = new AdolrCluster(5).grow(6);
    Peer publisher = cluster.peer(1);
    FeatureVector vector = Vectors.of(Vectors.feature(1), Vectors.feature(2));
    for (Peer holder : cluster.peers()) {
      for (int batch = 0; batch < 140; batch++) {
        ReplicateFeatures junk = junk(vector.keys().get(batch / 70), batch % 70);
        Contact attacker = cluster.peer(2 + batch / 70).contact();
        cluster.call(holder, () -> holder.adolr.receive(attacker, junk));
      }
      assertThat(holder.adolr.recordCount()).isEqualTo(2 * 1_024);
    }
    cluster.publish(publisher, vector, GUID);
    cluster.run(Duration.ofSeconds(10));
    for (Peer asker : cluster.peers()) {
      Note note = new Note(asker.contact().endpoint().hashCode());
      assertThat(cluster.ask(asker, vector, 2, Resolution.FULL, note).matches())
          .as("asked by %s", asker.contact())
          .extracting(Match::guid)
          .containsExactly(GUID);
    }
    for (Peer holder : cluster.peers()) {
      assertThat(holder.adolr.recordCount()).isEqualTo(2 * 1_024);
    }
  }

  private static ReplicateFeatures junk(Id feature, int batch) {
    List<FeatureRecord> records = new ArrayList<>();
    for (int i = 0; i < ReplicateFeatures.MAX_RECORDS; i++) {
      int number = batch * ReplicateFeatures.MAX_RECORDS + i;
      Contact self = new Contact(Vectors.feature(70_000 + number), host(number));
      records.add(
          FeatureRecord.signed(
              new SharedSecretSignatures(self.id(), AdolrCluster.SECRET),
              feature,
              Vectors.feature(80_000 + number),
              Vectors.of(feature).compact(),
              self,
              1_000_000,
              86_400_000,
              false));
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
            Limits.DEFAULT,
            LeaseConfig.DEFAULT,
            new Timers((NOW - 3_600_000) * 1000),
            new SplittableRandom(1),
            signatures("aa"));
    root.receive(PUBLISHER, new ReplicateFeatures(List.of(RECORD, RECORD)));
    assertThat(routing.sent(RecordRefused.class))
        .containsExactly(new RecordRefused(F2, Refusal.AHEAD));
    assertThat(routing.sent.get(0).to()).isEqualTo(PUBLISHER);
    assertThat(root.recordsRefused().of(Refusal.AHEAD)).isEqualTo(2);
    root.receive(PUBLISHER, new ReplicateFeatures(List.of(record(F1, "bb"))));
    assertThat(routing.sent).as("nobody is told of a forgery").hasSize(1);
  }
}
