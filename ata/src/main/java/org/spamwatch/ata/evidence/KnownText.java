package org.spamwatch.ata.evidence;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/** What a mail's text is known by under one scheme, without what is own ham. Immutable. */
final class KnownText {
  private static final double ALL_SELECTORS = 0x1p64;

  private final FeatureVector vector;
  private final int thres;
  private final MailMatcher.Ham ham;

  /** The selectors that count, each once, as numbers with a sign in the order of those without. */
  private final long[] ascending;

  /** The lowest selector, in the same order; above it everything of the text is known. */
  private final long lowest;

  /**
   * A text.
   *
   * @param probes beside its vector
   * @param thres features that are to be shared at least
   */
  KnownText(FeatureVector vector, List<Id> probes, int thres, MailMatcher.Ham ham) {
    this.vector = vector;
    this.thres = thres;
    this.ham = ham;
    List<Id> beside = vector.wholeText() ? List.of() : probes;
    long[] known = new long[vector.size() + beside.size()];
    long least = Long.MAX_VALUE;
    int size = 0;
    for (int i = 0; i < known.length; i++) {
      boolean isOfVector = i < vector.size();
      long key = isOfVector ? vector.identity(i) : beside.get(i - vector.size()).high();
      least = Math.min(least, ordered(key));
      if (!ham.contains(vector.scheme(), key)) {
        known[size++] = ordered(key);
      }
    }
    lowest = least;
    ascending = distinct(known, size);
  }

  private static long[] distinct(long[] selectors, int size) {
    Arrays.sort(selectors, 0, size);
    int distinct = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || selectors[i] != selectors[i - 1]) {
        selectors[distinct++] = selectors[i];
      }
    }
    return Arrays.copyOf(selectors, distinct);
  }

  private boolean counts(long identity) {
    return Arrays.binarySearch(ascending, ordered(identity)) >= 0;
  }

  /** The selector of a key, so that the lowest number is that of the lowest. */
  private static long ordered(long identity) {
    return Scheme.selector(FeatureVector.key(identity)) ^ Long.MIN_VALUE;
  }

  FeatureVector vector() {
    return vector;
  }

  /** How many features are shared with a marked text of the same scheme. */
  int shared(FeatureVector mark) {
    boolean isWhole = vector.wholeText();
    if (isWhole != mark.wholeText()
        || (isWhole && (vector.identity(0) != mark.identity(0) || !counts(vector.identity(0))))) {
      return 0;
    }
    int shared = 0;
    for (int place = 0; place < mark.size(); place++) {
      shared += counts(mark.identity(place)) ? 1 : 0;
    }
    return shared;
  }

  /** What is shared with a marked text of the same scheme, if it is THRES features or more. */
  Optional<Overlap> compare(FeatureVector mark) {
    int shared = shared(mark);
    if (shared == 0 || shared < thres) {
      return Optional.empty();
    }
    return Optional.of(
        vector.wholeText() ? Overlap.whole(mark.scheme(), shared) : overlap(mark, shared));
  }

  private Overlap overlap(FeatureVector mark, int shared) {
    long least = Long.MAX_VALUE;
    for (int place = 0; place < mark.size(); place++) {
      least = Math.min(least, ordered(mark.identity(place)));
    }
    long floor = Math.max(least, lowest);
    int marked = 0;
    for (int place = 0; place < mark.size(); place++) {
      long identity = mark.identity(place);
      boolean counts = ordered(identity) >= floor && !ham.contains(mark.scheme(), identity);
      marked += counts ? 1 : 0;
    }
    int from = Arrays.binarySearch(ascending, floor);
    double sample = ((double) Long.MAX_VALUE - floor) / ALL_SELECTORS;
    return new Overlap(
        mark.scheme(),
        shared,
        ascending.length - (from < 0 ? -from - 1 : from),
        marked,
        shared / Math.max(sample, 1 / ALL_SELECTORS));
  }
}
