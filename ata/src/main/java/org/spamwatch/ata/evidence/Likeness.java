package org.spamwatch.ata.evidence;

import java.util.List;
import java.util.Set;

/**
 * In what a mail is like a mark, each for itself, before it is judged whether that is enough.
 *
 * @param text pairs of vectors of text that are alike; that first which shares most
 * @param kinds of evidence that agree
 */
public record Likeness(List<MarkMatch.Pair> text, Set<EvidenceKind> kinds) {
  /** Copies both. */
  public Likeness {
    text = List.copyOf(text);
    kinds = Set.copyOf(kinds);
  }
}
