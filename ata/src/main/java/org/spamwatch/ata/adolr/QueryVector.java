package org.spamwatch.ata.adolr;

import java.util.Arrays;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;

/** A query's vector, made ready to be compared with many others. Immutable. */
final class QueryVector {
  private final Scheme scheme;
  private final boolean wholeText;

  /** The first 64 bits of each key: of the whole-text one first, the others ascending. */
  private final long[] identities;

  private QueryVector(FeatureVector vector) {
    this.scheme = vector.scheme();
    this.wholeText = vector.wholeText();
    this.identities = new long[vector.size()];
    for (int place = 0; place < identities.length; place++) {
      identities[place] = vector.identity(place);
    }
    Arrays.sort(identities, first(), identities.length);
  }

  static QueryVector of(FeatureVector vector) {
    return new QueryVector(vector);
  }

  private int first() {
    return wholeText ? 1 : 0;
  }

  /** |FV|. */
  int size() {
    return identities.length;
  }

  /** The first 64 bits of a key. */
  long identity(int place) {
    return identities[place];
  }

  /**
   * |FV* ∩ FV| if the vectors match by the selection rule, else 0, as always under a scheme that is
   * not of text as far as this version knows. Decides as {@code CompactVector.matches} does, in
   * |FV*| log |FV| comparisons of numbers whatever they are, and allocates nothing.
   */
  int match(FeatureVector candidate, int thres) {
    if (!scheme.equals(candidate.scheme())
        || !scheme.isOfText()
        || wholeText != candidate.wholeText()) {
      return 0;
    }
    if (wholeText && identities[0] != candidate.identity(0)) {
      return 0;
    }
    int shared = first();
    for (int place = first(); place < candidate.size(); place++) {
      long identity = candidate.identity(place);
      if (Arrays.binarySearch(identities, first(), identities.length, identity) >= 0) {
        shared++;
      }
    }
    return shared >= thres ? shared : 0;
  }
}
