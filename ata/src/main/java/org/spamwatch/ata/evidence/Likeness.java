package org.spamwatch.ata.evidence;

import java.util.EnumSet;
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
 * @param leadWhere whether both lead to a domain other than that of the mail's sender
 * @param sufficient whether they share an address for answers that is enough by itself
 */
public record Likeness(
    List<MarkMatch.Pair> text,
    List<MarkMatch.Pair> frame,
    Set<EvidenceKind> kinds,
    double resemblance,
    boolean leadWhere,
    boolean sufficient) {
  /** A resemblance that is enough by itself. */
  private static final double ALIKE = 0.15;

  /** One that is enough beside something else. */
  private static final double SIMILAR = 0.08;

  /** Copies all. */
  public Likeness {
    text = List.copyOf(text);
    frame = List.copyOf(frame);
    kinds = Set.copyOf(kinds);
  }

  /**
   * The kinds by which the mark is met without its text; none if they are not enough. An address
   * for answers at a domain of its own, the whole of a short mail, or 15 % of all that both say are
   * enough. So are two of different kinds of which one is who is to be written to or who sends, or
   * a domain that both lead to: what a program makes, pages and their addresses, is not; a sender
   * and his own domain are one; and to whom one writes is not met by the frame of a group that he
   * is in.
   */
  Set<EvidenceKind> enough() {
    Set<EvidenceKind> alone = EnumSet.noneOf(EvidenceKind.class);
    if (sufficient) {
      alone.add(EvidenceKind.CONTACT);
    }
    if (kinds.contains(EvidenceKind.SHORT)) {
      alone.add(EvidenceKind.SHORT);
    }
    if (resemblance >= ALIKE) {
      alone.add(EvidenceKind.COARSE);
    }
    if (!alone.isEmpty()) {
      return alone;
    }
    Set<EvidenceKind> met = EnumSet.noneOf(EvidenceKind.class);
    met.addAll(kinds);
    met.remove(EvidenceKind.DOMAIN);
    boolean isSimilar = resemblance >= SIMILAR || !frame.isEmpty();
    if (isSimilar) {
      met.add(EvidenceKind.COARSE);
    } else {
      met.remove(EvidenceKind.COARSE);
    }
    if (met.contains(EvidenceKind.SENDER) && !leadWhere) {
      met.remove(EvidenceKind.LINK);
    }
    boolean isFrom = met.contains(EvidenceKind.SENDER) || met.contains(EvidenceKind.CONTACT);
    int different = met.size();
    different -= met.contains(EvidenceKind.SENDER) && met.contains(EvidenceKind.CONTACT) ? 1 : 0;
    boolean isSaid =
        met.contains(EvidenceKind.SENDER)
            || leadWhere
            || resemblance >= SIMILAR
            || met.contains(EvidenceKind.SUBJECT)
            || met.contains(EvidenceKind.ATTACHMENT);
    return different >= 2 && isSaid && (isFrom || leadWhere) ? met : Set.of();
  }
}
