package org.spamwatch.ata.adolr;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Comparator;
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
  static final Comparator<Match> LARGEST_OVERLAP_FIRST =
      Comparator.comparingInt(Match::shared)
          .reversed()
          .thenComparing(Match::guid)
          .thenComparing(Match::digest);

  /** Checks that the counts are possible. */
  public Match {
    checkArgument(
        shared >= 1 && shared <= of && of <= 64,
        "a match shares 1 to |FV| features and |FV| is at most 64, not %s of %s",
        shared,
        of);
  }

  Variant variant() {
    return new Variant(guid, digest);
  }
}
