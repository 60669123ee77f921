package org.spamwatch.agent.check;

import com.google.common.collect.Iterables;
import java.util.ArrayList;
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

  /** The features of a vector that the mail shares, those of its own vector first. */
  List<Id> sharedKeys(MarkMatch.Pair pair) {
    FeatureVector own = pair.mail();
    Set<Id> marked = new LinkedHashSet<>(pair.mark().keys());
    List<Id> beside = own.wholeText() ? List.of() : question.probes(own.scheme());
    Set<Id> sharedKeys = new LinkedHashSet<>();
    for (Id key : Iterables.concat(own.keys(), beside)) {
      if (marked.contains(key) && !ham.contains(own.scheme(), key)) {
        sharedKeys.add(key);
      }
    }
    return List.copyOf(sharedKeys);
  }
}
