package org.spamwatch.ata.adolr;

import java.util.List;

/**
 * What one node by itself finds of a query, without asking anybody.
 *
 * @param outcome what a full query ends with where it is the only node. Not complete if more is
 *     held than is compared for one query, for each route then looks through another feature's
 *     records first; or if another node has published any of it
 * @param indexed of these, what the node keeps on its own account
 */
public record MatchesHere(QueryOutcome outcome, List<Match> indexed) {
  /** Copies the list. */
  public MatchesHere {
    indexed = List.copyOf(indexed);
  }
}
