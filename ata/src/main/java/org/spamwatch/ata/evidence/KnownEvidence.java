package org.spamwatch.ata.evidence;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.spamwatch.ata.fingerprint.FeatureVector;

/** Evidence of a mail as it is compared with that of marks. Immutable. */
final class KnownEvidence {
  private static final EvidenceKind[] KINDS = EvidenceKind.values();

  private final FeatureVector vector;
  private final MailMatcher.Ham ham;

  /** The keys that are no own ham, ascending. */
  private final long[] counted;

  private final long[] coarse;

  KnownEvidence(FeatureVector vector, MailMatcher.Ham ham) {
    this.vector = vector;
    this.ham = ham;
    long[] keys = new long[vector.size()];
    int size = 0;
    for (int place = 0; place < keys.length; place++) {
      if (!ham.contains(vector.scheme(), vector.identity(place))) {
        keys[size++] = vector.identity(place);
      }
    }
    counted = Arrays.copyOf(keys, size);
    Arrays.sort(counted);
    coarse = CoarseEvidence.sample(vector);
  }

  /** All of it. */
  FeatureVector vector() {
    return vector;
  }

  private boolean counts(long identity) {
    return Arrays.binarySearch(counted, identity) >= 0;
  }

  /** The kinds that witness and of which enough keys are shared. */
  Set<EvidenceKind> agreeing(FeatureVector marked) {
    int[] shared = new int[KINDS.length + 1];
    for (int place = 0; place < marked.size(); place++) {
      if (counts(marked.identity(place))) {
        EvidenceKind.of(marked.identity(place)).ifPresent(kind -> shared[kind.number()]++);
      }
    }
    Set<EvidenceKind> agreeing = EnumSet.noneOf(EvidenceKind.class);
    for (EvidenceKind kind : KINDS) {
      if (kind.isWitness() && shared[kind.number()] >= kind.leastShared()) {
        agreeing.add(kind);
      }
    }
    return agreeing;
  }

  /** How many keys are shared. */
  int shared(FeatureVector marked) {
    int shared = 0;
    for (int place = 0; place < marked.size(); place++) {
      shared += counts(marked.identity(place)) ? 1 : 0;
    }
    return shared;
  }

  /** Whether an address for answers is shared that is evidence enough by itself. */
  boolean isSufficient(FeatureVector marked) {
    for (int place = 0; place < marked.size(); place++) {
      long identity = marked.identity(place);
      if (EvidenceHash.isSufficient(identity) && counts(identity)) {
        return true;
      }
    }
    return false;
  }

  /** How much of both texts is the same: {@link CoarseEvidence#resemblance}. */
  double resemblance(FeatureVector marked) {
    return CoarseEvidence.resemblance(coarse, marked, key -> !ham.contains(vector.scheme(), key));
  }
}
