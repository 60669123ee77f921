package org.spamwatch.simulator.fingerprint;

import org.spamwatch.simulator.fingerprint.Edit.Windows;

/**
 * With which probability at least so many of the N highest fingerprints of a text are among those
 * of the edited one. Results are arrays: place k for at least k, 0 to N.
 */
final class Survival {
  private Survival() {}

  /**
   * The paper's Equations 1 to 4: how many of the old vector are gone and how many of the new one
   * have come are drawn as if they did not depend on each other.
   */
  static double[] paper(int size, Windows windows) {
    double[] gone = hypergeometric(size, windows.before(), windows.gone());
    double[] come = hypergeometric(size, windows.after(), windows.come());
    double[] atLeast = new double[size + 1];
    for (int k = 0; k <= size; k++) {
      double goneUpTo = 0;
      double comeUpTo = 0;
      for (int i = 0; i <= size - k; i++) {
        goneUpTo += gone[i];
        comeUpTo += come[i];
      }
      atLeast[k] = goneUpTo * comeUpTo; // max(x, y) is at most N - k
    }
    return atLeast;
  }

  /** The probability that i of some drawn are marked, if so many of all are. */
  private static double[] hypergeometric(int drawn, int all, int marked) {
    double[] probability = new double[drawn + 1];
    for (int i = 0; i <= drawn; i++) {
      probability[i] =
          Math.exp(
              logChoose(marked, i) + logChoose(all - marked, drawn - i) - logChoose(all, drawn));
    }
    return probability;
  }

  /**
   * Exactly: all windows of both texts stand in one random order; the vectors share k if before the
   * k-th kept one there are fewer than N of either text. With c windows kept, X gone and Y come,
   * the k-th kept one has i gone and j come before it with the probability {@code C(c, k-1) C(X, i)
   * C(Y, j) / C(c+X+Y, k-1+i+j) (c-k+1) / (c+X+Y-(k-1+i+j))}.
   */
  static double[] exact(int size, Windows windows) {
    int kept = windows.kept();
    int all = kept + windows.gone() + windows.come();
    double[] atLeast = new double[size + 1];
    atLeast[0] = 1;
    for (int k = 1; k <= Math.min(size, kept); k++) {
      double sum = 0;
      for (int i = 0; i <= Math.min(size - k, windows.gone()); i++) {
        for (int j = 0; j <= Math.min(size - k, windows.come()); j++) {
          int before = k - 1 + i + j;
          double chosen =
              logChoose(kept, k - 1)
                  + logChoose(windows.gone(), i)
                  + logChoose(windows.come(), j)
                  - logChoose(all, before);
          sum += Math.exp(chosen) * (kept - k + 1) / (all - before);
        }
      }
      atLeast[k] = sum;
    }
    return atLeast;
  }

  /** The logarithm of a binomial coefficient with few below; that of none is minus infinity. */
  private static double logChoose(int from, int chosen) {
    if (chosen < 0 || chosen > from) {
      return Double.NEGATIVE_INFINITY;
    }
    double sum = 0;
    for (int i = 0; i < chosen; i++) {
      sum += Math.log((double) (from - i) / (i + 1));
    }
    return sum;
  }
}
