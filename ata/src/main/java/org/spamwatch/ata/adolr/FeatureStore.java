package org.spamwatch.ata.adolr;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spamwatch.ata.adolr.AdolrMessage.Listed;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.LeaseTable;

/**
 * The feature objects, or what of them passed by, that this node holds. Merging is commutative and
 * idempotent, so holders that saw the same records agree whatever the order.
 */
final class FeatureStore {
  private static final Duration SWEEP = Duration.ofMinutes(1);

  /** What names a record in its feature object: one publication of one vector of one object. */
  private record Name(Id guid, Id digest, Id publisher) {}

  private record Entry(Id guid, Id digest, CompactVector vector, Contact publisher) {}

  private final LeaseConfig leases;
  private final LeaseTable<Name, Entry> records;

  FeatureStore(Limits limits, LeaseConfig leases, Timers timers) {
    this.leases = leases;
    this.records =
        new LeaseTable<>(timers, limits.maxFeatureRecords(), limits.maxRecordsPerFeature(), SWEEP);
  }

  int size() {
    return records.size();
  }

  List<Id> features() {
    return records.keys();
  }

  void merge(FeatureRecord record) {
    Id digest = record.vector().digest();
    records.merge(
        record.feature(),
        new Name(record.guid(), digest, record.publisher().id()),
        new Entry(record.guid(), digest, record.vector(), record.publisher()),
        record.sequence(),
        record.withdrawn(),
        leases.granted(record.leaseMillis()));
  }

  /** Every record held for a feature, withdrawn ones included, with what is left of its lease. */
  List<FeatureRecord> held(Id feature) {
    List<FeatureRecord> held = new ArrayList<>();
    for (LeaseTable.Leased<Entry> leased : records.leased(feature)) {
      Entry entry = leased.record();
      held.add(
          new FeatureRecord(
              feature,
              entry.guid(),
              entry.vector(),
              entry.publisher(),
              leased.sequence(),
              records.remainingMillis(leased),
              leased.withdrawn()));
    }
    return held;
  }

  /** The objects that a feature object lists, each vector of each object once. */
  List<Listed> list(Id feature) {
    Map<List<Id>, Listed> listed = new LinkedHashMap<>();
    for (Entry entry : records.records(feature)) {
      listed.putIfAbsent(
          List.of(entry.guid(), entry.digest()),
          new Listed(entry.guid(), entry.digest(), entry.vector().wholeText()));
    }
    return new ArrayList<>(listed.values());
  }

  /**
   * Resolves a query against everything held: any feature of the vector leads to candidates, and a
   * candidate's own vector decides.
   *
   * @param most matches at most
   */
  List<Match> resolve(FeatureVector vector, int thres, int most) {
    CompactVector query = vector.compact();
    Map<List<Id>, Match> matches = new LinkedHashMap<>();
    for (Id feature : vector.keys()) {
      for (Entry entry : records.records(feature)) {
        List<Id> name = List.of(entry.guid(), entry.digest());
        if (matches.size() >= most) {
          return new ArrayList<>(matches.values());
        }
        if (!matches.containsKey(name) && entry.vector().matches(query, thres)) {
          matches.put(
              name,
              new Match(entry.guid(), entry.digest(), entry.vector().overlap(query), query.size()));
        }
      }
    }
    return new ArrayList<>(matches.values());
  }
}
