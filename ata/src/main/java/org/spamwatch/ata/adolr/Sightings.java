package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/** What nodes have reported of matches, and who is said to have published them. */
final class Sightings {
  /** Who said so of which feature. */
  private record Report(int index, Id reporter) {}

  /** A match and the reports of it. */
  private record Sighting(Match match, Set<Report> reports) {}

  /** A sighting, and its place among those of its reporter; of several, of that with fewest. */
  private record Ranked(Sighting sighting, int turn) {}

  private final Map<Variant, Sighting> sightings = new LinkedHashMap<>();
  private final Map<Id, Map<Contact, Set<Contact>>> publishers = new LinkedHashMap<>();

  /** A node reports a match of a feature's records. */
  void add(int index, Id reporter, Match match) {
    Sighting known = sightings.get(match.variant());
    Set<Report> reports = known == null ? new LinkedHashSet<>(2) : known.reports();
    reports.add(new Report(index, reporter));
    // Of two claims the lower one, so that their order does not matter.
    Match kept = known == null || match.shared() < known.match().shared() ? match : known.match();
    sightings.put(match.variant(), new Sighting(kept, reports));
  }

  /** A match that this node has found out itself. */
  void add(Match match) {
    sightings.put(match.variant(), new Sighting(match, Set.of()));
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
   * Those on which most reporters agree first, and of equals one of each reporter in turn: one bad
   * root cannot crowd the others' matches out.
   */
  List<Match> best(int most) {
    List<Sighting> all = new ArrayList<>(sightings.values());
    all.sort(Comparator.comparing(Sighting::match, Match.LARGEST_OVERLAP_FIRST));
    return inTurns(all).stream()
        .sorted(
            Comparator.comparingInt((Ranked ranked) -> -ranked.sighting().reports().size())
                .thenComparingInt(Ranked::turn))
        .limit(most)
        .map(ranked -> ranked.sighting().match())
        .toList();
  }

  private static List<Ranked> inTurns(List<Sighting> all) {
    Map<Id, Integer> ofReporter = new LinkedHashMap<>();
    List<Ranked> turns = new ArrayList<>();
    for (Sighting sighting : all) {
      int turn =
          sighting.reports().stream()
              .map(Report::reporter)
              .distinct()
              .mapToInt(reporter -> ofReporter.merge(reporter, 1, Integer::sum))
              .min()
              .orElse(0);
      turns.add(new Ranked(sighting, turn));
    }
    return turns;
  }

  /** For each object among some matches, of how many features it was reported. */
  Map<Id, Integer> reports(List<Match> some) {
    Map<Id, BitSet> routesOf = new LinkedHashMap<>();
    for (Match match : some) {
      Sighting sighting = sightings.get(match.variant());
      if (sighting != null) {
        BitSet routes = routesOf.computeIfAbsent(match.guid(), guid -> new BitSet());
        sighting.reports().forEach(report -> routes.set(report.index()));
      }
    }
    Map<Id, Integer> reports = new LinkedHashMap<>();
    routesOf.forEach((guid, routes) -> reports.put(guid, routes.cardinality()));
    return reports;
  }

  /** Who has named a publisher. */
  List<Contact> tellersOf(Contact publisher) {
    Set<Contact> tellers = new LinkedHashSet<>();
    publishers
        .values()
        .forEach(ofObject -> tellers.addAll(ofObject.getOrDefault(publisher, Set.of())));
    return List.copyOf(tellers);
  }

  /** Those of whom most nodes tell; among equals the query's number decides. */
  List<Contact> publishersOf(Id guid, long queryId) {
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
