package org.spamwatch.ata.evidence;

import java.util.List;
import java.util.Set;
import org.spamwatch.ata.fingerprint.FeatureVector;

/**
 * By what a mail meets a mark.
 *
 * @param pairs vectors that are alike, at least one pair; that first which shares most
 * @param kinds of evidence beside the text that agree; none if the text suffices
 */
public record MarkMatch(List<Pair> pairs, Set<EvidenceKind> kinds) {
  /** Copies both. */
  public MarkMatch {
    pairs = List.copyOf(pairs);
    kinds = Set.copyOf(kinds);
  }

  /**
   * Two vectors of one scheme.
   *
   * @param mail the mail's own
   * @param mark what was voted on
   * @param shared features of the mark's vector that the mail has in its vector or its probes and
   *     that are no own ham
   */
  public record Pair(FeatureVector mail, FeatureVector mark, int shared) {}

  /** The pair that shares most. */
  public Pair best() {
    return pairs.get(0);
  }
}
