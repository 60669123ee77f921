package org.spamwatch.ata.adolr;

import org.spamwatch.overlay.Id;

/**
 * A published object whose feature vector overlaps a query's on at least THRES features.
 *
 * @param guid the object
 * @param digest which of the vectors published for it, by {@code CompactVector.digest}
 * @param shared |FV* ∩ FV|
 * @param of |FV|, the query's size
 */
public record Match(Id guid, Id digest, int shared, int of) {
  /** Checks that the counts are possible. */
  public Match {
    if (shared < 1 || shared > of || of > 64) {
      throw new IllegalArgumentException(
          "a match shares 1 to |FV| features and |FV| is at most 64, not " + shared + " of " + of);
    }
  }
}
