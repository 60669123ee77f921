package org.spamwatch.sketch.counting;

/**
 * The chance that an element that was never inserted counts as much as a threshold in an intuitive
 * {@link CountingFilter}, in closed form, for choosing m and k before anything is inserted.
 */
public final class ThresholdError {
  private ThresholdError() {}

  /**
   * Yan and Cho's equation 4: n insertions raise nk cells, each drawn by itself, so that a cell's
   * value is binomial and an element's k cells are all at the threshold with
   *
   * <pre>(sum over j = t..nk of C(nk, j) (1/m)^j (1 - 1/m)^(nk - j))^k.</pre>
   *
   * <p>Here n counts insertions and the sum ends at nk (the paper's text has neither: its n is also
   * the number of elements, its end the most that an element occurs). It holds for insertions of
   * distinct elements. Repeats of one element always raise the same cells, which are then no longer
   * drawn by themselves: with 10,000 elements of 20 insertions each in 80,000 cells, k = 4, it says
   * 1.4e-10 where 2.4e-2 is right ({@link #ofRepeats}).
   *
   * @param insertions n, 0 or more, of distinct elements
   * @param cells m, 1 or more
   * @param hashes k, 1 or more
   * @param threshold t
   * @throws IllegalArgumentException if a number is out of range
   */
  public static double of(long insertions, long cells, int hashes, long threshold) {
    if (insertions < 0 || cells < 1 || hashes < 1 || insertions > Long.MAX_VALUE / hashes) {
      throw new IllegalArgumentException(
          "no threshold error of %d insertions into %d cells, k = %d"
              .formatted(insertions, cells, hashes));
    }
    return Math.pow(atLeast(threshold, insertions * hashes, 1.0 / cells), hashes);
  }

  /**
   * The same where each of n elements is inserted r times: a cell that j elements share is at jr,
   * and so at t as soon as t/r of them do, rounded up.
   *
   * @param elements n, distinct
   * @param repeats r, 1 or more, insertions of each
   * @throws IllegalArgumentException if a number is out of range
   */
  public static double ofRepeats(
      long elements, long repeats, long cells, int hashes, long threshold) {
    if (repeats < 1) {
      throw new IllegalArgumentException("an element is inserted 1 time or more, not " + repeats);
    }
    return of(elements, cells, hashes, -Math.floorDiv(-threshold, repeats));
  }

  /** The chance that of a number of trials, each lucky with p, at least so many are. */
  private static double atLeast(long least, long trials, double p) {
    if (least <= 0) {
      return 1;
    }
    if (least > trials) {
      return 0;
    }
    if (p == 1) {
      return 1;
    }
    // Terms fall away from the mean, so the sum that leads away from it is short and exact.
    return least > trials * p ? upwards(least, trials, p) : 1 - downwards(least - 1, trials, p);
  }

  private static double upwards(long from, long trials, double p) {
    double odds = p / (1 - p);
    double term = term(from, trials, p);
    double sum = 0;
    for (long j = from; j <= trials && term > sum * 1e-17; j++) {
      sum += term;
      term *= (trials - j) / (j + 1.0) * odds;
    }
    return Math.min(1, sum);
  }

  private static double downwards(long from, long trials, double p) {
    double odds = (1 - p) / p;
    double term = term(from, trials, p);
    double sum = 0;
    for (long j = from; j >= 0 && term > sum * 1e-17; j--) {
      sum += term;
      term *= j / (trials - j + 1.0) * odds;
    }
    return Math.min(1, sum);
  }

  /** C(trials, j) p^j (1 - p)^(trials - j), by logarithms. */
  private static double term(long j, long trials, double p) {
    double log = j * Math.log(p) + (trials - j) * Math.log1p(-p);
    long fewer = Math.min(j, trials - j);
    for (long i = 1; i <= fewer; i++) {
      log += Math.log((trials - fewer + i) / (double) i);
    }
    return Math.exp(log);
  }
}
