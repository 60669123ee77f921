package org.spamwatch.agent.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.ata.evidence.MailMatcher;
import org.spamwatch.ata.evidence.MarkMatch;
import org.spamwatch.ata.evidence.SharedKinds;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * The mail of a question, as it is compared with what people voted on: {@link MailMatcher} decides,
 * and is made once there is something to compare, for nearly every mail is like nothing.
 */
final class AskedMail {
  /** Marks of which is remembered whether the mail meets them. */
  private static final int MAX_REMEMBERED = 1_024;

  private final CheckRequest question;
  private final List<Query> queries;
  private final HamFilter ham;
  private final Map<List<Id>, Optional<MarkMatch>> compared = new LinkedHashMap<>();
  private @Nullable MailMatcher matcher;

  /**
   * A mail.
   *
   * @param queries how its text is asked for
   * @param ham features in it count for nothing
   */
  AskedMail(CheckRequest question, List<Query> queries, HamFilter ham) {
    this.question = question;
    this.queries = queries;
    this.ham = ham;
  }

  CheckRequest question() {
    return question;
  }

  /** How its text is asked for; none if too little of it is no own ham. */
  List<Query> queries() {
    return queries;
  }

  HamFilter ham() {
    return ham;
  }

  /** Its evidence beside the text. */
  Optional<FeatureVector> evidence() {
    return question.vectors().stream()
        .filter(vector -> vector.scheme().equals(Scheme.EVIDENCE))
        .findFirst();
  }

  /** The keys of its evidence that witness, those of own ham left out. */
  List<Id> evidenceKeys() {
    return evidence().stream()
        .flatMap(vector -> vector.keys().stream())
        .filter(key -> SharedKinds.with(SharedKinds.NONE, key.high()) != SharedKinds.NONE)
        .filter(key -> !ham.contains(Scheme.EVIDENCE, key))
        .toList();
  }

  /**
   * Whether it meets what somebody voted on.
   *
   * @param mark the vectors that one vote was signed for
   */
  Optional<MarkMatch> match(List<FeatureVector> mark) {
    List<Id> digests = new ArrayList<>(mark.size());
    mark.forEach(vector -> digests.add(vector.digest()));
    Optional<MarkMatch> known = compared.get(digests);
    if (known == null) {
      known = mark.isEmpty() ? Optional.empty() : matcher().match(mark);
      if (compared.size() >= MAX_REMEMBERED) {
        compared.clear();
      }
      compared.put(digests, known);
    }
    return known;
  }

  /** Whether it meets a mark, and not by its text. */
  boolean isMetByEvidence(List<FeatureVector> mark) {
    return match(mark).filter(met -> !met.kinds().isEmpty()).isPresent();
  }

  private MailMatcher matcher() {
    MailMatcher made = matcher;
    if (made == null) {
      List<List<Id>> probes =
          question.vectors().stream().map(vector -> question.probes(vector.scheme())).toList();
      made = new MailMatcher(question.vectors(), probes, question.threshold(), ham::contains);
      matcher = made;
    }
    return made;
  }

  /**
   * What the mail shares of a vector.
   *
   * @param keys those of its own vector first
   * @param beside how many of them are in its probes alone
   */
  record SharedKeys(List<Id> keys, int beside) {}

  /** The features that the mail shares of a mark's vector, those of own ham left out. */
  SharedKeys sharedKeys(MarkMatch.Pair pair) {
    FeatureVector own = pair.mail();
    long[] marked = new long[pair.mark().size()];
    for (int place = 0; place < marked.length; place++) {
      marked[place] = pair.mark().identity(place);
    }
    Arrays.sort(marked);
    Set<Id> shared = new LinkedHashSet<>();
    addShared(own.keys(), marked, own.scheme(), shared);
    int ofOwn = shared.size();
    if (!own.wholeText()) {
      addShared(question.probes(own.scheme()), marked, own.scheme(), shared);
    }
    return new SharedKeys(List.copyOf(shared), shared.size() - ofOwn);
  }

  private void addShared(List<Id> keys, long[] marked, Scheme scheme, Set<Id> shared) {
    for (Id key : keys) {
      if (Arrays.binarySearch(marked, key.high()) >= 0
          && key.equals(FeatureVector.key(key.high()))
          && !ham.contains(scheme, key)) {
        shared.add(key);
      }
    }
  }
}
