package org.spamwatch.sketch;

import java.util.Arrays;

/**
 * Splits weighted numbers in their order into parts whose squared distances from their own means
 * are the least in sum, of all ways to split them: by dynamic programming over the parts. Where a
 * part begins does not fall as it ends later, so that each part takes n log n steps (Wu 1991,
 * <em>Optimal Quantization by Matrix Searching</em>; Wang and Song 2011).
 */
final class LeastErrorSplit {
  private final double[] masses; // of the numbers before
  private final double[] sums;
  private final double[] squares;
  private final int[][] begins; // of the last of so many parts that end before a number
  private double[] before; // the least error of one part fewer
  private double[] errors;

  /** Of numbers that do not fall, with weights above 0. */
  LeastErrorSplit(double[] sorted, double[] weights, int parts) {
    int count = sorted.length;
    masses = new double[count + 1];
    sums = new double[count + 1];
    squares = new double[count + 1];
    for (int i = 0; i < count; i++) {
      masses[i + 1] = masses[i] + weights[i];
      sums[i + 1] = sums[i] + weights[i] * sorted[i];
      squares[i + 1] = squares[i] + weights[i] * sorted[i] * sorted[i];
    }
    begins = new int[parts][count + 1];
    before = new double[count + 1];
    errors = new double[count + 1];
    Arrays.fill(errors, Double.POSITIVE_INFINITY);
    errors[0] = 0;
    for (int part = 0; part < parts; part++) {
      double[] last = before;
      before = errors;
      errors = last;
      solve(begins[part], 0, count, 0, count);
    }
  }

  /** Finds where the part begins that ends before each number of a range, given where it may. */
  private void solve(int[] begin, int from, int to, int least, int most) {
    if (from > to) {
      return;
    }
    int end = (from + to) >>> 1;
    int best = least;
    double smallest = Double.POSITIVE_INFINITY;
    for (int i = least; i <= Math.min(end, most); i++) {
      double error = before[i] + error(i, end);
      if (error < smallest) {
        smallest = error;
        best = i;
      }
    }
    begin[end] = best;
    errors[end] = smallest;
    solve(begin, from, end - 1, least, best);
    solve(begin, end + 1, to, best, most);
  }

  private double error(int from, int end) {
    double mass = masses[end] - masses[from];
    double sum = sums[end] - sums[from];
    return mass > 0 ? Math.max(0, squares[end] - squares[from] - sum * sum / mass) : 0;
  }

  /** The index of the first number of each part but the first. */
  int[] firsts() {
    int[] firsts = new int[begins.length - 1];
    int end = begins[0].length - 1;
    for (int part = begins.length - 1; part > 0; part--) {
      end = begins[part][end];
      firsts[part - 1] = end;
    }
    return firsts;
  }
}
