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
 * @param row whether they share any feature of text, enough or not
 * @param kinds of evidence that agree
 * @param resemblance how much of both texts is the same, 0 to 1, by {@link EvidenceKind#COARSE}
 * @param leadWhere whether both lead to a domain other than that of the mail's sender
 * @param sufficient whether they share an address for answers that is enough by itself
 */
public record Likeness(
    List<MarkMatch.Pair> text,
    List<MarkMatch.Pair> frame,
    boolean row,
    Set<EvidenceKind> kinds,
    double resemblance,
    boolean leadWhere,
    boolean sufficient) {
  /** A resemblance that is enough by itself. */
  private static final double ALIKE = 0.13;

  /** One that is, if the texts share a feature, and not THRES of them that are a frame. */
  private static final double ALIKE_IN_A_ROW = 0.095;

  /** One that is what both say. */
  private static final double SIMILAR = 0.08;

  /** Copies all. */
  public Likeness {
    text = List.copyOf(text);
    frame = List.copyOf(frame);
    kinds = Set.copyOf(kinds);
  }

  /**
   * The kinds by which the mark is met without its text; none if they are not enough. An address
   * for answers at a domain of its own, the whole of a short mail, or 13 % of all that both say are
   * enough, or 9.5 % with a longer row of words among it that is no frame. Else it takes who is to
   * be written to or who sends, what he is called, or a domain that both lead to, and of these two;
   * or one of them and what both say: the subject, an attachment, 8 % of the words; or how a page
   * or the frame of a text is made, or any words of which both samples have some, that of the rows
   * and that of the whole. Fewer words are enough beside an address, a sender or his name: two rows
   * of the sample of the whole, and beside an address one of the other.
   */
  Set<EvidenceKind> enough() {
    Set<EvidenceKind> alone = alone();
    if (!alone.isEmpty()) {
      return alone;
    }
    boolean isSomebody =
        kinds.contains(EvidenceKind.SENDER) || kinds.contains(EvidenceKind.CONTACT);
    boolean isCalled = kinds.contains(EvidenceKind.NAME);
    int who = (isSomebody ? 1 : 0) + (isCalled ? 1 : 0) + (leadWhere ? 1 : 0);
    boolean says =
        resemblance >= SIMILAR
            || kinds.contains(EvidenceKind.SUBJECT)
            || kinds.contains(EvidenceKind.ATTACHMENT);
    boolean looks = kinds.contains(EvidenceKind.HTML) || isFramedAlike();
    boolean isEnough =
        who >= 2
            || (who == 1 && (says || looks))
            || ((isSomebody || isCalled) && kinds.contains(EvidenceKind.COARSE));
    return isEnough ? met() : Set.of();
  }

  /** Those of which each is enough by itself. */
  private Set<EvidenceKind> alone() {
    Set<EvidenceKind> alone = EnumSet.noneOf(EvidenceKind.class);
    if (sufficient) {
      alone.add(EvidenceKind.CONTACT);
    }
    if (kinds.contains(EvidenceKind.SHORT)) {
      alone.add(EvidenceKind.SHORT);
    }
    if (resemblance >= (row && frame.isEmpty() ? ALIKE_IN_A_ROW : ALIKE)) {
      alone.add(EvidenceKind.COARSE);
    }
    return alone;
  }

  /**
   * Whether they share a frame, or words in both samples of a text, its highest rows and its
   * lowest; whoever is to be written to needs them in the first alone.
   */
  private boolean isFramedAlike() {
    return !frame.isEmpty() || (row && (resemblance > 0 || kinds.contains(EvidenceKind.CONTACT)));
  }

  private Set<EvidenceKind> met() {
    Set<EvidenceKind> met = EnumSet.noneOf(EvidenceKind.class);
    met.addAll(kinds);
    if (!leadWhere) {
      met.remove(EvidenceKind.LINK);
    }
    if (isFramedAlike()) {
      met.add(EvidenceKind.COARSE);
    }
    return met;
  }
}
