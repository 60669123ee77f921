package org.spamwatch.ata.evidence;

import java.util.Arrays;
import java.util.Optional;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;

/**
 * Collects the keys of one mail. Of each kind the lowest are kept, so that which ones these are
 * depends on what the mail holds and not on its order, and copies that were changed in a few places
 * keep most of them. Of {@link EvidenceKind#HOST} those are left out for which there is no room.
 */
final class EvidenceKeys {
  private static final EvidenceKind[] KINDS = EvidenceKind.values();

  /** For each kind its keys, ascending, in a range of its own. */
  private final long[] keys = new long[Arrays.stream(KINDS).mapToInt(EvidenceKind::most).sum()];

  /** By the kinds' numbers. */
  private final int[] sizes = new int[KINDS.length + 1];

  /**
   * Adds the key of what is evidence.
   *
   * @param hash of it; see {@link EvidenceHash}
   */
  void add(EvidenceKind kind, long hash) {
    long key = kind.identity(hash);
    int from = from(kind);
    int size = sizes[kind.number()];
    int found = Arrays.binarySearch(keys, from, from + size, key);
    int place = -found - 1;
    if (found >= 0 || place == from + kind.most()) {
      return;
    }
    int kept = Math.min(size, kind.most() - 1);
    System.arraycopy(keys, place, keys, place + 1, from + kept - place);
    keys[place] = key;
    sizes[kind.number()] = kept + 1;
  }

  private static int from(EvidenceKind kind) {
    int from = 0;
    for (int before = 0; KINDS[before] != kind; before++) {
      from += KINDS[before].most();
    }
    return from;
  }

  /** All keys, ascending; nothing if there is none. */
  Optional<FeatureVector> vector() {
    long[] all = new long[FeatureVector.MAX_SIZE];
    int size = 0;
    for (EvidenceKind kind : KINDS) { // hosts are the last
      int kept = Math.min(sizes[kind.number()], all.length - size);
      System.arraycopy(keys, from(kind), all, size, kept);
      size += kept;
    }
    if (size == 0) {
      return Optional.empty();
    }
    Arrays.sort(all, 0, size);
    return Optional.of(FeatureVector.of(Scheme.EVIDENCE, false, Arrays.copyOf(all, size)));
  }
}
