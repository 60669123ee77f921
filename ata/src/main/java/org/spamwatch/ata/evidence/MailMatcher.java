package org.spamwatch.ata.evidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;

/**
 * One mail as it is compared with marks: the one place of the rule by which a mail meets a mark. A
 * text is met if the mail shares THRES features with it, own ham left out, and these stand for 30 %
 * of the marked text or for 160 words of it, or for 100 words of a mail that is mostly other text;
 * of two whole texts it is the whole text that is to be shared. A mark is met beside its text if
 * what else is known of both is enough ({@link Likeness}). A mail that is proven to come from a
 * domain of own ham is met by marks of that domain alone, unless they have all of it; and no mail
 * is met by a mark that has less claim to what both have ({@link Leads}).
 *
 * <p>Immutable; safe for any thread.
 */
public final class MailMatcher {
  private static final Comparator<MarkMatch.Pair> MOST_SHARED_FIRST =
      Comparator.comparingInt(MarkMatch.Pair::shared).reversed();

  /** Whether a feature is in the site's own ham and counts for nothing. */
  public interface Ham {
    /** Whether it does. */
    boolean contains(Scheme scheme, long identity);
  }

  private final List<KnownText> texts = new ArrayList<>();

  private final List<KnownEvidence> evidence = new ArrayList<>(1);

  private final ProvenSender sender;
  private final Leads leads;
  private final Ham ham;

  /**
   * A mail.
   *
   * @param vectors one for each scheme, those of text first
   * @param probes what else its text may be known by, for each of the vectors of text, in their
   *     order
   * @param threshold THRES for text
   */
  public MailMatcher(
      List<FeatureVector> vectors, List<List<Id>> probes, Threshold threshold, Ham ham) {
    sender = new ProvenSender(vectors, ham);
    leads = new Leads(vectors);
    this.ham = ham;
    for (int i = 0; i < vectors.size(); i++) {
      FeatureVector vector = vectors.get(i);
      Scheme scheme = vector.scheme();
      if (scheme.isOfText()) {
        texts.add(
            new KnownText(vector, probes.get(i), threshold.forSize(scheme, vector.size()), ham));
      } else if (scheme.equals(Scheme.EVIDENCE)) {
        evidence.add(new KnownEvidence(vector, ham));
      }
    }
  }

  /**
   * Whether the mail meets what somebody voted on. A vector of evidence that is no mail's ({@link
   * SharedKinds#isWithinBudget}) counts for nothing.
   *
   * @param vectors those that one vote was signed for
   */
  public Optional<MarkMatch> match(List<FeatureVector> vectors) {
    List<FeatureVector> mark = heeded(vectors);
    if (sender.isOutOfReach(mark)) {
      return Optional.empty();
    }
    Leads marked = new Leads(mark);
    Likeness likeness = likenessTo(mark, marked);
    Set<EvidenceKind> kinds = likeness.text().isEmpty() ? likeness.enough() : Set.of();
    if ((likeness.text().isEmpty() && kinds.isEmpty()) || leads.areOriginalOf(marked)) {
      return Optional.empty();
    }
    return Optional.of(
        new MarkMatch(kinds.isEmpty() ? likeness.text() : beside(mark, likeness), kinds));
  }

  private static List<FeatureVector> heeded(List<FeatureVector> mark) {
    return mark.stream()
        .filter(
            vector ->
                !vector.scheme().equals(Scheme.EVIDENCE) || SharedKinds.isWithinBudget(vector))
        .toList();
  }

  /** The vectors of evidence, and the texts that have a frame in common. */
  private List<MarkMatch.Pair> beside(List<FeatureVector> mark, Likeness likeness) {
    List<MarkMatch.Pair> pairs = new ArrayList<>();
    for (FeatureVector marked : mark) {
      for (KnownEvidence known : evidence) {
        if (marked.scheme().equals(Scheme.EVIDENCE)) {
          pairs.add(new MarkMatch.Pair(known.vector(), marked, known.shared(marked)));
        }
      }
    }
    pairs.addAll(likeness.frame());
    return pairs;
  }

  /**
   * In what the mail is like what somebody voted on. Evidence that is no mail's counts for nothing.
   *
   * @param vectors those that one vote was signed for
   */
  public Likeness compare(List<FeatureVector> vectors) {
    List<FeatureVector> mark = heeded(vectors);
    return likenessTo(mark, new Leads(mark));
  }

  private Likeness likenessTo(List<FeatureVector> mark, Leads marks) {
    List<MarkMatch.Pair> alike = new ArrayList<>(1);
    List<MarkMatch.Pair> framed = new ArrayList<>(1);
    Set<EvidenceKind> kinds = EnumSet.noneOf(EvidenceKind.class);
    double resemblance = 0;
    boolean sufficient = false;
    boolean row = false;
    for (FeatureVector marked : mark) {
      for (KnownEvidence known : evidence) {
        if (marked.scheme().equals(Scheme.EVIDENCE)) {
          kinds.addAll(known.agreeing(marked));
          resemblance = Math.max(resemblance, known.resemblance(marked));
          sufficient |= known.isSufficient(marked);
        }
      }
      for (KnownText text : texts) {
        if (marked.scheme().equals(text.vector().scheme())) {
          row |= text.shared(marked) > 0;
          text.compare(marked)
              .ifPresent(
                  overlap ->
                      (overlap.isEnough() ? alike : framed)
                          .add(new MarkMatch.Pair(text.vector(), marked, overlap.shared())));
        }
      }
    }
    alike.sort(MOST_SHARED_FIRST);
    framed.sort(MOST_SHARED_FIRST);
    if (leads.isHome()) {
      kinds.remove(EvidenceKind.NAME); // a brand's own: who passes for the brand bears it too
    }
    boolean leadWhere = leads.leadWhere(marks, ham);
    return new Likeness(alike, framed, row, kinds, resemblance, leadWhere, sufficient);
  }
}
