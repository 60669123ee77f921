package org.spamwatch.statistics;

import org.spamwatch.sketch.ValueBloomFilter;
import org.spamwatch.sketch.ValueBloomFilter.Choice;

/** {@link SpamminessLookup#approximate}, with what the bits say wrongly put right. */
final class ApproximateLookup implements SpamminessLookup {
  private final ValueBloomFilter filter;
  private final Choice choice;
  private final double[] spamminess;
  private final Corrections corrections;

  ApproximateLookup(
      ValueBloomFilter filter, Choice choice, double[] spamminess, Corrections corrections) {
    if (spamminess.length != filter.levels()) {
      throw new IllegalArgumentException(
          "a filter of " + filter.levels() + " levels has no " + spamminess.length + " values");
    }
    this.filter = filter;
    this.choice = choice;
    this.spamminess = spamminess;
    this.corrections = corrections;
  }

  @Override
  public int level(long token) {
    int level = filter.value(token, choice);
    return level == ABSENT ? ABSENT : corrections.level(token, level);
  }

  @Override
  public int find(long[] tokens, int from, int to, long[] found, int[] levels) {
    int said = filter.find(tokens, from, to, found, levels, choice);
    if (corrections.count() == 0) {
      return said;
    }
    int count = 0;
    for (int i = 0; i < said; i++) {
      int level = corrections.level(found[i], levels[i]);
      if (level != ABSENT) {
        found[count] = found[i];
        levels[count++] = level;
      }
    }
    return count;
  }

  @Override
  public double[] spamminess() {
    return spamminess.clone();
  }
}
