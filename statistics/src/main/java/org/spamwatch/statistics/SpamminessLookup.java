package org.spamwatch.statistics;

import org.spamwatch.sketch.ValueBloomFilter;
import org.spamwatch.sketch.ValueBloomFilter.Choice;
import org.spamwatch.statistics.FilterParameters.Scale;

/**
 * How spammy a token is, as one of some levels (HAI, section II-A: the query stage). Does not
 * change once it is made, and is shared by threads.
 */
public interface SpamminessLookup {
  /** What {@link #level} says of a token that is not known, or says nothing. */
  int ABSENT = ValueBloomFilter.ABSENT;

  /** The level of a token, 0 and up, or {@link #ABSENT}. */
  int level(long token);

  /**
   * The levels of many tokens.
   *
   * @param count of the tokens
   * @param levels is told what {@link #level} says of each, in their order
   */
  default void levels(long[] tokens, int count, int[] levels) {
    for (int i = 0; i < count; i++) {
      levels[i] = level(tokens[i]);
    }
  }

  /** The spamminess of each level, above 0 and below 1: a copy. */
  double[] spamminess();

  /**
   * By a value-retrieving filter (section III-D).
   *
   * @param filter that nobody changes any more
   * @param choice where a token has several values
   * @param spamminess of its levels, as many as it has
   */
  static SpamminessLookup approximate(ValueBloomFilter filter, Choice choice, double[] spamminess) {
    return new ApproximateLookup(filter, choice, spamminess.clone());
  }

  /** The exact twin: a hash table of all tokens that count, and all that their counts say. */
  static SpamminessLookup exact(TokenCounts counts, Combination combination) {
    return ExactLookup.of(counts, combination);
  }

  /**
   * The exact table with quantised values: what quantisation alone does (section IV-F).
   *
   * @param levels q
   */
  static SpamminessLookup quantised(
      TokenCounts counts, Combination combination, int levels, Scale scale) {
    return ExactLookup.quantised(counts, combination, levels, scale);
  }
}
