package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.ata.adolr.AdolrMessage.Listed;
import org.spamwatch.ata.adolr.FeatureRecords.Lease;
import org.spamwatch.ata.adolr.PackedPublication.Name;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.lease.Evidence;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.LeaseTable;
import org.spamwatch.overlay.lease.Offer;
import org.spamwatch.overlay.lease.Publisher;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.lease.RefusalCounts;
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

  private final Signatures signatures;
  private final SignedTable<Name, PackedPublication> records;
  private final int maxCompared;

  FeatureStore(
      Contact self, Limits limits, LeaseConfig leases, Timers timers, Signatures signatures) {
    this.signatures = signatures;
    this.maxCompared = FULL_OBJECTS_PER_QUERY * limits.maxRecordsPerFeature();
    this.records =
        new SignedTable<>(
            self,
            limits.maxFeatureRecords(),
            limits.maxRecordsPerFeature(),
            signatures,
            leases,
            limits,
            timers);
  }

  int size() {
    return records.size();
  }

  RefusalCounts refused() {
    return records.refused();
  }

  /** The features held on an arc, as by {@link LeaseTable#keysBetween}. */
  List<Id> featuresBetween(Id first, Id last) {
    return records.keysBetween(first, last);
  }

  /**
   * Merges a record that some node handed over.
   *
   * @return why not, if it is refused
   */
  Optional<Refusal> merge(FeatureRecord record, Contact via) {
    PackedPublication packed = packed(record);
    return records.offer(offer(record, packed), evidence(record, packed), via);
  }

  /** Whether a refused record's publisher is to be told; see {@link SignedTable#isToBeTold}. */
  boolean isToBeTold(FeatureRecord record, Refusal refusal) {
    PackedPublication packed = packed(record);
    return records.isToBeTold(offer(record, packed), evidence(record, packed), refusal);
  }

  private PackedPublication packed(FeatureRecord record) {
    Publication publication = record.publication();
    Publisher publisher = Publisher.of(publication.publisher(), publication.proof());
    return PackedPublication.of(publication, records.held().known(publisher));
  }

  private static Offer<Name, PackedPublication> offer(
      FeatureRecord record, PackedPublication packed) {
    return new Offer<>(
        record.feature(),
        packed.name(),
        packed,
        packed.publisher(),
        packed.sequence(),
        packed.withdrawn(),
        record.leaseMillis());
  }

  /** Whether a record of a feature is held that stands. */
  boolean knows(Id feature) {
    return !records.records(feature).isEmpty();
  }

  private Evidence<PackedPublication> evidence(FeatureRecord record, PackedPublication packed) {
    Publication publication = record.publication();
    return new Evidence<>(
        () -> proven(packed, publication.vector().keys()),
        () -> publication.statement(signatures.realm()),
        publication.proof());
  }

  /** The same publication, if it is held under another of its features. Costs a find for each. */
  private Optional<PackedPublication> proven(PackedPublication packed, List<Id> features) {
    for (Id feature : features) {
      Optional<PackedPublication> held =
          records.held().find(feature, packed.name()).map(LeaseTable.Leased::record);
      if (held.isPresent() && held.get().equals(packed)) {
        return held;
      }
    }
    return Optional.empty();
  }

  /** Every record held for a feature, withdrawn ones included, with what is left of its lease. */
  List<FeatureRecord> held(Id feature) {
    return records.held().leased(feature).stream().map(leased -> record(feature, leased)).toList();
  }

  private FeatureRecord record(Id feature, LeaseTable.Leased<PackedPublication> leased) {
    return leased.record().unpacked().record(feature, records.held().remainingMillis(leased));
  }

  /**
   * What is held of the first of some features, which is taken out of them. A publication's records
   * of other features among them go with it, and those features are taken out too, where nothing
   * else is held of them.
   */
  List<FeatureRecords> take(Set<Id> features) {
    Id first = features.iterator().next();
    features.remove(first);
    List<FeatureRecords> taken = new ArrayList<>();
    for (LeaseTable.Leased<PackedPublication> leased : records.held().leased(first)) {
      PackedPublication packed = leased.record();
      List<Lease> leases = new ArrayList<>(2);
      for (int place = 0; place < packed.vector().size(); place++) {
        Id feature = packed.vector().key(place);
        if (feature.equals(first)) {
          leases.add(new Lease(first, records.held().remainingMillis(leased)));
        } else if (features.contains(feature)) {
          Optional<Lease> alone = alone(feature, packed);
          if (alone.isPresent()) {
            leases.add(alone.get());
            features.remove(feature);
          }
        }
      }
      taken.add(new FeatureRecords(packed.unpacked(), leases));
    }
    return taken;
  }

  /** The record of a publication, if it is the only one that is held of a feature. */
  private Optional<Lease> alone(Id feature, PackedPublication packed) {
    List<LeaseTable.Leased<PackedPublication>> held = records.held().leased(feature);
    return held.size() == 1 && held.get(0).record().equals(packed)
        ? Optional.of(new Lease(feature, records.held().remainingMillis(held.get(0))))
        : Optional.empty();
  }

  /** The objects that a feature object lists, each vector of each object once. */
  List<Listed> list(Id feature) {
    Map<List<Id>, Listed> listed = new LinkedHashMap<>();
    for (PackedPublication entry : records.records(feature)) {
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
    PackedVector query = PackedVector.of(vector);
    Map<List<Id>, Match> matches = new LinkedHashMap<>();
    int compared = compare(query, thres, records.records(routed), matches);
    for (Id feature : vector.keys()) {
      if (!feature.equals(routed)) {
        List<PackedPublication> candidates = records.records(feature);
        if (compared + candidates.size() > maxCompared) {
          continue;
        }
        compared += compare(query, thres, candidates, matches);
      }
    }
    return matches.values().stream().sorted(LARGEST_OVERLAP_FIRST).limit(most).toList();
  }

  /**
   * Who has published the objects of some matches under a feature, as far as its records are held
   * here: of each object at first one, then a second, and so on. Which of many, the query's number
   * decides, so that holders of the same records tell of the same publishers.
   */
  List<ObjectPublisher> publishers(Id feature, List<Match> found, long queryId) {
    if (found.isEmpty()) {
      return List.of();
    }
    Map<List<Id>, Set<Contact>> matched = new LinkedHashMap<>();
    found.forEach(
        match -> matched.put(List.of(match.guid(), match.digest()), new LinkedHashSet<>(2)));
    for (PackedPublication entry : records.records(feature)) {
      Set<Contact> its = matched.get(List.of(entry.guid(), entry.digest()));
      if (its != null) {
        its.add(entry.publisher().contact());
      }
    }
    Map<Id, Set<Contact>> publishers = new LinkedHashMap<>();
    matched.forEach(
        (variant, its) ->
            publishers.computeIfAbsent(variant.get(0), guid -> new LinkedHashSet<>(2)).addAll(its));
    List<List<ObjectPublisher>> drawn = new ArrayList<>();
    publishers.forEach((guid, its) -> drawn.add(draw(guid, its, queryId)));
    List<ObjectPublisher> told = new ArrayList<>();
    for (int place = 0; place < ObjectPublisher.MAX_OF_ONE; place++) {
      for (List<ObjectPublisher> its : drawn) {
        if (place < its.size() && told.size() < ObjectPublisher.MAX_TOLD) {
          told.add(its.get(place));
        }
      }
    }
    return told;
  }

  private static List<ObjectPublisher> draw(Id guid, Set<Contact> contacts, long queryId) {
    return contacts.stream()
        .sorted(
            Comparator.<Contact>comparingLong(contact -> ObjectPublisher.place(contact, queryId))
                .thenComparing(Contact::id))
        .limit(ObjectPublisher.MAX_OF_ONE)
        .map(contact -> new ObjectPublisher(guid, contact))
        .toList();
  }

  private static int compare(
      PackedVector query,
      int thres,
      List<PackedPublication> candidates,
      Map<List<Id>, Match> matches) {
    for (PackedPublication entry : candidates) {
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
