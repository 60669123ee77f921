package org.spamwatch.ata.evidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;

/**
 * One mail as it is compared with marks: the one place of the rule by which a mail meets a mark. A
 * text is met if the mail shares THRES features with it, own ham left out; of two whole texts it is
 * the whole text that is to be shared. A mail that is proven to come from a domain of own ham is met
 * by marks of that domain alone, unless they have all of it.
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

  /** What the mail is known by under one scheme: of its vector and its probes what counts. */
  private record Known(FeatureVector vector, int thres, Set<Long> identities) {}

  private final List<Known> known = new ArrayList<>();
  private final ProvenSender sender;

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
    for (int i = 0; i < vectors.size(); i++) {
      FeatureVector vector = vectors.get(i);
      Set<Long> identities = new HashSet<>();
      add(vector.scheme(), vector.keys(), ham, identities);
      if (vector.scheme().isOfText() && !vector.wholeText()) {
        add(vector.scheme(), probes.get(i), ham, identities);
      }
      known.add(
          new Known(vector, threshold.forSize(vector.scheme(), vector.size()), identities));
    }
  }

  private static void add(Scheme scheme, List<Id> keys, Ham ham, Set<Long> identities) {
    for (Id key : keys) {
      if (!ham.contains(scheme, key.high())) {
        identities.add(key.high());
      }
    }
  }

  /**
   * Whether the mail meets what somebody voted on.
   *
   * @param mark the vectors that one vote was signed for
   */
  public Optional<MarkMatch> match(List<FeatureVector> mark) {
    if (sender.isOutOfReach(mark)) {
      return Optional.empty();
    }
    Likeness likeness = compare(mark);
    return likeness.text().isEmpty()
        ? Optional.empty()
        : Optional.of(new MarkMatch(likeness.text(), Set.of()));
  }

  /**
   * In what the mail is like what somebody voted on.
   *
   * @param mark the vectors that one vote was signed for
   */
  public Likeness compare(List<FeatureVector> mark) {
    List<MarkMatch.Pair> pairs = new ArrayList<>(1);
    Set<EvidenceKind> kinds = EnumSet.noneOf(EvidenceKind.class);
    for (FeatureVector marked : mark) {
      for (Known mail : known) {
        if (!marked.scheme().equals(mail.vector().scheme())) {
          continue;
        }
        if (marked.scheme().equals(Scheme.EVIDENCE)) {
          addKinds(mail, marked, kinds);
        } else if (marked.scheme().isOfText()) {
          int shared = shared(mail, marked);
          if (shared >= mail.thres()) {
            pairs.add(new MarkMatch.Pair(mail.vector(), marked, shared));
          }
        }
      }
    }
    pairs.sort(MOST_SHARED_FIRST);
    return new Likeness(pairs, kinds);
  }

  /** A kind agrees if a key of it is shared. */
  private static void addKinds(Known mail, FeatureVector marked, Set<EvidenceKind> kinds) {
    for (int place = 0; place < marked.size(); place++) {
      long identity = marked.identity(place);
      if (mail.identities().contains(identity)) {
        EvidenceKind.of(identity).ifPresent(kinds::add);
      }
    }
  }

  private static int shared(Known mail, FeatureVector marked) {
    FeatureVector own = mail.vector();
    if (own.wholeText() != marked.wholeText()
        || (own.wholeText()
            && (own.identity(0) != marked.identity(0)
                || !mail.identities().contains(own.identity(0))))) {
      return 0;
    }
    int shared = 0;
    for (int place = 0; place < marked.size(); place++) {
      shared += mail.identities().contains(marked.identity(place)) ? 1 : 0;
    }
    return shared;
  }
}
