package org.spamwatch.ata.adolr;

import com.google.common.collect.Multimaps;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.spamwatch.ata.adolr.AdolrMessage.Listed;
import org.spamwatch.ata.adolr.FeatureRecords.Lease;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.lease.Evidence;
import org.spamwatch.overlay.lease.LeaseTable;
import org.spamwatch.overlay.lease.Offer;
import org.spamwatch.overlay.lease.Publisher;
import org.spamwatch.overlay.lease.RecordTerms;
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

  /** What this node signs to learn the key and the membership that its publications are by. */
  private static final byte[] OWN_TEXT =
      "spamwatch-own-vectors-v1".getBytes(StandardCharsets.US_ASCII);

  private final Signatures signatures;
  private final Contact self;
  private final SignedTable<PackedPublication> records;
  private final OwnVectors own;
  private final Lookup lookup;

  FeatureStore(Contact self, RecordTerms terms, Timers timers) {
    Limits limits = terms.limits();
    this.signatures = terms.signatures();
    this.self = self;
    this.records =
        new SignedTable<>(
            self, limits.maxFeatureRecords(), limits.maxRecordsPerFeature(), terms, timers);
    this.own =
        new OwnVectors(records.held().kept(), () -> Publisher.of(self, signatures.sign(OWN_TEXT)));
    this.lookup =
        new Lookup(records.held(), own, FULL_OBJECTS_PER_QUERY * limits.maxRecordsPerFeature());
  }

  int size() {
    return records.held().size();
  }

  /** What this node keeps on its own account: it matches, and is neither listed nor handed over. */
  OwnVectors own() {
    return own;
  }

  RefusalCounts refused() {
    return records.refused();
  }

  /** The features held, as by {@link LeaseTable#keysFrom}. */
  List<Id> featuresFrom(Id first, int most) {
    return records.held().keysFrom(first, most);
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

  private static Offer<PackedPublication> offer(FeatureRecord record, PackedPublication packed) {
    return new Offer<>(record.feature(), packed, record.leaseMillis());
  }

  /** Whether a record of a feature is held that stands, or an own vector with it. */
  boolean knows(Id feature) {
    return records.held().standsOrIsKept(feature);
  }

  private Evidence<PackedPublication> evidence(FeatureRecord record, PackedPublication packed) {
    Publication publication = record.publication();
    return new Evidence<>(
        () -> proven(packed, publication.vector().keys()),
        () -> publication.statement(signatures.realm()),
        publication.proof());
  }

  /**
   * The publication, if it is held, and so proven, under one of its features. Costs a find each.
   */
  private Optional<PackedPublication> proven(PackedPublication packed, List<Id> features) {
    for (Id feature : features) {
      Optional<PackedPublication> held =
          records.held().find(feature, packed).map(LeaseTable.Leased::record);
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
      Publication publication = packed.unpacked();
      List<Lease> leases = new ArrayList<>(2);
      for (Id feature : publication.vector().keys()) {
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
      taken.add(new FeatureRecords(publication, leases));
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
    Map<Variant, Listed> listed = new LinkedHashMap<>();
    for (PackedPublication entry : records.records(feature)) {
      listed.putIfAbsent(
          entry.variant(),
          new Listed(entry.guid(), entry.digest(), entry.vector().scheme(), entry.roleOf(feature)));
    }
    return new ArrayList<>(listed.values());
  }

  /**
   * Resolves a query against what is held: any feature of the vector leads to candidates, and a
   * candidate's own vector decides; but for the list of what matches nothing is allocated. Which
   * matches are dropped at the limit does not depend on the order in which records came, so that
   * replicas answer alike.
   *
   * <p>The feature that the query was routed by is gone through whole: that is what makes the full
   * route complete. The others only make for an earlier hit, so they are gone through as long as
   * the query has led to fewer than {@value #FULL_OBJECTS_PER_QUERY} full feature objects of
   * candidates, each of which costs |FV*| log |FV| comparisons of numbers. Of own vectors as many
   * are compared besides, those that share the rarest features first.
   *
   * @param routed the feature that the query was routed by
   * @param most matches at most: one of each address group in turn, and of a group's publishers one
   *     of each in turn, each one's of the largest overlap first, so that nobody's many keep
   *     another's out
   */
  List<Match> resolve(Id routed, FeatureVector vector, int thres, int most) {
    if (!holdsAny(vector)) {
      return List.of();
    }
    Found found = lookup.find(vector.keys().indexOf(routed), vector, thres, most);
    return fairly(byPublisher(found), most);
  }

  /**
   * What a query finds here by whichever of its features it is routed; not complete if more is held
   * than is compared for one, for then each finds other matches, or if others have published any of
   * them, who may know more.
   */
  MatchesHere outcome(FeatureVector vector, int thres, int most) {
    Found found = lookup.find(0, vector, thres, most);
    if (found.size() == 0) {
      return new MatchesHere(
          QueryOutcome.ofOne(List.of(), vector.size(), lookup.isAll()), List.of());
    }
    Map<Contact, Map<Variant, Match>> matches = byPublisher(found);
    boolean isOwn = matches.keySet().stream().allMatch(each -> each.id().equals(self.id()));
    return new MatchesHere(
        QueryOutcome.ofOne(fairly(matches, most), vector.size(), lookup.isAll() && isOwn),
        found.matches().subList(0, lookup.ofOwn()));
  }

  private Map<Contact, Map<Variant, Match>> byPublisher(Found found) {
    Map<Contact, Map<Variant, Match>> matches = new LinkedHashMap<>();
    for (int place = 0; place < found.size(); place++) {
      boolean isOwn = place < lookup.ofOwn();
      Match match = found.match(place);
      matches
          .computeIfAbsent(
              isOwn ? self : found.record(place).publisher().contact(),
              contact -> new LinkedHashMap<>(2))
          .putIfAbsent(match.variant(), match);
    }
    return matches;
  }

  private static List<Match> fairly(Map<Contact, Map<Variant, Match>> matches, int most) {
    if (matches.size() == 1) { // of one publisher, as where this peer is alone
      List<Match> found = new ArrayList<>(matches.values().iterator().next().values());
      found.sort(Match.LARGEST_OVERLAP_FIRST);
      return found.subList(0, Math.min(found.size(), most));
    }
    Map<String, Map<Id, List<Match>>> byGroup = new TreeMap<>();
    matches.forEach(
        (publisher, found) ->
            byGroup
                .computeIfAbsent(
                    publisher.endpoint().group().nameFor(publisher.id()), group -> new TreeMap<>())
                .computeIfAbsent(publisher.id(), id -> new ArrayList<>(found.size()))
                .addAll(found.values()));
    List<List<Match>> groups = new ArrayList<>();
    for (Map<Id, List<Match>> publishers : byGroup.values()) {
      publishers.values().forEach(found -> found.sort(Match.LARGEST_OVERLAP_FIRST));
      groups.add(inTurn(publishers.values()).toList());
    }
    return inTurn(groups).limit(most).sorted(Match.LARGEST_OVERLAP_FIRST).toList();
  }

  /** What of the own vectors a query matches, without the records. */
  List<Match> own(FeatureVector vector, int thres, int most) {
    return lookup.findOwn(vector, thres, most).matches();
  }

  private boolean holdsAny(FeatureVector vector) {
    for (int key = 0; key < vector.size(); key++) {
      if (records.held().holds(vector.identity(key))) {
        return true;
      }
    }
    return false;
  }

  /** Each match once, in each turn that of the largest overlap first. */
  private static Stream<Match> inTurn(Collection<List<Match>> lists) {
    return InTurn.of(lists).stream()
        .flatMap(turn -> turn.stream().sorted(Match.LARGEST_OVERLAP_FIRST))
        .distinct();
  }

  /**
   * Who has published the objects of some matches under a feature, as far as its records are held
   * here: half of them one of each publisher in turn, half one of each object in turn, so that
   * neither a publisher of many objects nor an object of many publishers leaves others out. Which
   * of many, the route's number decides, so that the ends of several routes tell of different ones.
   */
  List<ObjectPublisher> publishers(Id feature, List<Match> found, long routeId) {
    if (found.isEmpty()) {
      return List.of();
    }
    Map<Variant, Set<Contact>> matched = new LinkedHashMap<>();
    found.forEach(match -> matched.put(match.variant(), new LinkedHashSet<>(2)));
    for (PackedPublication entry : records.records(feature)) {
      Set<Contact> contacts = matched.get(entry.variant());
      if (contacts != null) {
        contacts.add(entry.publisher().contact());
      }
    }
    List<ObjectPublisher> all = new ArrayList<>();
    matched.forEach(
        (variant, contacts) ->
            contacts.forEach(contact -> all.add(new ObjectPublisher(variant.guid(), contact))));
    all.sort(
        Comparator.comparingLong((ObjectPublisher each) -> ObjectPublisher.place(each, routeId))
            .thenComparing(ObjectPublisher::guid)
            .thenComparing(each -> each.contact().id()));
    return Stream.concat(
            inTurn(all, each -> each.contact().id()).limit(ObjectPublisher.MAX_TOLD / 2),
            inTurn(all, ObjectPublisher::guid))
        .distinct()
        .limit(ObjectPublisher.MAX_TOLD)
        .toList();
  }

  /** One of each kind in turn. */
  private static Stream<ObjectPublisher> inTurn(
      List<ObjectPublisher> all, Function<ObjectPublisher, Id> kind) {
    return InTurn.of(Multimaps.index(all, kind::apply).asMap().values()).stream()
        .flatMap(List::stream)
        .distinct();
  }
}
