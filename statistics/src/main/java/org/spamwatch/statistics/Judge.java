package org.spamwatch.statistics;

import java.util.Arrays;
import org.spamwatch.statistics.StatisticalFilter.Classification;

/**
 * Judges mails, one after the other, in three stages: how spammy each token is, which of those that
 * count are new in the mail, and what they say together. <em>Differs from the paper</em>, which
 * looks up what pruning has left: because five of six tokens of a mail do not count, and to look up
 * one of those costs less than to prune it. How many different ones there are is asked of few
 * mails.
 *
 * <pre>{@code
 * Judge judge = Judge.of(filter);
 * judge.begin();
 * for (long token : tokens) {
 *   judge.token(token);
 * }
 * if (judge.classification() == Classification.SPAM) { ... }
 * }</pre>
 *
 * <p>A scratch object of one thread, which is used again for every mail and allocates nothing then;
 * the filter is shared. Holds the tokens of a mail, eight bytes each.
 */
public final class Judge {
  /** Tokens that are looked up together. */
  private static final int ROW = 256;

  private final Pruning pruning;
  private final SpamminessLookup lookup;
  private final Scoring scoring;
  private final Thresholds thresholds;
  private final boolean isTrained;
  private final long[] found = new long[ROW];
  private final int[] levels = new int[ROW];
  private long[] tokens = new long[ROW]; // of the mail
  private int count;
  private int lookedUp;
  private int known;

  /**
   * One of any stages, for comparison.
   *
   * @param scoring made with the spamminess of the look-up's levels
   */
  public Judge(Pruning pruning, SpamminessLookup lookup, Scoring scoring, Thresholds thresholds) {
    this(pruning, lookup, scoring, thresholds, true);
  }

  private Judge(
      Pruning pruning,
      SpamminessLookup lookup,
      Scoring scoring,
      Thresholds thresholds,
      boolean isTrained) {
    this.pruning = pruning;
    this.lookup = lookup;
    this.scoring = scoring;
    this.thresholds = thresholds;
    this.isTrained = isTrained;
  }

  /**
   * One of a filter: exact pruning where tokens count once, look-up by the filter, score by table.
   * <em>Differs from the paper</em>, which prunes by a Bloom filter: because a table whose slots
   * bear the mail's number is as fast, and exact.
   */
  public static Judge of(StatisticalFilter filter) {
    SpamminessLookup lookup = filter.lookup();
    Combination combination = filter.combination();
    return new Judge(
        combination.countsOnce() ? Pruning.exact() : Pruning.none(),
        lookup,
        Scoring.byTable(combination, lookup.spamminess()),
        filter.thresholds(),
        filter.record().isTrained());
  }

  /** Begins a mail. */
  public void begin() {
    pruning.clear();
    scoring.clear();
    count = 0;
    lookedUp = 0;
    known = 0;
  }

  /** A token of the mail. */
  public void token(long token) {
    if (count == tokens.length) {
      tokens = Arrays.copyOf(tokens, 2 * count);
    }
    tokens[count++] = token;
  }

  /** Tokens of the mail, as many as {@code more} says. */
  public void tokens(long[] hashes, int more) {
    if (more > tokens.length - count) {
      tokens = Arrays.copyOf(tokens, Math.max(2 * tokens.length, count + more));
    }
    System.arraycopy(hashes, 0, tokens, count, more);
    count += more;
  }

  private void lookUp() {
    while (lookedUp < count) {
      int to = Math.min(count, lookedUp + ROW);
      int all = lookup.find(tokens, lookedUp, to, found, levels);
      int fresh = 0;
      for (int i = 0; i < all; i++) {
        levels[fresh] = levels[i];
        fresh += pruning.isNew(found[i]) ? 1 : 0;
      }
      scoring.add(levels, fresh);
      known += fresh;
      lookedUp = to;
    }
  }

  /**
   * What the mail's tokens say together: 0 for ham to 1 for spam; {@link Thresholds#UNSURE} if too
   * few of them count.
   */
  public double indicator() {
    lookUp();
    double least = thresholds.leastKnown();
    boolean fewCount = known < least * count && known < least * tokens();
    return fewCount ? Thresholds.UNSURE : scoring.indicator();
  }

  /** What the indicator says. */
  public Classification classification() {
    return isTrained ? thresholds.of(indicator()) : Classification.UNTRAINED;
  }

  /** The tokens of the mail so far, each counted as the pruning has it. */
  int tokens() {
    lookUp(); // what the pruning knows already is as new as the rest
    pruning.clear();
    int counted = 0;
    for (int i = 0; i < count; i++) {
      counted += pruning.isNew(tokens[i]) ? 1 : 0;
    }
    return counted;
  }

  /** Those of them that are known and count. */
  public int known() {
    lookUp();
    return known;
  }
}
