package org.spamwatch.statistics;

import org.spamwatch.statistics.StatisticalFilter.Classification;

/**
 * From which indicator on a mail is spam, and up to which it is ham; between them nobody knows.
 *
 * @param spam above {@code ham}, at most 1
 * @param ham 0 or more
 * @param leastKnown the share of a mail's tokens that must count for it to be judged, 0 to below 1:
 *     below it the indicator is {@link #UNSURE}
 */
public record Thresholds(double spam, double ham, double leastKnown) {
  /** The indicator of a mail of which too little is known. */
  public static final double UNSURE = .5;

  /** Thresholds for mails of which any token counts. */
  public Thresholds(double spam, double ham) {
    this(spam, ham, 0);
  }

  /** Checks what is given. */
  public Thresholds {
    if (!(ham >= 0 && spam > ham && spam <= 1)) {
      throw new IllegalArgumentException(
          "thresholds are 0 <= ham < spam <= 1, not ham " + ham + " and spam " + spam);
    }
    if (!(leastKnown >= 0 && leastKnown < 1)) {
      throw new IllegalArgumentException(
          "the least share of known tokens is 0 or more and below 1, not " + leastKnown);
    }
  }

  /** What an indicator says. */
  public Classification of(double indicator) {
    if (indicator >= spam) {
      return Classification.SPAM;
    }
    return indicator <= ham ? Classification.HAM : Classification.UNSURE;
  }
}
