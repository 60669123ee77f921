package org.spamwatch.statistics;

import org.spamwatch.statistics.StatisticalFilter.Classification;

/**
 * Judges mails, one after the other, in three stages: which tokens are new in the mail, how spammy
 * each is, and what they say together.
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
 * the filter is shared.
 */
public final class Judge {
  /** Tokens that are looked up together. */
  private static final int ROW = 256;

  private final Pruning pruning;
  private final SpamminessLookup lookup;
  private final Scoring scoring;
  private final Thresholds thresholds;
  private final boolean isTrained;
  private final long[] waiting = new long[ROW];
  private final int[] levels = new int[ROW];
  private int waits;
  private int tokens;
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
    waits = 0;
    tokens = 0;
    known = 0;
  }

  /** A token of the mail. */
  public void token(long token) {
    if (!pruning.isNew(token)) {
      return;
    }
    tokens++;
    waiting[waits++] = token;
    if (waits == ROW) {
      lookUp();
    }
  }

  private void lookUp() {
    lookup.levels(waiting, waits, levels);
    known += scoring.add(levels, waits);
    waits = 0;
  }

  /**
   * What the mail's tokens say together: 0 for ham to 1 for spam; {@link Thresholds#UNSURE} if too
   * few of them count.
   */
  public double indicator() {
    lookUp();
    return known < thresholds.leastKnown() * tokens ? Thresholds.UNSURE : scoring.indicator();
  }

  /** What the indicator says. */
  public Classification classification() {
    return isTrained ? thresholds.of(indicator()) : Classification.UNTRAINED;
  }

  /** The tokens of the mail so far, each counted as the pruning has it. */
  public int tokens() {
    return tokens;
  }

  /** Those of them that are known and count. */
  public int known() {
    lookUp();
    return known;
  }
}
