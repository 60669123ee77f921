package org.spamwatch.statistics;

/**
 * Tells which tokens of a mail are new in it, so that each counts once (HAI, section II-A: the
 * pruning stage). Belongs to one thread. Allocates nothing per mail once it has grown to the
 * largest.
 */
public interface Pruning {
  /** Begins a mail. */
  void clear();

  /** Whether a token is new in this mail; it is none from then on. */
  boolean isNew(long token);

  /**
   * The paper's: a Bloom filter of 2 KB a mail (section IV-C), here of four hash functions. A new
   * token is taken for one that was there with a probability of .001 % after 180 tokens, 1 % after
   * 1,600 and 15 % after 3,800, and is left out of the score then.
   */
  static Pruning approximate() {
    return new ApproximatePruning();
  }

  /**
   * Exact: a hash table whose slots bear the number of the mail that used them, so that none has to
   * be cleared. Grows with the largest mail.
   */
  static Pruning exact() {
    return new ExactPruning();
  }

  /** None: tokens count as often as they come, as in qsf. */
  static Pruning none() {
    return new NoPruning();
  }
}
