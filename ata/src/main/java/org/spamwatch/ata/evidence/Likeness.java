package org.spamwatch.ata.evidence;

import java.util.List;
import java.util.Set;

/**
 * In what a mail is like a mark, each for itself, before it is judged whether that is enough.
 *
 * @param text pairs of vectors of text that are alike; that first which shares most
 * @param frame pairs that share THRES features too, but no more than what frames a text: a footer,
 *     a phrase
 * @param kinds of evidence that agree
 * @param resemblance how much of both texts is the same, 0 to 1, by {@link EvidenceKind#COARSE}
 */
public record Likeness(
    List<MarkMatch.Pair> text,
    List<MarkMatch.Pair> frame,
    Set<EvidenceKind> kinds,
    double resemblance) {
  /** Copies all. */
  public Likeness {
    text = List.copyOf(text);
    frame = List.copyOf(frame);
    kinds = Set.copyOf(kinds);
  }
}
