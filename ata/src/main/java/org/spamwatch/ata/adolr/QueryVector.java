package org.spamwatch.ata.adolr;

import java.util.Arrays;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;

/** A query's vector, made ready to be compared with many others. */
final class QueryVector {
  private Scheme scheme = Scheme.CHAR50;
  private boolean wholeText;
  private int size;

  /** The first 64 bits of each key: of the whole-text one first, the others ascending. */
  private final long[] identities = new long[FeatureVector.MAX_SIZE];

  static QueryVector of(FeatureVector vector) {
    QueryVector query = new QueryVector();
    query.set(vector);
    return query;
  }

  /** Takes another query's in the place of this one. */
  void set(FeatureVector vector) {
    scheme = vector.scheme();
    wholeText = vector.wholeText();
    size = vector.size();
    for (int place = 0; place < size; place++) {
      identities[place] = vector.identity(place);
    }
    Arrays.sort(identities, first(), size);
  }

  private int first() {
    return wholeText ? 1 : 0;
  }

  /** |FV|. */
  int size() {
    return size;
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
      if (Arrays.binarySearch(identities, first(), size, identity) >= 0) {
        shared++;
      }
    }
    return shared >= thres ? shared : 0;
  }
}
