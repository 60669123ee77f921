package org.spamwatch.ata.fingerprint;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.List;
import java.util.TreeSet;
import org.spamwatch.overlay.Id;

/**
 * A feature vector without the zeros of its keys: what vectors are compared by. Immutable; safe for
 * any thread.
 *
 * @param scheme the scheme of the features
 * @param wholeText whether the first identity stands for the whole text
 * @param identities the distinct identities in the order of the vector's keys, 1 to {@value
 *     FeatureVector#MAX_SIZE}: the first 64 bits of each
 */
public record CompactVector(Scheme scheme, boolean wholeText, List<Long> identities) {
  /** Checks the size and that no identity occurs twice. */
  public CompactVector {
    identities = List.copyOf(identities);
    checkArgument(
        !identities.isEmpty() && identities.size() <= FeatureVector.MAX_SIZE,
        "a compact vector has 1 to %s identities, not %s",
        FeatureVector.MAX_SIZE,
        identities.size());
    if (new TreeSet<>(identities).size() != identities.size()) {
      throw new IllegalArgumentException("an identity occurs twice in a compact vector");
    }
  }

  /** |FV|. */
  public int size() {
    return identities.size();
  }

  /**
   * |FV* ∩ FV|, 0 between different schemes and under those that are not of text. Costs the product
   * of the sizes.
   */
  public int overlap(CompactVector other) {
    if (!scheme.equals(other.scheme) || !scheme.isOfText()) {
      return 0;
    }
    int shared = 0;
    for (Long identity : identities) {
      if (other.identities.contains(identity)) {
        shared++;
      }
    }
    return shared;
  }

  /**
   * The selection rule: whether the vectors share at least {@code thres} features and, when either
   * has a whole-text identity, both have the same one. A vector of few, overlapping shingles says
   * too little otherwise. Symmetric.
   *
   * @param thres THRES, at least 1; see {@link Threshold}
   * @throws IllegalArgumentException if it is less
   */
  public boolean matches(CompactVector query, int thres) {
    checkArgument(thres >= 1, "THRES must be at least 1, not %s", thres);
    if (wholeText != query.wholeText) {
      return false;
    }
    if (wholeText && !identities.get(0).equals(query.identities.get(0))) {
      return false;
    }
    return overlap(query) >= thres;
  }

  /** What a vote signs to tie itself to this vector: {@link FeatureVector#digest}. */
  public Id digest() {
    return FeatureVector.digest(
        scheme, wholeText, identities.stream().mapToLong(Long::longValue).toArray());
  }
}
