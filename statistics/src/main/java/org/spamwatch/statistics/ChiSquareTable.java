package org.spamwatch.statistics;

/**
 * {@link ChiSquare#upper} by a table: a row for each n up to 32 and for quarters of octaves beyond,
 * up to 2^17, and in it the probability at each eighth of z = (y - n) / sqrt(n) from -6 to 10,
 * between which it is interpolated. The rows of large n are alike, for chi-square becomes normal.
 * Made once, in some milliseconds; does not change.
 */
final class ChiSquareTable {
  private static final int SINGLE = 32; // rows of one n: 1 to 32
  private static final int FIRST_OCTAVE = 5;
  private static final int LAST_OCTAVE = 16;
  private static final int ROWS = SINGLE + 4 * (LAST_OCTAVE - FIRST_OCTAVE + 1);
  private static final double LEAST = -6;
  private static final double MOST = 10;
  private static final int STEPS = 8;
  private static final int COLUMNS = (int) ((MOST - LEAST) * STEPS) + 2;

  private static final ChiSquareTable TABLE = new ChiSquareTable();

  private final float[] values = new float[ROWS * COLUMNS];

  private ChiSquareTable() {
    for (int row = 0; row < ROWS; row++) {
      int n = middle(row);
      double root = Math.sqrt(n);
      for (int column = 0; column < COLUMNS; column++) {
        double z = LEAST + (double) column / STEPS;
        values[row * COLUMNS + column] = (float) ChiSquare.upper(n, n + z * root);
      }
    }
  }

  static ChiSquareTable get() {
    return TABLE;
  }

  private static int row(int n) {
    if (n <= SINGLE) {
      return n - 1;
    }
    int octave = 31 - Integer.numberOfLeadingZeros(n);
    if (octave > LAST_OCTAVE) {
      return ROWS - 1;
    }
    return SINGLE + 4 * (octave - FIRST_OCTAVE) + ((n >>> (octave - 2)) & 3);
  }

  private static int middle(int row) {
    if (row < SINGLE) {
      return row + 1;
    }
    int octave = FIRST_OCTAVE + (row - SINGLE) / 4;
    int quarter = 1 << (octave - 2);
    return (1 << octave) + (row - SINGLE) % 4 * quarter + quarter / 2;
  }

  /** The probability that chi-square of 2n degrees of freedom exceeds 2y. */
  double upper(int n, double y) {
    return upper(n, y, 1 / Math.sqrt(n));
  }

  /** By how much likelier it exceeds 2y than 2z. */
  double difference(int n, double y, double z) {
    double scale = 1 / Math.sqrt(n); // takes as long as all the rest
    return upper(n, y, scale) - upper(n, z, scale);
  }

  private double upper(int n, double y, double scale) {
    double place = ((y - n) * scale - LEAST) * STEPS;
    if (!(place > 0)) {
      return 1;
    }
    if (place >= COLUMNS - 1) {
      return 0;
    }
    int column = (int) place;
    int at = row(n) * COLUMNS + column;
    return values[at] + (place - column) * (values[at + 1] - values[at]);
  }
}
