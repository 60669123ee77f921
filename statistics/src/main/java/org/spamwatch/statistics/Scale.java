package org.spamwatch.statistics;

/** On which numbers a quantiser makes the mean squared error small. */
public enum Scale {
  /** Spamminess itself, 0 to 1, of all tokens alike, as the paper has it. */
  SPAMMINESS,
  /**
   * Its logarithmic odds, and each token weighs by the mails that have it. <em>Differs from the
   * paper:</em> because a score is a sum of logarithms, in which .99 and .9999 are as far apart as
   * .5 and .99, and on the paper's scale hardly at all; and because tokens of many mails are met
   * most.
   */
  LOG_ODDS;

  /** The number of a spamminess above 0 and below 1. */
  double of(double spamminess) {
    return this == SPAMMINESS ? spamminess : Math.log(spamminess) - Math.log1p(-spamminess);
  }

  /** How much a token counts that is in so many mails. */
  double weight(long mails) {
    return this == SPAMMINESS ? 1 : mails;
  }

  /** The spamminess of a number. */
  double spamminess(double number) {
    return this == SPAMMINESS ? number : 1 / (1 + Math.exp(-number));
  }
}
