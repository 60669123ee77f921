package org.spamwatch.ata.evidence;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * Evidence of a mail as it is compared with that of marks.
 *
 * @param vector all of it
 * @param counted the keys that are no own ham
 */
record KnownEvidence(FeatureVector vector, Set<Long> counted) {
  static KnownEvidence of(FeatureVector vector, MailMatcher.Ham ham) {
    Set<Long> counted = new HashSet<>();
    for (Id key : vector.keys()) {
      if (!ham.contains(vector.scheme(), key.high())) {
        counted.add(key.high());
      }
    }
    return new KnownEvidence(vector, counted);
  }

  /** The kinds that witness and of which enough keys are shared. */
  Set<EvidenceKind> agreeing(FeatureVector marked) {
    Map<EvidenceKind, Integer> shared = new EnumMap<>(EvidenceKind.class);
    for (int place = 0; place < marked.size(); place++) {
      Optional<EvidenceKind> kind = EvidenceKind.of(marked.identity(place));
      int one = counted.contains(marked.identity(place)) ? 1 : 0;
      kind.ifPresent(known -> shared.merge(known, one, Integer::sum));
    }
    Set<EvidenceKind> agreeing = EnumSet.noneOf(EvidenceKind.class);
    shared.forEach(
        (kind, count) -> {
          if (kind.isWitness() && count >= kind.leastShared()) {
            agreeing.add(kind);
          }
        });
    return agreeing;
  }

  /** How many keys are shared. */
  int shared(FeatureVector marked) {
    int shared = 0;
    for (int place = 0; place < marked.size(); place++) {
      shared += counted.contains(marked.identity(place)) ? 1 : 0;
    }
    return shared;
  }

  /** Whether an address for answers is shared that is evidence enough by itself. */
  boolean isSufficient(FeatureVector marked) {
    for (int place = 0; place < marked.size(); place++) {
      long identity = marked.identity(place);
      if (EvidenceHash.isSufficient(identity) && counted.contains(identity)) {
        return true;
      }
    }
    return false;
  }

  /** How much of both texts is the same: {@link CoarseEvidence#resemblance}. */
  double resemblance(FeatureVector marked) {
    return CoarseEvidence.resemblance(vector, marked, counted);
  }
}
