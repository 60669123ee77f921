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
   * A query's vector, prepared to be compared with many: its identities are sorted once, so that a
   * comparison costs |FV*| log |FV| whatever the identities are. Decides as {@link
   * CompactVector#matches} does.
   */
  static final class Query {
    private final Scheme scheme;
    private final boolean wholeText;
    private final long first;
    private final long[] sorted;
    private final int thres;

    Query(CompactVector vector, int thres) {
      PackedVector packed = of(vector);
      this.scheme = packed.scheme;
      this.wholeText = packed.wholeText;
      this.first = packed.identities[0];
      this.sorted = packed.identities;
      this.thres = thres;
      Arrays.sort(sorted);
    }

    /** |FV|. */
    int size() {
      return sorted.length;
    }

    /** |FV* ∩ FV| if the vectors match by the selection rule, else 0. */
    int match(PackedVector other) {
      if (other.scheme != scheme
          || other.wholeText != wholeText
          || (wholeText && other.identities[0] != first)) {
        return 0;
      }
      int shared = 0;
      for (long identity : other.identities) {
        if (Arrays.binarySearch(sorted, identity) >= 0) {
          shared++;
        }
      }
      return shared >= thres ? shared : 0;
    }
  }
}
