package org.spamwatch.ata.evidence;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;

/**
 * Collects the keys of one mail. Of each kind the lowest are kept, so that which ones these are
 * depends on what the mail holds and not on its order, and copies that were changed in a few places
 * keep most of them. If all kinds are full, {@link EvidenceKind#COARSE} gives way.
 */
final class EvidenceKeys {
  private final Map<EvidenceKind, TreeSet<Long>> kept = new EnumMap<>(EvidenceKind.class);
  private int size;

  /**
   * Adds the key of what is evidence.
   *
   * @param hash of it; see {@link EvidenceHash}
   */
  void add(EvidenceKind kind, long hash) {
    TreeSet<Long> keys = kept.computeIfAbsent(kind, any -> new TreeSet<>());
    if (keys.add(kind.identity(hash))) {
      size++;
      dropAbove(kind.most(), keys);
    }
  }

  private void dropAbove(int most, TreeSet<Long> keys) {
    if (keys.size() > most) {
      keys.pollLast();
      size--;
    }
  }

  /** All keys, ascending; nothing if there is none. */
  Optional<FeatureVector> vector() {
    if (size == 0) {
      return Optional.empty();
    }
    TreeSet<Long> coarse = kept.getOrDefault(EvidenceKind.COARSE, new TreeSet<>());
    while (size > FeatureVector.MAX_SIZE) {
      dropAbove(coarse.size() - 1, coarse);
    }
    Stream<Long> ascending = kept.values().stream().flatMap(TreeSet::stream).sorted();
    return Optional.of(
        new FeatureVector(
            Scheme.EVIDENCE, false, ascending.map(FeatureVector::key).toList()));
  }
}
