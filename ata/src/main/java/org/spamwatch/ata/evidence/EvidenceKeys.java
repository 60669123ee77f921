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
 * keep most of them. If every kind is full, so is the vector.
 */
final class EvidenceKeys {
  private final Map<EvidenceKind, TreeSet<Long>> kept = new EnumMap<>(EvidenceKind.class);

  /**
   * Adds the key of what is evidence.
   *
   * @param hash of it; see {@link EvidenceHash}
   */
  void add(EvidenceKind kind, long hash) {
    TreeSet<Long> keys = kept.computeIfAbsent(kind, any -> new TreeSet<>());
    if (keys.add(kind.identity(hash)) && keys.size() > kind.most()) {
      keys.pollLast();
    }
  }

  /** All keys, ascending; nothing if there is none. */
  Optional<FeatureVector> vector() {
    if (kept.isEmpty()) {
      return Optional.empty();
    }
    Stream<Long> ascending = kept.values().stream().flatMap(TreeSet::stream).sorted();
    return Optional.of(
        new FeatureVector(Scheme.EVIDENCE, false, ascending.map(FeatureVector::key).toList()));
  }
}
