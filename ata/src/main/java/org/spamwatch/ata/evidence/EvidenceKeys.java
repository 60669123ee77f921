package org.spamwatch.ata.evidence;

import java.util.Arrays;
import java.util.Optional;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;

/**
 * Collects the keys of one mail. Of each kind the lowest are kept, so that which ones these are
 * depends on what the mail holds and not on its order, and copies that were changed in a few places
 * keep most of them. If every kind is full, so is the vector.
 */
final class EvidenceKeys {
  private static final EvidenceKind[] KINDS = EvidenceKind.values();

  /** For each kind its keys, ascending, in a range of its own. */
  private final long[] keys = new long[FeatureVector.MAX_SIZE];

  private final int[] sizes = new int[KINDS.length];

  /**
   * Adds the key of what is evidence.
   *
   * @param hash of it; see {@link EvidenceHash}
   */
  void add(EvidenceKind kind, long hash) {
    long key = kind.identity(hash);
    int from = from(kind);
    int size = sizes[kind.ordinal()];
    int found = Arrays.binarySearch(keys, from, from + size, key);
    int place = -found - 1;
    if (found >= 0 || place == from + kind.most()) {
      return;
    }
    int kept = Math.min(size, kind.most() - 1);
    System.arraycopy(keys, place, keys, place + 1, from + kept - place);
    keys[place] = key;
    sizes[kind.ordinal()] = kept + 1;
  }

  private static int from(EvidenceKind kind) {
    int from = 0;
    for (int before = 0; before < kind.ordinal(); before++) {
      from += KINDS[before].most();
    }
    return from;
  }

  /** All keys, ascending; nothing if there is none. */
  Optional<FeatureVector> vector() {
    long[] all = new long[keys.length];
    int size = 0;
    for (EvidenceKind kind : KINDS) {
      System.arraycopy(keys, from(kind), all, size, sizes[kind.ordinal()]);
      size += sizes[kind.ordinal()];
    }
    if (size == 0) {
      return Optional.empty();
    }
    Arrays.sort(all, 0, size);
    return Optional.of(FeatureVector.of(Scheme.EVIDENCE, false, Arrays.copyOf(all, size)));
  }
}
