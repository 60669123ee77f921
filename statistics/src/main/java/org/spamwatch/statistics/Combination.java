package org.spamwatch.statistics;

/**
 * How a filter makes one indicator of what it knows of a mail's tokens: the parameters of Robinson
 * (<em>A Statistical Approach to the Spam Problem</em>, 2003), and what is made of them. The two
 * that the paper builds on are {@link #BOGOFILTER} and {@link #QSF}.
 *
 * <p>A token in b of B spam and g of G ham mails has p = (b/B) / (b/B + g/G), the {@linkplain
 * #spamminess spamminess} f = (s x + (b + g) p) / (s + b + g). Eq. 1 of the paper is p with B = G
 * and s = 0.
 *
 * @param method what makes the indicator
 * @param countsOnce whether a token of a mail counts once
 * @param strength s, of what is assumed of a rare token: above 0 (bogofilter's robs)
 * @param assumed x, of a token that nobody has seen: above 0 and below 1 (robx)
 * @param leastDeviation of f from .5, 0 to .5: tokens that deviate no more say nothing (min_dev)
 * @param learnsAssumed whether x is rather the mean p of all tokens in more than ten mails
 * @param thresholds the indicators from which on mail is called spam, and up to which ham, where
 *     nothing better is known
 */
public record Combination(
    Method method,
    boolean countsOnce,
    double strength,
    double assumed,
    double leastDeviation,
    boolean learnsAssumed,
    Thresholds thresholds) {
  /** What makes an indicator of spamminess. */
  public enum Method {
    /**
     * Fisher's, with chi-square (HAI, Eqs. 2 to 4): of n tokens S = Q(-2 ln prod f, 2n), H = Q(-2
     * ln prod (1 - f), 2n), and the indicator is (1 + S - H) / 2.
     */
    CHI_SQUARE,
    /**
     * Robinson's first, by geometric means: P = 1 - (prod (1 - f))^(1/n), Q = 1 - (prod f)^(1/n),
     * and the indicator is P / (P + Q) / .6, at most 1, so that .54 becomes .9.
     */
    GEOMETRIC_MEAN,
    /**
     * The sum of logits (Mudholkar and George, <em>The Logit Statistic for Combining
     * Probabilities</em>, 1979), in which what speaks against counts twice, as ham does in Graham's
     * <em>A Plan for Spam</em> (2002): with a = -ln prod (1 - f) and b = -ln prod f of n tokens, T
     * = (max(0, a - 2b) - max(0, b - 2a)) sqrt(3 / n) / pi, and the indicator is 1 / (1 + e^-T). It
     * is .5 where neither outweighs the other twice.
     */
    LOGIT
  }

  /** As bogofilter 1.2.5 with its defaults. */
  public static final Combination BOGOFILTER =
      new Combination(Method.CHI_SQUARE, true, .0178, .52, .375, false, new Thresholds(.99, .45));

  /**
   * What to use. <em>Differs from the paper</em> and bogofilter in two ways. A token of one mail
   * says nothing, for s and the least deviation are such that its f is .92 at most: because one
   * spam in a language that nobody else writes in made all mail in that language spam. And logits
   * are added up: because by chi-square a spam with some words of ham among many of spam is
   * neither, the longer the surer. A mail of whose tokens hardly any counts is unsure. Chosen by
   * trials on both halves of the public SpamAssassin corpus and of list mail, and the threshold by
   * ham of other places ({@code docs/experiments.md}).
   */
  public static final Combination DEFAULT =
      new Combination(Method.LOGIT, true, .2, .52, .44, false, new Thresholds(.99, .45, .03));

  /**
   * As qsf 1.2.15. <em>Differs from the paper</em>, which says that qsf combines by chi-square:
   * because its sources have geometric means.
   */
  public static final Combination QSF =
      new Combination(Method.GEOMETRIC_MEAN, false, 1, .5, 1e-5, true, new Thresholds(.9, .5 / .6));

  private static final int MANY = 10;

  /** Checks what is given. */
  public Combination {
    if (!(strength > 0 && strength <= 1e6)) {
      throw new IllegalArgumentException(
          "the strength of an assumption is above 0 and at most 1e6, not " + strength);
    }
    if (!(assumed > 0 && assumed < 1)) {
      throw new IllegalArgumentException(
          "the spamminess assumed is above 0 and below 1, not " + assumed);
    }
    if (!(leastDeviation >= 0 && leastDeviation < .5)) {
      throw new IllegalArgumentException(
          "the least deviation is 0 or more and below .5, not " + leastDeviation);
    }
  }

  /** f of a token, above 0 and below 1; x if it was in no mail. */
  public double spamminess(int spam, int ham, int spamMails, int hamMails) {
    int bad = Math.min(spam, spamMails);
    int good = Math.min(ham, hamMails);
    if (bad + good == 0) {
      return assumed;
    }
    return (strength * assumed + ((double) bad + good) * share(bad, good, spamMails, hamMails))
        / (strength + bad + good);
  }

  private static double share(int bad, int good, int spamMails, int hamMails) {
    double ofSpam = bad / Math.max(1.0, spamMails);
    double ofHam = good / Math.max(1.0, hamMails);
    return ofSpam / (ofSpam + ofHam);
  }

  /** Whether a token of such a spamminess is to count. */
  public boolean counts(double spamminess) {
    return Math.abs(spamminess - .5) > leastDeviation;
  }

  /** This one with other thresholds. */
  public Combination with(Thresholds others) {
    return new Combination(
        method, countsOnce, strength, assumed, leastDeviation, learnsAssumed, others);
  }

  /** This one, with what it {@link #learnsAssumed}. */
  public Combination fitted(TokenCounts counts) {
    if (!learnsAssumed) {
      return this;
    }
    double[] sum = new double[2];
    counts.forEach(
        (token, spam, ham) -> {
          int bad = Math.min(spam, counts.spamMails());
          int good = Math.min(ham, counts.hamMails());
          if (bad + good > MANY) {
            sum[0] += share(bad, good, counts.spamMails(), counts.hamMails());
            sum[1]++;
          }
        });
    double mean = sum[1] == 0 ? assumed : Math.max(.01, Math.min(.99, sum[0] / sum[1]));
    return new Combination(method, countsOnce, strength, mean, leastDeviation, true, thresholds);
  }
}
