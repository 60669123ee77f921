package org.spamwatch.ata.adolr;

import java.util.List;

/**
 * What an approximate query found.
 *
 * @param matches each matching object once, that on which most nodes agree first, then the largest
 *     overlap
 * @param routes the features asked for; 0 if a query just before had found the answer already
 * @param answered those whose route has reported its end; fewer than {@code routes} means that
 *     matches may be missing
 * @param hops the longest route reported, in overlay hops
 */
public record QueryOutcome(List<Match> matches, int routes, int answered, int hops) {
  /** Copies the list. */
  public QueryOutcome {
    matches = List.copyOf(matches);
  }

  /** Whether every feature's route has reported. */
  public boolean isComplete() {
    return answered == routes;
  }
}
