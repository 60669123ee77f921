package org.spamwatch.statistics;

/**
 * Chi-square of an even number of degrees of freedom: with 2n of them it exceeds 2y as often as a
 * Poisson number of mean y is less than n.
 */
final class ChiSquare {
  private static final double LAST = 1e-17; // of what adds up to a sum

  private ChiSquare() {}

  /**
   * The probability that chi-square of 2n degrees of freedom exceeds 2y: the paper's C^-1(2y, 2n).
   * Adds up the smaller of both tails, so that it has its digits.
   */
  static double upper(int n, double y) {
    if (y <= 0) {
      return 1;
    }
    double sum = 0;
    if (y > n) {
      double term = Math.exp((n - 1) * Math.log(y) - y - logFactorial(n - 1));
      for (int i = n - 1; term > sum * LAST; i--) {
        sum += term;
        term *= i / y;
      }
      return Math.min(1, sum);
    }
    double term = Math.exp(n * Math.log(y) - y - logFactorial(n));
    for (int i = n + 1; term > sum * LAST; i++) {
      sum += term;
      term *= y / i;
    }
    return Math.max(0, 1 - sum);
  }

  /** By Stirling's series, whose next term is below 1e-13 from 32 on. */
  private static double logFactorial(int n) {
    if (n < 32) {
      double product = 1;
      for (int i = 2; i <= n; i++) {
        product *= i;
      }
      return Math.log(product);
    }
    double x = n;
    double series = (1 / 12.0 - (1 / 360.0 - 1 / (1260 * x * x)) / (x * x)) / x;
    return (x + .5) * Math.log(x) - x + .5 * Math.log(2 * Math.PI) + series;
  }
}
