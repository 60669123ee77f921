package org.spamwatch.statistics;

import org.spamwatch.sketch.ValueBloomFilter;
import org.spamwatch.sketch.ValueBloomFilter.Choice;

/** {@link SpamminessLookup#approximate}. */
final class ApproximateLookup implements SpamminessLookup {
  private final ValueBloomFilter filter;
  private final Choice choice;
  private final double[] spamminess;

  ApproximateLookup(ValueBloomFilter filter, Choice choice, double[] spamminess) {
    if (spamminess.length != filter.levels()) {
      throw new IllegalArgumentException(
          "a filter of " + filter.levels() + " levels has no " + spamminess.length + " values");
    }
    this.filter = filter;
    this.choice = choice;
    this.spamminess = spamminess;
  }

  @Override
  public int level(long token) {
    return filter.value(token, choice);
  }

  @Override
  public int find(long[] tokens, int from, int to, long[] found, int[] levels) {
    return filter.find(tokens, from, to, found, levels, choice);
  }

  @Override
  public double[] spamminess() {
    return spamminess.clone();
  }
}
