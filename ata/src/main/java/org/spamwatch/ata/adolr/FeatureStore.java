package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.ata.adolr.AdolrMessage.Listed;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.LeaseTable;
import org.spamwatch.overlay.lease.Offer;
import org.spamwatch.overlay.lease.Publisher;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.lease.RefusalCounts;
import org.spamwatch.overlay.lease.Room;
import org.spamwatch.overlay.lease.SignedTable;

/**
 * The feature objects, or what of them passed by, that this node holds. Merging is commutative and
 * idempotent, so holders that saw the same records agree whatever the order.
 */
final class FeatureStore {
  /** Feature objects of full size that one query may make this node compare. */
  private static final int FULL_OBJECTS_PER_QUERY = 4;

  private static final Comparator<Match> LARGEST_OVERLAP_FIRST =
      Comparator.comparingInt(Match::shared)
          .reversed()
          .thenComparing(Match::guid)
          .thenComparing(Match::digest);

  /** What names a record in its feature object: one publication of one vector of one object. */
  private record Name(Id guid, Id digest, Id publisher) {}

  /** The vector, and the publisher's signature; the rest is in the name and the table. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never changed and never compared
  private record Entry(Name name, PackedVector vector, byte[] signature) {
    Id guid() {
      return name.guid();
    }

    Id digest() {
      return name.digest();
    }
  }

  private final Signatures signatures;
  private final SignedTable<Name, Entry> records;
  private final int maxCompared;

  FeatureStore(
      Contact self, Limits limits, LeaseConfig leases, Timers timers, Signatures signatures) {
    this.signatures = signatures;
    this.maxCompared = FULL_OBJECTS_PER_QUERY * limits.maxRecordsPerFeature();
    Room room = Room.of(self, limits.maxFeatureRecords(), limits.maxRecordsPerFeature(), limits);
    this.records = new SignedTable<>(signatures, leases, room, limits, timers);
  }

  int size() {
    return records.held().size();
  }

  RefusalCounts refused() {
    return records.refused();
  }

  /** The features held on an arc, as by {@link LeaseTable#keysBetween}. */
  List<Id> featuresBetween(Id first, Id last) {
    return records.held().keysBetween(first, last);
  }

  /**
   * Merges a record that some node handed over.
   *
   * @return why not, if it is refused
   */
  Optional<Refusal> merge(FeatureRecord record, Contact via) {
    return records.offer(offer(record), () -> statement(record), record.proof(), via);
  }

  /** Whether a refused record's publisher is to be told; see {@link SignedTable#isToBeTold}. */
  boolean isToBeTold(FeatureRecord record, Refusal refusal) {
    return records.isToBeTold(offer(record), () -> statement(record), record.proof(), refusal);
  }

  private byte[] statement(FeatureRecord record) {
    return record.statement(signatures.realm());
  }

  private static Offer<Name, Entry> offer(FeatureRecord record) {
    Name name = new Name(record.guid(), record.vector().digest(), record.publisher().id());
    return new Offer<>(
        record.feature(),
        name,
        new Entry(name, PackedVector.of(record.vector()), record.proof().signature()),
        Publisher.of(record.publisher(), record.proof()),
        record.sequence(),
        record.withdrawn(),
        record.leaseMillis());
  }

  /** Whether a record of a feature is held that stands. */
  boolean knows(Id feature) {
    return !records.records(feature).isEmpty();
  }

  /** Every record held for a feature, withdrawn ones included, with what is left of its lease. */
  List<FeatureRecord> held(Id feature) {
    List<FeatureRecord> held = new ArrayList<>();
    for (LeaseTable.Leased<Entry> leased : records.held().leased(feature)) {
      Entry entry = leased.record();
      held.add(
          new FeatureRecord(
              feature,
              entry.guid(),
              entry.vector().unpacked(),
              leased.publisher().contact(),
              leased.sequence(),
              records.held().remainingMillis(leased),
              leased.withdrawn(),
              leased.publisher().proof(entry.signature())));
    }
    return held;
  }

  /** The objects that a feature object lists, each vector of each object once. */
  List<Listed> list(Id feature) {
    Map<List<Id>, Listed> listed = new LinkedHashMap<>();
    for (Entry entry : records.records(feature)) {
      listed.putIfAbsent(
          List.of(entry.guid(), entry.digest()),
          new Listed(
              entry.guid(),
              entry.digest(),
              entry.vector().scheme(),
              entry.vector().roleOf(feature)));
    }
    return new ArrayList<>(listed.values());
  }

  /**
   * Resolves a query against what is held: any feature of the vector leads to candidates, and a
   * candidate's own vector decides. Which matches are dropped at the limit does not depend on the
   * order in which records came, so that replicas answer alike.
   *
   * <p>The feature that the query was routed by is gone through whole: that is what makes the full
   * route complete. The others only make for an earlier hit, so they are gone through as long as
   * the query has led to fewer than {@value #FULL_OBJECTS_PER_QUERY} full feature objects of
   * candidates, each of which costs |FV*| + |FV| comparisons of numbers.
   *
   * @param routed the feature that the query was routed by
   * @param most matches at most, those of the largest overlap
   */
  List<Match> resolve(Id routed, FeatureVector vector, int thres, int most) {
    PackedVector query = PackedVector.of(vector.compact());
    Map<List<Id>, Match> matches = new LinkedHashMap<>();
    int compared = compare(query, thres, records.records(routed), matches);
    for (Id feature : vector.keys()) {
      if (!feature.equals(routed)) {
        List<Entry> candidates = records.records(feature);
        if (compared + candidates.size() > maxCompared) {
          continue;
        }
        compared += compare(query, thres, candidates, matches);
      }
    }
    return matches.values().stream().sorted(LARGEST_OVERLAP_FIRST).limit(most).toList();
  }

  private static int compare(
      PackedVector query, int thres, List<Entry> candidates, Map<List<Id>, Match> matches) {
    for (Entry entry : candidates) {
      int shared = entry.vector().match(query, thres);
      if (shared > 0) {
        matches.putIfAbsent(
            List.of(entry.guid(), entry.digest()),
            new Match(entry.guid(), entry.digest(), shared, query.size()));
      }
    }
    return candidates.size();
  }
}
