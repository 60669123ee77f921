package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.spamwatch.ata.adolr.AdolrMessage.Role;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * A {@link FeatureVector} as a record table keeps it, without an object for every key: 20 bytes
 * each, 16 where their last 32 bits are 0, by ascending identity behind the whole-text one. Vectors
 * of the same keys are the same here, whatever their order, so that replicas agree. Immutable,
 * compared by content.
 */
final class PackedVector {
  private static final int[] ZEROS = {};

  private final Scheme scheme;
  private final boolean wholeText;

  /** Bits 0 to 63 and 64 to 127 of each key. */
  private final long[] bits;

  /** Bits 128 to 159 of each key; {@link #ZEROS} if they are 0 in all. */
  private final int[] lastBits;

  private PackedVector(Scheme scheme, boolean wholeText, long[] bits, int[] lastBits) {
    this.scheme = scheme;
    this.wholeText = wholeText;
    this.bits = bits;
    this.lastBits = lastBits;
  }

  static PackedVector of(FeatureVector vector) {
    Scheme scheme = vector.scheme();
    List<Id> keys = new ArrayList<>(vector.keys());
    keys.subList(vector.wholeText() ? 1 : 0, keys.size())
        .sort(Comparator.comparingLong(scheme::identity));
    long[] bits = new long[2 * keys.size()];
    int[] lastBits = new int[keys.size()];
    for (int i = 0; i < keys.size(); i++) {
      bits[2 * i] = keys.get(i).high();
      bits[2 * i + 1] = keys.get(i).middle();
      lastBits[i] = keys.get(i).low();
    }
    return new PackedVector(
        scheme, vector.wholeText(), bits, vector.hasShortKeys() ? ZEROS : lastBits);
  }

  FeatureVector unpacked() {
    List<Id> keys = new ArrayList<>(size());
    for (int i = 0; i < size(); i++) {
      keys.add(key(i));
    }
    return new FeatureVector(scheme, wholeText, keys);
  }

  /** |FV|. */
  int size() {
    return bits.length / 2;
  }

  Id key(int place) {
    int last = lastBits.length == 0 ? 0 : lastBits[place];
    return Id.of(bits[2 * place], bits[2 * place + 1], last);
  }

  private long identity(int place) {
    return scheme.identity(key(place));
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
   * |FV* ∩ FV| if the vectors match by the selection rule, else 0. Decides as {@code
   * CompactVector.matches} does, in |FV*| + |FV| comparisons of numbers whatever they are.
   */
  int match(PackedVector query, int thres) {
    if (scheme != query.scheme || wholeText != query.wholeText) {
      return 0;
    }
    if (wholeText && identity(0) != query.identity(0)) {
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
    while (mine < size() && its < other.size()) {
      int order = Long.compare(identity(mine), other.identity(its));
      shared += order == 0 ? 1 : 0;
      mine += order <= 0 ? 1 : 0;
      its += order >= 0 ? 1 : 0;
    }
    return shared;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof PackedVector other
        && scheme == other.scheme
        && wholeText == other.wholeText
        && Arrays.equals(bits, other.bits)
        && Arrays.equals(lastBits, other.lastBits);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bits);
  }
}
