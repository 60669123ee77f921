package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.spamwatch.ata.adolr.AdolrMessage.Role;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * A {@link CompactVector} as a record table keeps it, without an object for every identity: 8 bytes
 * each, in ascending order behind the whole-text one. Vectors with one digest are the same here,
 * whatever the order of their keys, so that replicas agree. Immutable.
 */
final class PackedVector {
  private final Scheme scheme;
  private final boolean wholeText;
  private final long[] identities;

  private PackedVector(Scheme scheme, boolean wholeText, long[] identities) {
    this.scheme = scheme;
    this.wholeText = wholeText;
    this.identities = identities;
  }

  static PackedVector of(CompactVector vector) {
    long[] identities = new long[vector.size()];
    for (int i = 0; i < identities.length; i++) {
      identities[i] = vector.identities().get(i);
    }
    Arrays.sort(identities, vector.wholeText() ? 1 : 0, identities.length);
    return new PackedVector(vector.scheme(), vector.wholeText(), identities);
  }

  CompactVector unpacked() {
    List<Long> all = new ArrayList<>(identities.length);
    for (long identity : identities) {
      all.add(identity);
    }
    return new CompactVector(scheme, wholeText, all);
  }

  /** |FV|. */
  int size() {
    return identities.length;
  }

  Scheme scheme() {
    return scheme;
  }

  /** What a feature of this vector is to it. */
  Role roleOf(Id feature) {
    if (!wholeText) {
      return Role.PART;
    }
    return scheme.identity(feature) == identities[0] ? Role.WHOLE : Role.PART_BESIDE_WHOLE;
  }

  /**
   * |FV* ∩ FV| if the vectors match by the selection rule, else 0. Decides as {@link
   * CompactVector#matches} does, in |FV*| + |FV| comparisons of numbers whatever they are.
   */
  int match(PackedVector query, int thres) {
    if (scheme != query.scheme || wholeText != query.wholeText) {
      return 0;
    }
    if (wholeText && identities[0] != query.identities[0]) {
      return 0;
    }
    int start = wholeText ? 1 : 0;
    int shared = start + sharedFrom(start, query);
    return shared >= thres ? shared : 0;
  }

  private int sharedFrom(int start, PackedVector other) {
    int shared = 0;
    int mine = start;
    int its = start;
    while (mine < identities.length && its < other.identities.length) {
      int order = Long.compare(identities[mine], other.identities[its]);
      shared += order == 0 ? 1 : 0;
      mine += order <= 0 ? 1 : 0;
      its += order >= 0 ? 1 : 0;
    }
    return shared;
  }
}
