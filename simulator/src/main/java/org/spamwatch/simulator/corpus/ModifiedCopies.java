package org.spamwatch.simulator.corpus;

import java.util.List;
import org.spamwatch.agent.api.ExplainAnswer;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Limits;

/**
 * Counts what peers say of modified copies, beside what a comparison of all vectors says of them.
 * Not thread-safe.
 */
final class ModifiedCopies {
  /** Those that match an earlier mail of their cluster, by the peers. */
  final MatchCounts any = new MatchCounts();

  /** Those whose vector matches the first mail of their cluster. */
  final MatchCounts first = new MatchCounts();

  private int elsewhere;
  private int disagreements;
  private int disagreementsAtLimit;

  /** A copy with too little text to be asked about. */
  void add() {
    any.add();
    first.add();
  }

  /** A copy by its vector, and what a peer has answered. */
  void add(CompactVector query, Cluster cluster, ExplainAnswer answer) {
    List<ExplainAnswer.Match> matches = answer.matches();
    int best = 0;
    for (ExplainAnswer.Match match : matches) {
      if (cluster.has(match.message())) {
        best = Math.max(best, match.shared());
      }
    }
    int shared = best;
    any.add(thres -> shared >= Threshold.of(thres).forSize(query.scheme(), query.size()));
    first.add(thres -> cluster.firstMatches(query, thres));
    elsewhere += shared == 0 && !matches.isEmpty() ? 1 : 0;
    if (shared > 0 != cluster.anyMatches(query, MatchCounts.THRESHOLDS.get(0))) {
      disagreements++;
      disagreementsAtLimit += matches.size() >= Limits.DEFAULT.maxGuidsPerQuery() ? 1 : 0;
    }
  }

  /** Those that match spam, but none of their own cluster. */
  int elsewhere() {
    return elsewhere;
  }

  /** Those on which peers and comparison differ. */
  int disagreements() {
    return disagreements;
  }

  /** Those of them whose answer held as many messages as one query reaches. */
  int disagreementsAtLimit() {
    return disagreementsAtLimit;
  }
}
