package org.spamwatch.agent.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.spamwatch.ata.adolr.Match;
import org.spamwatch.ata.adolr.QueryOutcome;
import org.spamwatch.overlay.Id;

/**
 * What the routes of a check have told so far: which messages are said to be like the mail. Whoever
 * says so may lie.
 */
final class Claims {
  private final Map<Id, Set<Id>> matched = new LinkedHashMap<>(); // digests said to match
  private final Map<Id, Integer> reports = new LinkedHashMap<>();
  private final Set<Id> claimed = new LinkedHashSet<>();
  private final Set<Id> sighted = new LinkedHashSet<>();
  private int openQueries;
  private int openReports;
  private int hops;
  private int routesAnswered;
  private boolean allRoutesAnswered = true;
  private boolean isRepeated; // what the query before has found is taken for as good

  /** None yet of so many queries. */
  Claims(int queries) {
    openQueries = queries;
    openReports = queries;
  }

  /** Every route of a query has ended. */
  void ended(QueryOutcome outcome) {
    openQueries--;
    routesAnswered += outcome.answered();
    allRoutesAnswered &= outcome.isComplete();
    claim(outcome);
  }

  /** Every route of a query has reported, though some ends are doubted. */
  void reported(QueryOutcome outcome) {
    openReports--;
    claim(outcome);
  }

  private void claim(QueryOutcome outcome) {
    hops = Math.max(hops, outcome.hops());
    learn(outcome);
    outcome.matches().forEach(match -> claimed.add(match.guid()));
  }

  /** A message that the mail meets, as is known here. */
  void met(Id guid, List<Id> digests) {
    claimed.add(guid);
    matched.computeIfAbsent(guid, id -> new LinkedHashSet<>(2)).addAll(digests);
  }

  /** While routes are still out; returns those of their messages that were told of before. */
  List<Id> toldAgain(QueryOutcome soFar) {
    learn(soFar);
    List<Id> again = new ArrayList<>();
    for (Match match : soFar.matches()) {
      if (!sighted.add(match.guid())) {
        again.add(match.guid());
      }
    }
    return again;
  }

  private void learn(QueryOutcome outcome) {
    for (Match match : outcome.matches()) {
      matched.computeIfAbsent(match.guid(), guid -> new LinkedHashSet<>(2)).add(match.digest());
    }
    outcome.reports().forEach((guid, routes) -> reports.merge(guid, routes, Math::max));
    isRepeated |= outcome.routes() == 0;
  }

  /** Whether every route has ended. */
  boolean areOver() {
    return openQueries <= 0;
  }

  /** Whether every route has reported. */
  boolean areReported() {
    return openReports <= 0;
  }

  /** The messages claimed by queries whose routes have reported or ended. */
  Set<Id> guids() {
    return claimed;
  }

  /** The vectors of a message that are said to match. */
  Set<Id> digests(Id guid) {
    return matched.getOrDefault(guid, Set.of());
  }

  /**
   * Whether half of the routes by features that a message shares have reported it: what was taken
   * back long ago nobody reports but who replays it.
   */
  boolean isBacked(Id guid, int shared) {
    return isRepeated || 2 * reports.getOrDefault(guid, 0) >= shared;
  }

  /** The longest route taken, in overlay hops. */
  int hops() {
    return hops;
  }

  /** Whether any route has been answered. */
  boolean isAnyAnswered() {
    return routesAnswered > 0;
  }

  /** Whether every route that has ended was answered. */
  boolean areAllAnswered() {
    return allRoutesAnswered;
  }
}
