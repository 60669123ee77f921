package org.spamwatch.ata.adolr;

import com.google.common.collect.ImmutableMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * What an approximate query found.
 *
 * @param matches each matching object once, that on which most nodes agree first, then the largest
 *     overlap
 * @param publishers of these objects, those of whom most nodes tell first, at most {@link
 *     ObjectPublisher#MAX_OF_ONE} of each; nobody's word is proven
 * @param tellers who has named each of these publishers
 * @param reports for these objects, how many features' routes have reported a match of it; every
 *     one of a feature that it shares does, if nobody lies and its records are where they belong
 * @param routes the features asked for; 0 if a query just before had found the answer already
 * @param answered those whose route has reported its end; fewer than {@code routes} means that
 *     matches may be missing
 * @param hops the longest route reported, in overlay hops
 */
public record QueryOutcome(
    List<Match> matches,
    Map<Id, List<Contact>> publishers,
    Map<Contact, List<Contact>> tellers,
    Map<Id, Integer> reports,
    int routes,
    int answered,
    int hops) {
  /** Copies the list and the maps. */
  public QueryOutcome {
    matches = List.copyOf(matches);
    publishers = ImmutableMap.copyOf(publishers);
    tellers = ImmutableMap.copyOf(tellers);
    reports = ImmutableMap.copyOf(reports);
  }

  /** An outcome without publishers. */
  public QueryOutcome(List<Match> matches, int routes, int answered, int hops) {
    this(matches, Map.of(), Map.of(), Map.of(), routes, answered, hops);
  }

  /**
   * What one node finds by itself.
   *
   * @param isAll whether it finds the same by each route, and nobody else knows more
   */
  static QueryOutcome ofOne(List<Match> matches, int routes, boolean isAll) {
    Map<Id, Integer> reports = new LinkedHashMap<>();
    matches.forEach(match -> reports.put(match.guid(), routes));
    return new QueryOutcome(matches, Map.of(), Map.of(), reports, routes, isAll ? routes : 0, 0);
  }

  /** Whether every feature's route has reported. */
  public boolean isComplete() {
    return answered == routes;
  }

  /** Who has named a publisher; empty if nobody has. */
  public List<Contact> tellersOf(Contact publisher) {
    return tellers.getOrDefault(publisher, List.of());
  }

  /** Who has published an object, as nodes tell; empty if none does. */
  public List<Contact> publishersOf(Id guid) {
    return publishers.getOrDefault(guid, List.of());
  }
}
