package org.spamwatch.ata.adolr;

import java.util.Arrays;
import org.spamwatch.ata.adolr.AdolrMessage.Role;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * A {@link FeatureVector} as a record table keeps it, without an object for every key: 8 bytes
 * each, ascending behind the whole-text one. Vectors of the same keys are the same here, whatever
 * their order, so that replicas agree. Immutable, compared by content.
 */
final class PackedVector {
  private final Scheme scheme;
  private final boolean wholeText;

  /** The first 64 bits of each key. */
  private final long[] identities;

  private PackedVector(Scheme scheme, boolean wholeText, long[] identities) {
    this.scheme = scheme;
    this.wholeText = wholeText;
    this.identities = identities;
  }

  static PackedVector of(FeatureVector vector) {
    long[] identities = vector.keys().stream().mapToLong(Id::high).toArray();
    Arrays.sort(identities, vector.wholeText() ? 1 : 0, identities.length);
    return new PackedVector(vector.scheme(), vector.wholeText(), identities);
  }

  FeatureVector unpacked() {
    return new FeatureVector(
        scheme, wholeText, Arrays.stream(identities).mapToObj(FeatureVector::key).toList());
  }

  /** |FV|. */
  int size() {
    return identities.length;
  }

  Id key(int place) {
    return FeatureVector.key(identities[place]);
  }

  Scheme scheme() {
    return scheme;
  }

  /** What a feature of this vector is to it. */
  Role roleOf(Id feature) {
    if (!wholeText) {
      return Role.PART;
    }
    return feature.equals(key(0)) ? Role.WHOLE : Role.PART_BESIDE_WHOLE;
  }

  /**
   * |FV* ∩ FV| if the vectors match by the selection rule, else 0, as always under a scheme that
   * this version does not know. Decides as {@code CompactVector.matches} does, in |FV*| + |FV|
   * comparisons of numbers whatever they are.
   */
  int match(PackedVector query, int thres) {
    if (!scheme.equals(query.scheme) || !scheme.isKnown() || wholeText != query.wholeText) {
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
    int theirs = start;
    while (mine < size() && theirs < other.size()) {
      int order = Long.compare(identities[mine], other.identities[theirs]);
      shared += order == 0 ? 1 : 0;
      mine += order <= 0 ? 1 : 0;
      theirs += order >= 0 ? 1 : 0;
    }
    return shared;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof PackedVector other
        && scheme.equals(other.scheme)
        && wholeText == other.wholeText
        && Arrays.equals(identities, other.identities);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(identities);
  }
}
