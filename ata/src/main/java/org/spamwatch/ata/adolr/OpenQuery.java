package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.adolr.AdolrMessage.Listed;
import org.spamwatch.ata.adolr.AdolrMessage.Role;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Timers;

/**
 * A query of this node's own that is under way: what its routes have reported, each by the index of
 * its feature. Holds at most as many matches a route as one query may reach, and as many listed
 * objects a feature as a feature object may have.
 */
final class OpenQuery {
  private record Variant(Id guid, Id digest) {}

  /** Who said so of which feature. */
  private record Report(int index, Id reporter) {}

  /** A match and the reports of it. */
  private record Sighting(Match match, Set<Report> reports) {}

  /** A sighting, and its place among those of its reporter; of several, of that with fewest. */
  private record InTurn(Sighting sighting, int turn) {}

  final FeatureVector vector;
  final int thres;
  final Message payload;
  final Resolution resolution;
  final QueryListener listener;
  final List<QueryRoute> routes = new ArrayList<>();
  long queryId;
  int ttl;
  Timers.@Nullable Timer timer;

  /** Whether a route was swallowed, or its end reported by a node that is not the root. */
  boolean betrayed;

  /** Whether every route has reported an end, believed or not. */
  boolean isReported;

  boolean isOver;
  private final Map<Variant, Sighting> sightings = new LinkedHashMap<>();
  private final Map<Id, Map<Contact, Set<Contact>>> publishers = new LinkedHashMap<>();
  private final Map<Variant, BitSet> occurrences = new LinkedHashMap<>();
  private final int[] listedUnder;
  private final Map<Integer, BitSet> pagesRead = new LinkedHashMap<>();
  private final BitSet ended = new BitSet();
  private int hops;

  OpenQuery(
      FeatureVector vector,
      int thres,
      Message payload,
      Resolution resolution,
      QueryListener listener) {
    if (thres < 1 || thres > vector.size()) {
      throw new IllegalArgumentException(
          "THRES " + thres + " is not in 1 to |FV| = " + vector.size());
    }
    this.vector = vector;
    this.thres = thres;
    this.payload = payload;
    this.resolution = resolution;
    this.listener = listener;
    this.listedUnder = new int[vector.size()];
  }

  /** A route reports what it found; what cannot be a match of this query is passed over. */
  void found(int index, Id reporter, List<Match> some) {
    for (Match match : some) {
      if (match.of() == vector.size() && match.shared() >= thres) {
        Variant variant = new Variant(match.guid(), match.digest());
        Sighting known = sightings.get(variant);
        Set<Report> reports = known == null ? new LinkedHashSet<>(2) : known.reports();
        reports.add(new Report(index, reporter));
        // Of two claims the lower one, so that their order does not matter.
        Match kept =
            known == null || match.shared() < known.match().shared() ? match : known.match();
        sightings.put(variant, new Sighting(kept, reports));
      }
    }
  }

  /** A node tells who has published what it found. */
  void published(Contact reporter, List<ObjectPublisher> some) {
    for (ObjectPublisher told : some) {
      publishers
          .computeIfAbsent(told.guid(), guid -> new LinkedHashMap<>(2))
          .computeIfAbsent(told.contact(), contact -> new LinkedHashSet<>(2))
          .add(reporter);
    }
  }

  /**
   * A page of a feature object has come (naive resolution); returns whether it was the last.
   *
   * @param most objects counted for one feature
   */
  boolean listed(int index, int page, int pages, List<Listed> objects, int most) {
    BitSet read = pagesRead.computeIfAbsent(index, i -> new BitSet());
    if (!read.get(page)) {
      read.set(page);
      for (Listed object : objects) {
        if (listedUnder[index]++ < most) {
          if (agrees(index, object)) {
            Variant variant = new Variant(object.guid(), object.digest());
            occurrences.computeIfAbsent(variant, v -> new BitSet()).set(index);
          }
        }
      }
    }
    return read.cardinality() >= pages;
  }

  /** A feature's route is over; returns whether all are. */
  boolean ended(int index, int routeHops) {
    ended.set(index);
    hops = Math.max(hops, routeHops);
    return ended.cardinality() == vector.size();
  }

  /** A route has reported, though its end may not be believed. */
  void reported(int routeHops) {
    hops = Math.max(hops, routeHops);
  }

  /** A feature's route is not over after all. */
  void reopen(int index) {
    ended.clear(index);
  }

  private boolean agrees(int index, Listed object) {
    boolean whole = vector.wholeText() && index == 0;
    Role wanted = vector.wholeText() ? Role.PART_BESIDE_WHOLE : Role.PART;
    return object.scheme().equals(vector.scheme())
        && object.role() == (whole ? Role.WHOLE : wanted);
  }

  /** The naive rule: objects listed under at least THRES of the features. */
  void count() {
    occurrences.forEach(
        (object, under) -> {
          int shared = under.cardinality();
          if (shared >= thres && (!vector.wholeText() || under.get(0))) {
            Match match = new Match(object.guid(), object.digest(), shared, vector.size());
            sightings.put(object, new Sighting(match, Set.of()));
          }
        });
  }

  /**
   * What is known so far, that on which most reporters agree first, and of equals one of each
   * reporter in turn: one bad root cannot crowd the others' matches out.
   *
   * @param most matches at most
   */
  QueryOutcome outcome(int most) {
    Comparator<Sighting> byMatch =
        Comparator.comparing(
            Sighting::match,
            Comparator.comparingInt(Match::shared)
                .reversed()
                .thenComparing(Match::guid)
                .thenComparing(Match::digest));
    List<Match> best =
        inTurns(sightings.values().stream().sorted(byMatch).toList()).stream()
            .sorted(
                Comparator.comparingInt((InTurn its) -> -its.sighting().reports().size())
                    .thenComparingInt(InTurn::turn))
            .limit(most)
            .map(its -> its.sighting().match())
            .toList();
    Map<Id, List<Contact>> theirs = new LinkedHashMap<>();
    Map<Contact, List<Contact>> tellers = new LinkedHashMap<>();
    for (Match match : best) {
      List<Contact> its = publishersOf(match.guid());
      if (!its.isEmpty()) {
        theirs.put(match.guid(), its);
        its.forEach(each -> tellers.put(each, tellersOf(each)));
      }
    }
    return new QueryOutcome(
        best, theirs, tellers, reports(best), vector.size(), ended.cardinality(), hops);
  }

  private static List<InTurn> inTurns(List<Sighting> all) {
    Map<Id, Integer> ofReporter = new LinkedHashMap<>();
    List<InTurn> turns = new ArrayList<>();
    for (Sighting sighting : all) {
      int turn =
          sighting.reports().stream()
              .map(Report::reporter)
              .distinct()
              .mapToInt(reporter -> ofReporter.merge(reporter, 1, Integer::sum))
              .min()
              .orElse(0);
      turns.add(new InTurn(sighting, turn));
    }
    return turns;
  }

  private Map<Id, Integer> reports(List<Match> best) {
    Map<Id, BitSet> routesOf = new LinkedHashMap<>();
    for (Match match : best) {
      Sighting sighting = sightings.get(new Variant(match.guid(), match.digest()));
      if (sighting != null) {
        BitSet its = routesOf.computeIfAbsent(match.guid(), guid -> new BitSet());
        sighting.reports().forEach(report -> its.set(report.index()));
      }
    }
    Map<Id, Integer> reports = new LinkedHashMap<>();
    routesOf.forEach((guid, its) -> reports.put(guid, its.cardinality()));
    return reports;
  }

  private List<Contact> tellersOf(Contact publisher) {
    Set<Contact> tellers = new LinkedHashSet<>();
    publishers.values().forEach(its -> tellers.addAll(its.getOrDefault(publisher, Set.of())));
    return List.copyOf(tellers);
  }

  /** Those of whom most nodes tell; among equals the query's number decides. */
  private List<Contact> publishersOf(Id guid) {
    Comparator<Map.Entry<Contact, Set<Contact>>> most =
        Comparator.comparingInt(entry -> -entry.getValue().size());
    return publishers.getOrDefault(guid, Map.of()).entrySet().stream()
        .sorted(
            most.thenComparingLong(entry -> ObjectPublisher.place(entry.getKey(), queryId))
                .thenComparing(entry -> entry.getKey().id()))
        .limit(ObjectPublisher.MAX_OF_ONE)
        .map(Map.Entry::getKey)
        .toList();
  }
}
