package org.spamwatch.statistics;

/**
 * From which indicator on a mail is spam, and up to which it is ham; between them nobody knows.
 *
 * @param spam above {@code ham}, at most 1
 * @param ham 0 or more
 */
public record Thresholds(double spam, double ham) {
  /** Checks what is given. */
  public Thresholds {
    if (!(ham >= 0 && spam > ham && spam <= 1)) {
      throw new IllegalArgumentException(
          "thresholds are 0 <= ham < spam <= 1, not ham " + ham + " and spam " + spam);
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
