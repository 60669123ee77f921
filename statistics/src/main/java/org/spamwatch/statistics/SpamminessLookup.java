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
   * Finds those of many tokens that have a level.
   *
   * @param from the first of the tokens that are looked up
   * @param to behind the last
   * @param found is told those that have one, in their order, from index 0; has room for all
   * @param levels is told their levels; has room for all
   * @return how many were found
   */
  default int find(long[] tokens, int from, int to, long[] found, int[] levels) {
    int count = 0;
    for (int i = from; i < to; i++) {
      int level = level(tokens[i]);
      if (level != ABSENT) {
        found[count] = tokens[i];
        levels[count++] = level;
      }
    }
    return count;
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
    return new ApproximateLookup(filter, choice, spamminess.clone(), Corrections.none());
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
