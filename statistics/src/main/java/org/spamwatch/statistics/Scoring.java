package org.spamwatch.statistics;

/**
 * Makes one indicator of the levels of a mail's tokens (HAI, section II-B: the scoring stage).
 * Belongs to one thread; allocates nothing.
 */
public interface Scoring {
  /** Begins a mail. */
  void clear();

  /** A token that counts, of a level that the look-up knows. */
  void add(int level);

  /** Tokens, as many as {@code count} says, of levels that the look-up knows. */
  default void add(int[] levels, int count) {
    for (int i = 0; i < count; i++) {
      add(levels[i]);
    }
  }

  /** 0 for ham to 1 for spam; without tokens what is assumed of an unknown one. */
  double indicator();

  /**
   * The exact one: two logarithms for each token, and a series for each chi-square.
   *
   * @param spamminess of each level ({@link SpamminessLookup#spamminess})
   */
  static Scoring exact(Combination combination, double[] spamminess) {
    return new ExactScoring(combination, spamminess.clone());
  }

  /**
   * By tables (section III-A): logarithms are added up as they stand beside the levels, and
   * chi-square is looked up in 41 KB by the number of tokens and how far their sum is from it. The
   * indicator differs from the exact one by at most .01.
   *
   * @param spamminess of each level ({@link SpamminessLookup#spamminess})
   */
  static Scoring byTable(Combination combination, double[] spamminess) {
    return new TableScoring(combination, spamminess);
  }
}
